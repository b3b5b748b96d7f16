"""Companions on the command line: `--beside COMPLEX`, or JSON that says how it is seen."""

from __future__ import annotations

import msgspec

from misi_viewer.camera.pose import Pose
from misi_viewer.chem.load import load_complex
from misi_viewer.errors import UserError
from misi_viewer.scene.companions import Companion
from misi_viewer.scene.messages import complaint
from misi_viewer.scene.shot import Rows, Shot
from misi_viewer.scene.style import DEFAULT_STYLE
from misi_viewer.scene.styles import load_style

__all__ = ["Beside", "read_beside"]


class Beside(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a companion is written.

    Attributes
    ----------
    complex, ligand, style
        As COMPLEX, ``--ligand`` and ``--style`` of `render`.
    name, shot, placement
        As `scene.companions.Companion` has them; no name is the complex's.
    """

    complex: str
    ligand: str = ""
    name: str = ""
    shot: Shot = Shot()
    style: str = DEFAULT_STYLE.name
    placement: Rows | None = None


def read_beside(text: str) -> Companion:
    """Read a complex to be seen beside another, by what names it or by JSON.

    Raises
    ------
    UserError
        If it is neither, or the complex cannot be read.
    """
    written = _decode(text) if text.lstrip().startswith("{") else Beside(complex=text)
    placement = None if written.placement is None else Pose.from_rows(written.placement)
    read = load_complex(written.complex, written.ligand or None)
    return Companion(written.name or read.id, read, written.shot, load_style(written.style), placement)


def _decode(text: str) -> Beside:
    try:
        return msgspec.json.decode(text, type=Beside)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise UserError(f"--beside is no JSON that describes a complex: {complaint(error, {})}.") from None
