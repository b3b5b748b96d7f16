"""What pictures are said to show: by the recipes of a data set's questions, or by their own names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from misi_viewer.camera.commands import parse_commands, print_commands
from misi_viewer.camera.views import VIEWS
from misi_viewer.dataset.reading.finding import find_questions
from misi_viewer.dataset.reading.found import Found, Reading
from misi_viewer.dataset.reading.members import Member, read_picture
from misi_viewer.errors import ReadError, UserError
from misi_viewer.scene.shot import Shot

__all__ = ["Claim", "Claims", "claims_in_dataset", "claims_in_folder", "moved_to"]

NO_RECIPE = "questions without a recipe: what their pictures show is not known"
OTHER_COUNT = "questions with another number of pictures than their recipe has"
EMBEDDED = "questions whose pictures lie in their table"
BAD_NAME = "pictures whose names tell no view or commands"
NO_COMPLEX = "pictures in folders that are called as no complex is"

PICTURE = ".png"


@dataclass(frozen=True, slots=True)
class Claim:
    """A stored picture and what it is said to show.

    Attributes
    ----------
    name
        Of the picture, for people.
    complex
        Id of the complex.
    shot
        JSON.
    source, place, size
        For `reading.members.read_picture`.
    """

    name: str
    complex: str
    shot: bytes
    source: Path
    place: int | None = None
    size: int = -1

    def read(self) -> bytes:
        """Return the picture's bytes.

        Raises
        ------
        UserError, OSError
            If it is not there or cannot be read.
        """
        return read_picture(self.source, self.name, self.place, self.size)

    def shot_as(self, supersample: int | None) -> Shot:
        """Return the shot, on an opaque background.

        Parameters
        ----------
        supersample
            In place of its own; None: its own.

        Raises
        ------
        UserError
            If it cannot be read.
        """
        shot = Shot.from_json(self.shot).but(transparent=False)
        return shot if supersample is None else shot.but(supersample=supersample)


@dataclass(slots=True)
class Claims:
    """All that is to be verified.

    Attributes
    ----------
    items
        Each picture once.
    left_out
        Numbers of what cannot be verified, by reason.
    """

    items: list[Claim] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)


class _PictureView(msgspec.Struct, frozen=True):
    complex: str
    shot: msgspec.Raw


class _RecipeView(msgspec.Struct, frozen=True):
    images: tuple[_PictureView, ...]


def claims_in_dataset(dataset: Path) -> Claims:
    """Return what the pictures of a data set are said to show.

    Parameters
    ----------
    dataset
        A folder, an archive or a table of questions.

    Raises
    ------
    UserError
        If it cannot be read.
    """
    reading = Reading()
    places: dict[tuple[str, str], tuple[int | None, int]] = {}

    def picture(member: Member) -> None:
        if not member.source.is_dir():
            places[str(member.source), member.name] = member.place, member.size

    claims = Claims()
    named: dict[tuple[str, str], tuple[str, bytes]] = {}
    shots: dict[bytes, bytes] = {}
    for found in find_questions([dataset], reading, picture):
        for name, shown in _shown(found, claims.left_out):
            shot = bytes(shown.shot)
            named.setdefault((found.source, name), (shown.complex, shots.setdefault(shot, shot)))
    for (source, name), (complex_id, shot) in named.items():
        claims.items.append(Claim(name, complex_id, shot, Path(source), *places.get((source, name), (None, -1))))
    for reason, count in reading.not_placed.items():
        claims.left_out[f"rows: {reason}"] += count
    if reading.refused:
        claims.left_out["files that are not read"] += len(reading.refused)
    return claims


def _shown(found: Found, left_out: Counter[str]) -> Iterator[tuple[str, _PictureView]]:
    """Yield the pictures of a question and what they show."""
    if not found.recipe:
        left_out[NO_RECIPE] += 1
        return
    try:
        images = msgspec.json.decode(found.recipe, type=_RecipeView).images
    except msgspec.MsgspecError:
        left_out[NO_RECIPE] += 1
        return
    if len(images) != len(found.images):
        left_out[EMBEDDED if found.embedded and not found.images else OTHER_COUNT] += 1
        return
    yield from zip(found.images, images, strict=True)


def claims_in_folder(pictures: Path, complexes: Iterable[str]) -> Claims:
    """Return what pictures show that are called ``<complex>/<state>.png``.

    A state is a view (``left``), commands on the front view
    (``move_x_2__roll_y_30``), or both (``left__roll_y_30``).

    Parameters
    ----------
    pictures
        The folder.
    complexes
        Ids.

    Raises
    ------
    UserError
        If the folder cannot be read.
    """
    known = set(complexes)
    claims = Claims()
    try:
        paths = sorted(path for path in pictures.rglob("*") if path.suffix.lower() == PICTURE)
    except OSError as error:
        raise ReadError(pictures, f"the folder cannot be read ({error.strerror})") from None
    for path in paths:
        shot = _shot_of(path.stem)
        if path.parent.name not in known:
            claims.left_out[NO_COMPLEX] += 1
        elif shot is None:
            claims.left_out[BAD_NAME] += 1
        else:
            name = path.relative_to(pictures).as_posix()
            claims.items.append(Claim(name, path.parent.name, shot.to_json().encode(), pictures))
    return claims


def _shot_of(state: str) -> Shot | None:
    """Return the shot that a picture's name tells; None if it tells none."""
    first, *rest = state.split("__")
    view = next((view for view in VIEWS if view == first), None)
    steps = rest if view else [first, *rest]
    try:
        commands = parse_commands("; ".join(step.replace("_", " ") for step in steps))
        if len(commands) != len(steps):
            return None
        return Shot(view=view or "front", commands=print_commands(commands))
    except UserError:
        return None


def moved_to(claims: Claims, pictures: Path) -> Claims:
    """Return the claims about those pictures of a data set that lie in another folder under the same names.

    The names may leave out the first folder, or all.
    """
    found = Claims(left_out=claims.left_out.copy())
    for claim in claims.items:
        short = (claim.name, claim.name.partition("/")[2], claim.name.rpartition("/")[2])
        name = next((name for name in short if name and (pictures / name).is_file()), None)
        if name is None:
            found.left_out["pictures of the data set that are not among those given"] += 1
        else:
            found.items.append(Claim(name, claim.complex, claim.shot, pictures))
    return found
