"""What a question is like: the factors that cases are filtered, sorted and charted by."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal

import msgspec

__all__ = ["FACTORS", "FactorKind"]


class FactorKind(msgspec.Struct, frozen=True):
    """One factor.

    Attributes
    ----------
    title
        For people.
    field
        Of `scoring.factors.Factors`.
    unit
        "" for none.
    is_number
        Whether it is a number; else it is a name.
    source
        What must be known: the truth alone, the complex's files, or where labels fall in the pictures.
    """

    title: str
    field: str
    unit: str = ""
    is_number: bool = True
    source: Literal["truth", "complex", "labels"] = "truth"

    @property
    def of_answer(self) -> bool:
        """Whether a given answer has it too."""
        return self.source == "truth"


FACTORS: Final[Mapping[str, FactorKind]] = MappingProxyType(
    {
        "bonds": FactorKind("Hydrogen bonds", "bonds"),
        "verb": FactorKind("Verb", "verb", is_number=False),
        "axis": FactorKind("Axis", "axis", is_number=False),
        "sign": FactorKind("Sign", "sign", is_number=False),
        "magnitude": FactorKind("Angle or distance", "magnitude", "degrees or angstrom"),
        "move-sign": FactorKind("Sign of docking's move", "move_sign", is_number=False),
        "move-magnitude": FactorKind("Distance of docking's move", "move_magnitude", "angstrom"),
        "zoom": FactorKind("Zoom distance", "zoom", "angstrom"),
        "letter": FactorKind("Letter", "letter", is_number=False),
        "ligand-atoms": FactorKind("Ligand size", "ligand_atoms", "heavy atoms", source="complex"),
        "pocket-atoms": FactorKind("Pocket size", "pocket_atoms", "heavy atoms", source="complex"),
        "readable-views": FactorKind("Pictures with readable labels", "readable_views", "pictures", source="labels"),
    }
)
"""By the name under which they are typed."""
