"""How bonds that are right, missed and invented are told apart, by people who see colours otherwise too.

Colours are those of Okabe and Ito, Color Universal Design (2008), as B. Wong
recommends them, Nature Methods 8 (2011) 441. Each verdict has its own number of
dashes beside, so that no colour is needed to tell them apart.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, get_args

from misi_viewer.scene.colours import contrast
from misi_viewer.scene.style import Dashes

__all__ = ["VERDICTS", "VERDICT_WORDS", "Verdict", "verdict_dashes"]

Verdict = Literal["right", "missed", "invented"]

VERDICTS: tuple[Verdict, ...] = get_args(Verdict)

VERDICT_WORDS: Mapping[Verdict, str] = MappingProxyType(
    {
        "right": "right: in the answer and in the truth",
        "missed": "missed: in the truth only",
        "invented": "invented: in the answer only",
    }
)
"""What each verdict means, for a legend."""

_ON_DARK = {
    "right": Dashes(colour="56B4E9", radius=0.09, dashes=0),
    "missed": Dashes(colour="F0E442", radius=0.09, dashes=6),
    "invented": Dashes(colour="D55E00", radius=0.09, dashes=18),
}
_ON_LIGHT = {
    "right": Dashes(colour="0072B2", radius=0.09, dashes=0),
    "missed": Dashes(colour="000000", radius=0.09, dashes=6),
    "invented": Dashes(colour="D55E00", radius=0.09, dashes=18),
}


def verdict_dashes(verdict: Verdict, background: str = "000000") -> Dashes:
    """Return how a bond of a verdict is drawn on a background: a solid line, long dashes or short ones."""
    on_light = contrast(background) == (0, 0, 0)
    return (_ON_LIGHT if on_light else _ON_DARK)[verdict]
