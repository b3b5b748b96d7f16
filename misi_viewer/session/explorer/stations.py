"""The stations of a question's playback: what is seen at each step, and how one leads to the next."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from misi_viewer.camera.commands import Command, parse_commands
from misi_viewer.chem.complex import Complex
from misi_viewer.scene.extra_bond import ExtraBond
from misi_viewer.scene.shot import Shot
from misi_viewer.scene.style import DEFAULT_STYLE, Dashes
from misi_viewer.session.explorer.asked import Bond, Load, asked_bond, bond_atoms, true_bonds
from misi_viewer.tasks import Question, load_task
from misi_viewer.tasks.answers import Answer, BondName, BondsAnswer, CommandsAnswer, LetterAnswer
from misi_viewer.tasks.question import Picture
from misi_viewer.tasks.schema import Mover, TaskFile
from misi_viewer.tasks.steps import Step, answer_steps, question_steps

__all__ = ["Station", "bond_title", "question_stations"]

_DASHES: Final = DEFAULT_STYLE.hydrogen_bonds
_LIT: Final = Dashes(colour=_DASHES.colour, radius=2.0 * _DASHES.radius, dashes=_DASHES.dashes)


@dataclass(frozen=True, slots=True)
class Station:
    """One station of a timeline.

    Attributes
    ----------
    name
        Short, for the timeline: "initial", "f1", "option A", "left" ...
    title
        A few words more.
    complex
        Id of the complex that is seen.
    shot
        What is seen, bit for bit that of the recipe where a picture shows it.
    start
        Place of the station that this one continues; None where it begins anew.
    commands
        What leads here from there.
    moves
        What they move.
    result
        Whether this is what the truth, or the answer, leads to.
    letter
        Of the option; "" for none.
    bond
        The atoms to be lit: those of the bond that is shown, or asked about.
    picture
        Number of the question's picture, from 0, that shows just this; None for none.
    """

    name: str
    title: str
    complex: str
    shot: Shot
    start: int | None = None
    commands: tuple[Command, ...] = ()
    moves: Mover = "camera"
    result: bool = False
    letter: str = ""
    bond: Bond | None = None
    picture: int | None = None


def question_stations(question: Question, load: Load, answer: Answer | None = None) -> tuple[Station, ...]:
    """Return the stations of a question.

    Parameters
    ----------
    question
        With its recipe.
    load
        Reads complexes; asked only where bonds are shown.
    answer
        Where it leads, in place of the truth; of bonds, those that it names.

    Raises
    ------
    UserError
        If its task or complex cannot be read, its recipe has no pictures, or the answer is no option of it.
    """
    file = load_task(question.task).file
    if file.form in ("bonds", "residue_bonds"):
        stations = _bond_stations(question, load(question.complex), answer)
    elif file.moves == "ligand":
        stations = _docking_stations(_steps(question, answer))
    elif file.form == "letter" and not any(row.options for row in file.images):
        stations = _location_stations(question, load(question.complex))
    elif file.form == "letter":
        stations = _option_stations(question, answer, file)
    else:
        stations = _of_steps(_steps(question, answer))
    return tuple(_with_picture(station, question.recipe.images) for station in stations)


def _steps(question: Question, answer: Answer | None) -> tuple[Step, ...]:
    return answer_steps(question, answer) if isinstance(answer, CommandsAnswer) else question_steps(question)


def _with_picture(station: Station, pictures: Sequence[Picture]) -> Station:
    """Return a station with the number of the picture that shows it."""
    plain = station.shot.but(supersample=1)
    for number, picture in enumerate(pictures):
        if picture.complex == station.complex and picture.shot.but(supersample=1) == plain:
            return replace(station, picture=number)
    return station


def _of_steps(steps: Sequence[Step], shift: int = 0) -> list[Station]:
    """Return steps as stations.

    Parameters
    ----------
    steps
        Their starts count from the first of them.
    shift
        How many stations come before them.
    """
    return [
        Station(
            step.name,
            f"{step.name}: {step.commands}" if step.commands and step.commands not in step.name else step.name,
            step.complex,
            step.shot,
            None if step.start is None else step.start + shift,
            parse_commands(step.commands),
            step.moves,
            step.result,
        )
        for step in steps
    ]


def _docking_stations(steps: Sequence[Step]) -> list[Station]:
    """Return pocket, displaced ligand, both, and what takes the ligand back."""
    native, displaced = steps[0], steps[1]
    return [
        Station("pocket", "pocket alone", native.complex, native.shot.but(parts="pocket")),
        Station("displaced ligand", "displaced ligand alone", native.complex, displaced.shot.but(parts="ligand")),
        Station("displaced", "pocket and displaced ligand", native.complex, displaced.shot),
        *(_docked(station) for station in _of_steps(steps, 1)[2:]),
    ]


def _docked(station: Station) -> Station:
    return replace(station, name="docked", title=f"docked: {_printed(station)}") if station.result else station


def _location_stations(question: Question, complex_: Complex) -> list[Station]:
    """Return the front view, then where each option takes it."""
    name = asked_bond(question)
    bond = None if name is None else bond_atoms(complex_, name)
    stations: list[Station] = []
    places: dict[int, int] = {}
    for number, step in enumerate(question_steps(question)):
        merged = _merged(stations, places, step)
        places[number] = len(stations) - 1 if merged else len(stations)
        station = replace(merged or _of_steps([step])[0], bond=bond, letter=_letter_of(step))
        if merged:
            stations[-1] = station
        else:
            start = None if step.start is None else places[step.start]
            stations.append(replace(station, start=start))
    return stations


def _letter_of(step: Step) -> str:
    return step.name.removeprefix("option ")[:1] if step.name.startswith("option ") else ""


def _merged(stations: Sequence[Station], places: dict[int, int], step: Step) -> Station | None:
    """Return the last station with the further command of the same option, None where a step begins another one."""
    if not stations or step.start is None or places[step.start] != len(stations) - 1 or step.start == 0:
        return None
    last = stations[-1]
    commands = (*last.commands, *parse_commands(step.commands))
    title = f"{step.name}: {', '.join(map(str, commands))}"
    return replace(last, name=step.name, title=title, shot=step.shot, commands=commands, result=step.result)


def _option_stations(question: Question, answer: Answer | None, file: TaskFile) -> list[Station]:
    """Return what is shown before the options, then what leads to one of them."""
    steps = question_steps(question)
    chosen = answer.letter if isinstance(answer, LetterAnswer) else question.answer
    path = answer_steps(question, LetterAnswer(chosen))
    before = [] if path[0] == steps[0] else _of_steps(steps[: _length_of_hint(steps)])
    stations = before + _of_steps(path, len(before))
    names = [row.name for row in file.sampling]
    first = len(stations) - len(names)
    return stations[:first] + [
        replace(station, name=name, title=f"{name} again: {_printed(station)}", letter=chosen)
        if not station.result
        else replace(station, title=f"{station.name}: {name} again, {_printed(station)}", letter=chosen)
        for name, station in zip(names, stations[first:], strict=True)
    ]


def _length_of_hint(steps: Sequence[Step]) -> int:
    """Return how many steps come before another complex is seen."""
    return next(place for place, step in enumerate(steps) if step.complex != steps[0].complex)


def _printed(station: Station) -> str:
    return ", ".join(map(str, station.commands))


def _bond_stations(question: Question, complex_: Complex, answer: Answer | None) -> list[Station]:
    """Return the views, then the bonds one by one, then all of them."""
    pictures = question.recipe.images
    stations = [Station(one.shot.view, f"{one.shot.view} view", one.complex, one.shot) for one in pictures]
    *_, last = question_steps(question)
    if isinstance(answer, BondsAnswer):
        return stations + _given_bonds(question, complex_, answer, last)
    bonds = true_bonds(question, complex_)
    stations += _one_by_one(bonds, pictures[0])
    title = f"{len(bonds)} hydrogen bond{'s' if len(bonds) != 1 else ''}" if bonds else "no hydrogen bond"
    stations.append(Station("all bonds" if bonds else "no bond", title, question.complex, last.shot, result=True))
    return stations


def _one_by_one(bonds: Sequence[tuple[BondName, Bond]], front: Picture) -> list[Station]:
    stations = []
    for number, (name, bond) in enumerate(bonds, start=1):
        lines = [*_lines((one for _, one in bonds[: number - 1]), _DASHES), *_lines([bond], _LIT)]
        shot = front.shot.but(extra_bonds=tuple(lines))
        stations.append(Station(f"bond {number}", bond_title(name), front.complex, shot, bond=bond))
    return stations


def _lines(bonds: Iterable[Bond], look: Dashes) -> list[ExtraBond]:
    return [ExtraBond(one, other, look) for one, other in bonds]


def bond_title(name: BondName) -> str:
    """Return a bond in words: ``ARG 45 A NH2, ligand O1B``."""
    number = "" if name.residue_number is None else f"{name.residue_number}{name.insertion_code}"
    residue = " ".join(filter(None, (name.residue_name, number, name.chain, name.atom)))
    return f"{residue}, ligand {name.ligand_atom}"


def _given_bonds(question: Question, complex_: Complex, answer: BondsAnswer, last: Step) -> list[Station]:
    """Return the bonds of an answer one by one, each in the look of its verdict, then all of them with those missed."""
    from misi_viewer.session.explorer.comparison.bonds import compare_bonds

    compared = compare_bonds(question, answer, complex_)
    front = question.recipe.images[0]
    stations = []
    for number, one in enumerate(compared.bonds, start=1):
        lines = compared.lines(upto=number)
        shot = front.shot.but(extra_bonds=lines)
        title = f"{one.verdict}: {bond_title(one.name)}"
        stations.append(Station(f"bond {number}", title, front.complex, shot, bond=one.atoms))
    shot = front.shot.but(extra_bonds=compared.lines())
    stations.append(Station("all bonds", compared.summary, last.complex, shot, result=True))
    return stations
