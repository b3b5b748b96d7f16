"""The other unit of work: all pictures of one complex."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence

import msgspec

from misi_viewer.chem.complex import Complex
from misi_viewer.dataset.plan import Plan, RendererFacts
from misi_viewer.dataset.shards import Drawn, DrawnPicture, Wanted
from misi_viewer.dataset.store import PictureStore
from misi_viewer.dataset.units import Beat
from misi_viewer.render import png
from misi_viewer.render.picture import KEYWORD, SOFTWARE, picture_job, record
from misi_viewer.render.renderer import Job, Renderer
from misi_viewer.scene.shot import Shot

__all__ = ["draw_wanted"]

RENDERER = "Renderer"
"""Keyword of the text in a picture that says what drew it."""


def draw_wanted(
    plan: Plan,
    complex_: Complex,
    wanted: Sequence[Wanted],
    store: PictureStore,
    renderer: Callable[[], Renderer],
    beat: Beat,
) -> Drawn:
    """Draw the pictures of a complex that are not there yet.

    Parameters
    ----------
    plan
        Of the data set.
    complex_
        The complex.
    wanted
        Its pictures.
    store
        Where they go.
    renderer
        Gives the renderer, if any picture is missing.
    beat
        Called for each picture.

    Raises
    ------
    Halt
        If a picture cannot be written, or another renderer may not take part.
    UserError
        If a picture cannot be drawn.
    """
    there: list[DrawnPicture] = []
    missing: list[tuple[str, Shot]] = []
    for item in wanted:
        found = _already(store, item.address, plan.renderer)
        if found is None:
            missing.append((item.address, Shot.from_json(bytes(item.shot))))
        else:
            there.append(found)
            beat()
    if missing:
        missing.sort(key=lambda pair: (_scene_key(pair[1]), pair[0]))
        there += _draw(plan, complex_, missing, store, renderer(), beat)
    return Drawn(tuple(sorted(there, key=lambda picture: picture.address)))


def _already(store: PictureStore, address: str, usual: RendererFacts) -> DrawnPicture | None:
    """Return a picture that was drawn before, if it is there and whole."""
    texts = store.texts(address)
    if texts is None:
        return None
    try:
        drawn_by = msgspec.json.decode(texts.get(RENDERER, ""), type=RendererFacts)
    except msgspec.MsgspecError:
        return None
    return DrawnPicture(address, store.sha256(address), None if drawn_by == usual else drawn_by)


def _scene_key(shot: Shot) -> tuple[str, ...]:
    """Return what brings shots of one scene side by side."""
    return shot.parts, str(shot.residue or ""), shot.ligand_commands


def _draw(
    plan: Plan,
    complex_: Complex,
    missing: Sequence[tuple[str, Shot]],
    store: PictureStore,
    renderer: Renderer,
    beat: Beat,
) -> Iterator[DrawnPicture]:
    """Draw pictures; while OpenGL draws one, the one before is written."""
    choices = plan.choices
    facts = renderer.facts
    here = RendererFacts(facts.vendor, facts.renderer, facts.version, facts.backend)
    plan.check_renderer(here)
    drawn_by = msgspec.json.encode(here).decode()
    waiting: deque[tuple[str, Shot]] = deque()

    def jobs() -> Iterator[Job]:
        for address, shot in missing:
            waiting.append((address, shot))
            yield picture_job(complex_, shot, choices.style, choices.size)

    for pixels in renderer.draw_many(jobs()):
        address, shot = waiting.popleft()
        about = record(complex_, shot, choices.style, choices.size)
        texts = {SOFTWARE: about.program, KEYWORD: about.to_json(), RENDERER: drawn_by}
        sha256 = store.put(address, png.encode(pixels, texts))
        yield DrawnPicture(address, sha256, None if here == plan.renderer else here)
        beat()
