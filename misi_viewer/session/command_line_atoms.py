"""Typed commands that take atoms: select, show, hide, measure."""

from __future__ import annotations

from misi_viewer.chem.complex import Complex
from misi_viewer.chem.elements import SYMBOLS
from misi_viewer.chem.selection import (
    PARTS,
    AtomRef,
    Selection,
    SelectionError,
    Word,
    evaluate,
    mentions_selected,
    parse,
    parse_sequence,
    part_of,
    print_selection,
    selector_of,
    walk,
)
from misi_viewer.chem.selection.syntax import Element, Node
from misi_viewer.errors import UserError
from misi_viewer.scene.parts import displayed_atoms, ligand_frame
from misi_viewer.scene.shot import ResidueId, Shot
from misi_viewer.session.command_line_complexes import deal_with, is_number
from misi_viewer.session.command_line_controls import CommandSpec, Controls, choose, complex_of, counted, no_arguments
from misi_viewer.session.measurements import KINDS, Kind, Measurement, describe

__all__ = ["ATOM_COMMANDS", "held_by", "hiding", "named", "showing", "with_fewer", "with_more"]

_LONGEST_KEPT = 300
"""Characters up to which what is hidden is kept as it was typed."""

_PARTS = ("complex", "pocket", "ligand")


def _evaluate(controls: Controls, node: Node) -> Selection:
    """Return the atoms of a selection where the ligand stands now."""
    return held_by(complex_of(controls), controls.shot, node, controls.selection)


def held_by(complex_: Complex, shot: Shot, node: Node, selected: Selection | None = None) -> Selection:
    """Return the atoms of a selection where a shot's commands put the ligand."""
    frame = ligand_frame(complex_.ligand, shot.ligand_commands)
    moved = None if frame is None else frame.to_scene(complex_.ligand.coordinates)
    return evaluate(complex_, node, ligand_coordinates=moved, selected=selected)


def _amount(complex_: Complex, atoms: Selection) -> str:
    residues = sum(len(set(part_of(complex_, part).residue_of_atom[atoms[part]].tolist())) for part in PARTS)
    return f"{counted(len(atoms), 'atom')} of {counted(residues, 'residue')}"


def _nothing(node: Node) -> str:
    """Return a hint for a selection that holds no atom."""
    elements = [part.number for part in walk(node) if isinstance(part, Element)]
    if not elements:
        return "No atom fits this selection."
    symbol = SYMBOLS[elements[0]]
    return f"No atom fits this selection; {symbol} is the element, an atom's name is written @{symbol.upper()}."


def _select(controls: Controls, arguments: str) -> str:
    complex_ = complex_of(controls)
    node = parse(arguments)
    atoms = _evaluate(controls, node)
    controls.set_selection(atoms)
    return f"{_amount(complex_, atoms)} are selected." if atoms else f"{_nothing(node)} Nothing is selected."


def _unselect(controls: Controls, arguments: str) -> str:
    complex_ = complex_of(controls)
    atoms = controls.selection & ~_evaluate(controls, parse(arguments)) if arguments else Selection.of(complex_)
    controls.set_selection(atoms)
    return f"{_amount(complex_, atoms)} are still selected." if atoms else "Nothing is selected."


def named(controls: Controls, arguments: str) -> Node:
    """Return a selection that does not depend on what is selected in the window."""
    node = parse(arguments)
    if mentions_selected(node):
        return parse(selector_of(complex_of(controls), _evaluate(controls, node)))
    return node


def with_more(complex_: Complex, shot: Shot, text: str, node: Node) -> str:
    """Return a selection of what another one, or none, holds in a shot, and of more atoms."""
    if not text:
        return print_selection(node)
    atoms = held_by(complex_, shot, parse(text)) | held_by(complex_, shot, node)
    union = f"({text}) | ({print_selection(node)})"
    return _shortest(complex_, shot, atoms, (text, print_selection(node), union))


def with_fewer(complex_: Complex, shot: Shot, text: str, node: Node) -> str:
    """Return a selection of what another one holds in a shot, but for some atoms; "" for none."""
    if not text:
        return ""
    atoms = held_by(complex_, shot, parse(text)) & ~held_by(complex_, shot, node)
    return _shortest(complex_, shot, atoms, (text, f"({text}) & ~({print_selection(node)})"))


def hiding(complex_: Complex, shot: Shot, node: Node) -> Shot:
    """Return a shot that hides more atoms."""
    return shot.but(hide=with_more(complex_, shot, shot.hide, node))


def showing(complex_: Complex, shot: Shot, node: Node) -> Shot:
    """Return a shot that displays atoms again.

    Where they belong to a part that the shot leaves out, it becomes one of the
    whole complex that hides the rest; what views are fitted to stays.
    """
    wanted, left_out = held_by(complex_, shot, node), _left_out(complex_, shot)
    if wanted & left_out:
        hidden = held_by(complex_, shot, parse(shot.hide)) if shot.hide else Selection.of(complex_)
        shot = shot.but(parts="complex", residue=None, fit=shot.fit_to)
        return shot.but(hide=_shortest(complex_, shot, (hidden | left_out) & ~wanted, ()))
    return shot.but(hide=with_fewer(complex_, shot, shot.hide, node))


def _left_out(complex_: Complex, shot: Shot) -> Selection:
    """Return the atoms of parts that a shot leaves out."""
    nothing = Selection.of(complex_)
    if shot.parts == "complex":
        return nothing
    if shot.residue is not None:
        row = _residue_row(complex_, shot.residue)
        return Selection(complex_.pocket.residue_of_atom != row, nothing.ligand)
    return evaluate(complex_, Word("ligand" if shot.parts == "pocket" else "pocket"))


def _residue_row(complex_: Complex, residue: ResidueId) -> int:
    """Return the row of a residue of the pocket."""
    atoms = displayed_atoms(complex_, Shot(parts="residue", residue=residue)).parts[0].rows
    return int(complex_.pocket.residue_of_atom[atoms[0]])


def _shortest(complex_: Complex, shot: Shot, atoms: Selection, texts: tuple[str, ...]) -> str:
    """Return the first text that holds the atoms, or a new one; "" for none."""
    if not atoms:
        return ""
    for text in texts:
        try:
            node = parse(text)
        except SelectionError:  # too long, or too deep
            continue
        if len(text) <= _LONGEST_KEPT and held_by(complex_, shot, node).same_as(atoms):
            return print_selection(node)
    return selector_of(complex_, atoms)


def _hide(controls: Controls, arguments: str) -> str:
    if is_number(arguments):
        return deal_with(controls, arguments, "hide")
    complex_ = complex_of(controls)
    node = named(controls, arguments)
    if node == Word("hydrogens"):
        controls.set_shot(controls.shot.but(hydrogens=False))
        return "Hydrogens are hidden."
    atoms = _evaluate(controls, node)
    if not atoms:
        return _nothing(node)
    controls.set_shot(hiding(complex_, controls.shot, node))
    return f"{_amount(complex_, atoms)} are hidden."


def _show(controls: Controls, arguments: str) -> str:
    if is_number(arguments):
        return deal_with(controls, arguments, "show")
    complex_ = complex_of(controls)
    if not arguments:
        controls.set_shot(controls.shot.but(hide=""))
        return "Nothing is hidden."
    node = named(controls, arguments)
    shot = showing(complex_, controls.shot, node)
    if node == Word("hydrogens"):
        controls.set_shot(shot.but(hydrogens=True))
        return "Hydrogens are shown."
    atoms = _evaluate(controls, node)
    if not atoms:
        return _nothing(node)
    controls.set_shot(shot)
    solvent = "" if atoms & ~evaluate(complex_, Word("solvent")) else " Solvent is never displayed."
    return f"{_amount(complex_, atoms)} are shown.{solvent}"


def _parts(controls: Controls, arguments: str) -> str:
    complex_ = complex_of(controls)
    word, _, rest = arguments.partition(" ")
    kind = choose(word, (*_PARTS, "residue"), "part")
    if kind != "residue":
        controls.set_shot(controls.shot.but(parts=kind, residue=None))
        return f"The {kind} is shown."
    atoms = _evaluate(controls, parse(rest)).pocket
    rows = sorted(set(complex_.pocket.residue_of_atom[atoms].tolist()))
    if len(rows) != 1:
        found = counted(len(rows), "residue")
        raise UserError(f"Write one residue of the pocket, as in 'parts residue /A:45'; this selects {found}.")
    residue = _residue_id(complex_, rows[0])
    controls.set_shot(controls.shot.but(parts="residue", residue=residue))
    return f"Residue {residue} and the ligand are shown."


def _residue_id(complex_: Complex, row: int) -> ResidueId:
    table = complex_.pocket.residues
    residue = ResidueId(str(table.chains[row]).strip(), int(table.numbers[row]), str(table.insertion_codes[row]))
    if _residue_row(complex_, residue) == row:
        return residue
    return ResidueId(residue.chain, residue.number, residue.insertion_code, str(table.names[row]))


def _measure(kind: Kind) -> tuple[CommandSpec, CommandSpec]:
    count = KINDS[kind]

    def run(controls: Controls, arguments: str) -> str:
        complex_ = complex_of(controls)
        atoms = _atoms(controls, arguments) if arguments else controls.picked[-count:]
        if len(atoms) != count:
            ways = "pick them one by one, or write a selection for each"
            raise UserError(f"For {_WITH_ARTICLE[kind]} give {count} atoms, not {len(atoms)}; {ways}.")
        measurement = Measurement(atoms)
        if measurement not in controls.measurements:
            controls.set_measurements((*controls.measurements, measurement))
        return f"{describe(measurement, complex_, controls.shot)}."

    def remove(controls: Controls, arguments: str) -> str:
        complex_of(controls)
        unwanted = Measurement(_atoms(controls, arguments)) if arguments else None
        left = tuple(one for one in controls.measurements if one.kind != kind or unwanted not in (None, one))
        gone = len(controls.measurements) - len(left)
        controls.set_measurements(left)
        return f"{counted(gone, kind)} removed." if gone else f"There is no such {kind}."

    example = " ".join(f"ATOM{number + 1}" for number in range(count))
    aliases = ("torsion",) if kind == "dihedral" else ()
    return (
        CommandSpec(
            kind,
            (kind, f"{kind} {example}"),
            f"Measure {_WITH_ARTICLE[kind]} between the atoms picked last, or named, each by a selection.",
            run,
            aliases,
            takes_selection=True,
        ),
        CommandSpec(
            f"~{kind}",
            (f"~{kind}", f"~{kind} {example}"),
            "Remove all measurements of this kind, or one.",
            remove,
            tuple(f"~{alias}" for alias in aliases),
            takes_selection=True,
        ),
    )


_WITH_ARTICLE: dict[Kind, str] = {"distance": "a distance", "angle": "an angle", "dihedral": "a dihedral"}


def _atoms(controls: Controls, arguments: str) -> tuple[AtomRef, ...]:
    """Return the single atoms that selections side by side name."""
    found = []
    for number, node in enumerate(parse_sequence(arguments), 1):
        atoms = _evaluate(controls, node).atoms()
        if len(atoms) != 1:
            text = print_selection(node)
            raise UserError(f"Selection {number}, {text[:60]}, must hold one atom and holds {len(atoms)}.")
        found.append(atoms[0])
    return tuple(found)


def _unmeasure(controls: Controls, arguments: str) -> str:
    no_arguments("~measure", arguments)
    complex_of(controls)
    gone = counted(len(controls.measurements), "measurement")
    controls.set_measurements(())
    return f"{gone} removed."


ATOM_COMMANDS = (
    CommandSpec(
        "select", ("select SELECTION",), "Select atoms, instead of those selected.", _select, takes_selection=True
    ),
    CommandSpec(
        "~select",
        ("~select", "~select SELECTION"),
        "Select nothing, or these atoms no longer.",
        _unselect,
        takes_selection=True,
    ),
    CommandSpec(
        "hide",
        ("hide SELECTION", "hide #2"),
        "Display these atoms, or another complex, no longer.",
        _hide,
        takes_selection=True,
        aliases=("~show",),
    ),
    CommandSpec(
        "show",
        ("show", "show SELECTION", "show #2"),
        "Display everything, or these atoms, or another complex, again.",
        _show,
        takes_selection=True,
        aliases=("~hide",),
    ),
    CommandSpec(
        "parts",
        (f"parts {'|'.join(_PARTS)}", "parts residue SELECTION"),
        "Display the complex, one part of it, or one residue with the ligand.",
        _parts,
        arguments=(*_PARTS, "residue"),
    ),
    *_measure("distance"),
    *_measure("angle"),
    *_measure("dihedral"),
    CommandSpec("~measure", ("~measure",), "Remove all measurements.", _unmeasure),
)
"""The commands of this module."""
