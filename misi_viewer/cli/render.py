"""Draw pictures of complexes, as the benchmark draws them.

OUT is a file (.png; .json writes the shot file alone) for one picture of one
complex, else a folder: OUT/<id>/<view>.png. A picture carries its shot, style,
size and the files' names and hashes; --shot-file draws such a picture again.
"""

from __future__ import annotations

import argparse
import os
from collections import deque
from collections.abc import Iterator
from pathlib import Path

from misi_viewer.camera.commands import parse_commands
from misi_viewer.cli.complexes import Complexes, add_complex_arguments
from misi_viewer.cli.shots import (
    add_drawing_arguments,
    add_size_argument,
    add_view_arguments,
    as_drawn,
    given_options,
    shots_of,
)
from misi_viewer.errors import UserError
from misi_viewer.render.picture import Record, encode_picture, picture_job, record
from misi_viewer.render.renderer import Job, Renderer
from misi_viewer.scene.companions import Companion
from misi_viewer.scene.shot import Shot
from misi_viewer.scene.style import Style
from misi_viewer.scene.styles import load_style
from misi_viewer.session.beside import read_beside
from misi_viewer.session.movie import MovieOrder, temporary_name, write_movie
from misi_viewer.session.restoring import restore
from misi_viewer.session.sequence import parse_turn, play
from misi_viewer.whole_files import write_whole

__all__ = ["add_arguments", "run"]

PICTURE_ENDING = ".png"
RECORD_ENDING = ".json"
OTHER_PICTURES = (".bmp", ".gif", ".jpeg", ".jpg", ".pdf", ".svg", ".tif", ".tiff", ".webp")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.set_defaults(parser=parser)
    add_complex_arguments(parser, optional=True)
    parser.add_argument("-o", "--output", required=True, metavar="OUT", help="a .png file, or a folder")
    add_view_arguments(parser, all_views=True)
    add_size_argument(parser, "1024x768")
    parser.add_argument("--style", default="MiSI-Bench", metavar="NAME|FILE", help="(default MiSI-Bench)")
    add_drawing_arguments(parser)
    parser.add_argument("--device", type=int, metavar="N", help="which graphics device, where there are several")
    parser.add_argument(
        "--beside",
        action="append",
        default=[],
        metavar="COMPLEX|JSON",
        help="a further complex in the scene, also several times; JSON says how it is seen",
    )
    movie = parser.add_argument_group("a movie, OUT being a .gif file or a folder for numbered PNG files")
    movie.add_argument("--turn", metavar="AXIS:DEGREES[:FRAMES]", help="turn about x, y or z, such as y:360:48")
    movie.add_argument("--play", metavar="COMMANDS", help="carry out commands, such as 'move x 3; roll y 45'")
    movie.add_argument("--frames", type=int, default=24, metavar="N", help="of each played command (default 24)")
    movie.add_argument("--hold", type=int, default=12, metavar="N", help="frames before and after each (default 12)")
    movie.add_argument("--rate", type=float, default=24.0, metavar="N", help="frames per second (default 24)")
    movie.add_argument("--once", action="store_true", help="do not start anew at the end")
    again = parser.add_argument_group("drawing a picture again")
    again.add_argument("--shot-file", type=Path, metavar="FILE", help="a .png or .json that carries a shot")
    again.add_argument("--complexes", type=Path, metavar="DIR", dest="folder", help="where its files are looked for")


def run(options: argparse.Namespace) -> int:
    """Draw what the options ask for.

    Raises
    ------
    UserError
        For arguments that do not go together, or a complex that cannot be drawn.
    """
    if options.shot_file is not None:
        return _draw_again(options)
    if not options.complexes:
        raise UserError("Nothing to draw: name a complex, or a picture with --shot-file.")
    if options.folder is not None:
        raise UserError("--complexes goes with --shot-file; to draw complexes, name them.")
    if options.turn or options.play:
        return _draw_movie(options)
    style = load_style(options.style)
    shots = {view: as_drawn(shot, options) for view, shot in shots_of(options).items()}
    several = len(options.complexes) > 1 or len(shots) > 1
    file = _output_file(options.output)
    if several and file is not None:
        raise UserError(f"-o {options.output}: several pictures need a folder, not a file.")
    complexes = Complexes(options)
    companions = tuple(map(read_beside, options.beside))
    planned = _Plan(complexes, shots, style, options.size, Path(options.output), file, companions)
    if file is not None and file.suffix.lower() == RECORD_ENDING:
        for target, about, _ in planned:
            write_whole(target, about.to_json().encode())
        return complexes.status
    with Renderer(options.device) as renderer:
        _draw(renderer, planned)
    return complexes.status


class _Plan:
    """What to draw and where to write it, one picture at a time."""

    def __init__(
        self,
        complexes: Complexes,
        shots: dict[str, Shot],
        style: Style,
        size: tuple[int, int],
        output: Path,
        file: Path | None,
        companions: tuple[Companion, ...],
    ) -> None:
        self._complexes = complexes
        self._shots = shots
        self._style = style
        self._size = size
        self._output = output
        self._file = file
        self._companions = companions

    def __iter__(self) -> Iterator[tuple[Path, Record, Job]]:
        seen: set[str] = set()
        for complex_ in self._complexes:
            with self._complexes.reporting():
                if complex_.id in seen:
                    raise UserError(f"Two of the complexes are called {complex_.id}; draw the second one separately.")
                seen.add(complex_.id)
                pictures = {
                    view: (complex_, shot, self._style, self._size, self._companions)
                    for view, shot in self._shots.items()
                }
                jobs = {view: picture_job(*picture) for view, picture in pictures.items()}
                for view, job in jobs.items():
                    target = self._file or self._output / complex_.id / f"{view}{PICTURE_ENDING}"
                    yield target, record(*pictures[view]), job


def _draw(renderer: Renderer, planned: _Plan) -> None:
    """Draw and write what is planned; one picture is written while the next is drawn."""
    waiting: deque[tuple[Path, Record]] = deque()

    def jobs() -> Iterator[Job]:
        for target, about, job in planned:
            waiting.append((target, about))
            yield job

    for pixels in renderer.draw_many(jobs()):
        target, about = waiting.popleft()
        _make_folder(target.parent)
        write_whole(target, encode_picture(pixels, about))


def _draw_movie(options: argparse.Namespace) -> int:
    """Draw a turn, or commands being carried out."""
    if options.turn and options.play:
        raise UserError("--turn and --play are two movies; ask for one at a time.")
    if options.turn:
        movement = parse_turn(options.turn, loops=not options.once)
    else:
        movement = play(parse_commands(options.play), options.frames, options.hold)
    shots = [as_drawn(shot, options) for shot in shots_of(options).values()]
    complexes = Complexes(options)
    drawn = list(complexes)
    if len(drawn) != 1 or len(shots) != 1:
        raise UserError("A movie shows one complex and begins with one view; name just one of each.")
    path = Path(options.output)
    order = MovieOrder(
        drawn[0],
        shots[0],
        load_style(options.style),
        options.size,
        movement,
        path,
        rate=options.rate,
        loops=not options.once,
        companions=tuple(map(read_beside, options.beside)),
    )
    _make_folder(path.absolute().parent)
    write_movie(order, temporary_name(path), lambda _progress: None)
    return complexes.status


def _draw_again(options: argparse.Namespace) -> int:
    """Draw what a picture or a shot file carries."""
    unwanted = given_options(options, options.parser, except_for=("output", "shot_file", "folder", "device"))
    if unwanted:
        raise UserError(f"--shot-file brings all that a picture needs; leave out {', '.join(unwanted)}.")
    restored = restore(options.shot_file, trees=() if options.folder is None else (options.folder,))
    target = _output_file(options.output) or Path(options.output) / f"{options.shot_file.stem}{PICTURE_ENDING}"
    about = restored.record
    with Renderer(options.device) as renderer:
        job = picture_job(restored.complex, about.shot, about.style, about.size, restored.companions)
        (pixels,) = renderer.draw_many([job])
    _make_folder(target.parent)
    shown = record(restored.complex, about.shot, about.style, about.size, restored.companions)
    write_whole(target, encode_picture(pixels, shown))
    return 0


def _output_file(text: str) -> Path | None:
    """Return the file that -o names; None if it is a folder.

    Raises
    ------
    UserError
        If it is neither.
    """
    if not text:
        raise UserError("-o is empty; give a file name ending in .png, or a folder.")
    path = Path(text)
    if text.endswith(("/", os.sep)) or path.is_dir():
        return None
    ending = path.suffix.lower()
    if ending in OTHER_PICTURES:
        raise UserError(f"-o {text}: pictures are written as PNG; give a name that ends in {PICTURE_ENDING}.")
    if ending in (PICTURE_ENDING, RECORD_ENDING):
        return path
    if path.exists():
        raise UserError(f"-o {text}: this is a file, not a folder; give a folder or a name ending in {PICTURE_ENDING}.")
    return None


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise UserError(
            f"-o: {folder} cannot be a folder, since a file stands in its way; give another name."
        ) from None
