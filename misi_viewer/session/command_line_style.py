"""Typed commands that say how things look."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, get_args

import msgspec

from misi_viewer.chem.complex import Complex
from misi_viewer.chem.elements import SYMBOLS, atomic_number
from misi_viewer.chem.selection import parse, print_selection
from misi_viewer.chem.selection.syntax import Node
from misi_viewer.errors import UserError
from misi_viewer.scene.colours import rgb
from misi_viewer.scene.shot import Quality, Shot
from misi_viewer.scene.shot_look import REPRESENTATION_WORDS, Look
from misi_viewer.scene.shot_surface import SURFACE_COLOURS, SURFACE_PARTS, parse_surface
from misi_viewer.scene.style import Representation, Style
from misi_viewer.scene.styles import load_style, own_styles, parse_style, style_names
from misi_viewer.session.command_line_atoms import held_by, named, with_fewer, with_more
from misi_viewer.session.command_line_controls import (
    CommandSpec,
    Controls,
    choose,
    complex_of,
    counted,
    no_arguments,
    on_or_off,
)

__all__ = ["STYLE_COMMANDS", "SWITCHES", "drawing_as", "flat_style", "labelling", "unlabelling", "with_setting"]

SWITCHES = {
    "hydrogens": ("hydrogens", "Hydrogens"),
    "hbonds": ("hydrogen_bonds", "Hydrogen bonds"),
    "breaks": ("chain_breaks", "Chain breaks"),
    "transparent": ("transparent", "A transparent background"),
}
"""Commands that switch a field of the shot on and off, and what that is for people."""

NO_ATOM = "No atom fits this selection."
_LONGEST_FIRST = sorted(REPRESENTATION_WORDS, key=len, reverse=True)
_LABELS = ("all", "residues", "atoms")
_COLOUR_FIELDS = {"ligand": "ligand_carbon", "background": "background", "labels": "labels.colour"}


def _switch(name: str) -> CommandSpec:
    field, thing = SWITCHES[name]

    def run(controls: Controls, arguments: str) -> str:
        complex_of(controls)
        on = on_or_off(name, arguments)
        controls.set_shot(controls.shot.but(**{field: on}))
        return f"{thing}: {'on' if on else 'off'}."

    return CommandSpec(
        name, (f"{name} on|off",), f"{thing}: switched on or off in the picture.", run, arguments=("on", "off")
    )


def _label(controls: Controls, arguments: str, *, on: bool) -> str:
    complex_of(controls)
    word, _, atoms = arguments.partition(" ")
    kind = choose(word, _LABELS, "kind of label") if arguments else "all"
    if atoms.strip():
        return _label_atoms(controls, kind, atoms.strip(), on=on)
    if kind == "all":
        extra = {} if on else {"label_atoms": "", "label_residues": ""}
        controls.set_shot(controls.shot.but(labels=on, **extra))
        return f"Labels are {'shown' if on else 'hidden'}."
    labels = controls.style.labels
    controls.set_style(controls.style.but(labels=msgspec.structs.replace(labels, **{kind: on})))
    if on and not controls.shot.labels:
        controls.set_shot(controls.shot.but(labels=True))
    return f"Labels of {kind} are {'shown' if on else 'hidden'}."


def _label_atoms(controls: Controls, kind: str, text: str, *, on: bool) -> str:
    """Label the atoms or residues of a selection too, or no longer."""
    if kind == "all":
        raise UserError(
            "Write which labels the atoms get, as in 'label atoms within 4 of ligand' or 'label residues :ARG'."
        )
    complex_, node = complex_of(controls), named(controls, text)
    atoms, change = held_by(complex_, controls.shot, node), labelling if on else unlabelling
    if not atoms:
        return NO_ATOM
    controls.set_shot(change(complex_, controls.shot, f"label_{kind}", node))
    by = "name" if kind == "atoms" else "residue"
    return f"{counted(len(atoms), 'atom')} labelled{'' if on else ' no longer'} by {by}."


def labelling(complex_: Complex, shot: Shot, field: str, node: Node) -> Shot:
    """Return a shot that labels more atoms; `field` is "label_atoms" or "label_residues"."""
    return shot.but(**{field: with_more(complex_, shot, getattr(shot, field), node)})


def unlabelling(complex_: Complex, shot: Shot, field: str, node: Node) -> Shot:
    """Return a shot that labels fewer atoms; `field` as in `labelling`."""
    return shot.but(**{field: with_fewer(complex_, shot, getattr(shot, field), node)})


def _style(controls: Controls, arguments: str) -> str:
    if not arguments:
        return f"The style is {controls.style.name}; there are {', '.join(style_names())}."
    representation = REPRESENTATION_WORDS.get(arguments.lower())
    if representation is not None:
        controls.set_style(controls.style.but(representation=representation))
        return f"Drawn as {representation}."
    word = next((word for word in _LONGEST_FIRST if arguments.lower().endswith(f" {word}")), "")
    if word and not _is_style(arguments):
        return _draw_as(controls, arguments[: -len(word)].strip(), REPRESENTATION_WORDS[word])
    controls.set_style(load_style(arguments.strip("\"'")))
    return f"The style is {controls.style.name}."


def _is_style(name: str) -> bool:
    return name.casefold() in map(str.casefold, (*style_names(), *own_styles()))


def _draw_as(controls: Controls, text: str, representation: Representation) -> str:
    complex_ = complex_of(controls)
    node = named(controls, text)
    atoms = held_by(complex_, controls.shot, node)
    if not atoms:
        return NO_ATOM
    controls.set_shot(drawing_as(complex_, controls.shot, Look(print_selection(node), representation)))
    return f"{counted(len(atoms), 'atom')} drawn as {representation}."


def drawing_as(complex_: Complex, shot: Shot, look: Look) -> Shot:
    """Return a shot that draws some atoms otherwise; what that leaves nothing of is forgotten."""
    atoms = held_by(complex_, shot, parse(look.atoms))
    kept = [one for one in shot.looks if held_by(complex_, shot, parse(one.atoms)) & ~atoms]
    return shot.but(looks=(*kept, look))


def _unstyle(controls: Controls, arguments: str) -> str:
    no_arguments("~style", arguments)
    complex_of(controls)
    controls.set_shot(controls.shot.but(looks=()))
    return f"All atoms are drawn as {controls.style.representation}."


def _colour(controls: Controls, arguments: str) -> str:
    target, _, colour = arguments.partition(" ")
    colour = colour.strip()
    if not colour:
        raise UserError("Write what gets which colour, as in 'color ligand gold' or 'color N 3050F8'.")
    if target.lower() == "residues":
        colours = tuple(part.strip() for part in colour.split(","))
        controls.set_style(controls.style.but(residue_carbons=colours))
        return f"Carbons of residues are {' and '.join(colours)} in turn."
    if target.lower() in _COLOUR_FIELDS:
        rgb(colour)
        controls.set_style(with_setting(controls.style, _COLOUR_FIELDS[target.lower()], colour))
        return f"The colour of {target.lower()} is {colour}."
    number = atomic_number(target)
    if not number:
        words = ", ".join(("residues", *_COLOUR_FIELDS))
        raise UserError(f"'{target[:40]}' has no colour; write one of {words}, or an element's symbol.")
    colours_of = {**controls.style.element_colours, SYMBOLS[number]: colour}
    controls.set_style(controls.style.but(element_colours=colours_of))
    return f"The colour of {SYMBOLS[number]} is {colour}."


def flat_style(style: Style) -> dict[str, Any]:
    """Return the fields of a style by name, those of its parts as "light.key"; name and description left out."""
    values = msgspec.to_builtins(style)
    flat: dict[str, Any] = {}
    for name, value in values.items():
        if name in ("name", "description"):
            continue
        if isinstance(value, dict) and name != "element_colours":
            flat.update((f"{name}.{part}", inner) for part, inner in value.items())
        else:
            flat[name] = value
    return flat


def with_setting(style: Style, field: str, text: str) -> Style:
    """Return a style with one field of `flat_style` changed, its value given as text or JSON.

    Raises
    ------
    UserError
        If there is no such field, or the value cannot stand in it.
    """
    flat = flat_style(style)
    name = choose(field, flat, "setting of the style")
    value: Any = "" if text == '""' else text
    if not isinstance(flat[name], str):
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            value = [part.strip() for part in text.split(",")] if isinstance(flat[name], list | tuple) else text
    values = msgspec.to_builtins(style)
    outer, _, inner = name.partition(".")
    if inner:
        values[outer][inner] = value
    else:
        values[outer] = value
    return parse_style(json.dumps(values))


def _set(controls: Controls, arguments: str) -> str:
    field, _, value = arguments.partition(" ")
    if not value.strip():
        raise UserError("Write a setting of the style and its value, as in 'set light.key 1.2'.")
    controls.set_style(with_setting(controls.style, field, value.strip()))
    return f"{choose(field, flat_style(controls.style), 'setting of the style')} is {value.strip()}."


def _surface(controls: Controls, arguments: str) -> str:
    complex_of(controls)
    surface = parse_surface(":".join(_surface_words(arguments)))
    controls.set_shot(controls.shot.but(surface=surface))
    if surface is None:
        return "No surface is shown."
    return f"The surface of the {surface.of} by {surface.colour}, {100.0 * surface.opacity:g} % opaque."


def _surface_words(arguments: str) -> Iterator[str]:
    """Yield part, colour and percent; the words "color", "opacity" and "transparency" may stand before them."""
    words = iter(arguments.lower().split())
    for word in words:
        if word == "transparency":
            percent = next(words, "").removesuffix("%")
            yield f"{100.0 - float(percent):g}" if percent.replace(".", "", 1).isdecimal() else percent or word
        elif word not in ("color", "colour", "opacity"):
            yield word


def _quality(controls: Controls, arguments: str) -> str:
    complex_of(controls)
    quality = choose(arguments, get_args(Quality), "quality")
    controls.set_shot(controls.shot.but(quality=quality))
    return f"The quality is {quality}."


def _supersample(controls: Controls, arguments: str) -> str:
    complex_of(controls)
    if not arguments.isdecimal() or len(arguments) > 3:
        raise UserError("Write how many passes a side of a pixel has, as in 'supersample 3'.")
    controls.set_shot(controls.shot.but(supersample=int(arguments)))
    return f"Each pixel is the mean of {int(arguments) ** 2}."


STYLE_COMMANDS = (
    CommandSpec(
        "label",
        ("label", "label all|residues|atoms", "label atoms SELECTION", "label residues SELECTION"),
        "Show labels, or those of residues or of the ligand's atoms, or of atoms or residues of a selection too.",
        lambda controls, arguments: _label(controls, arguments, on=True),
        arguments=_LABELS,
        takes_selection=True,
        aliases=("labels",),
    ),
    CommandSpec(
        "~label",
        ("~label", "~label all|residues|atoms", "~label atoms SELECTION", "~label residues SELECTION"),
        "Hide labels, or those of residues or of the ligand's atoms, or take those of a selection away again.",
        lambda controls, arguments: _label(controls, arguments, on=False),
        arguments=_LABELS,
        takes_selection=True,
        aliases=("~labels", "unlabel"),
    ),
    CommandSpec(
        "style",
        ("style stick|ball|sphere|wire", "style SELECTION stick|ball|sphere|wire", "style NAME|FILE"),
        "Draw all, or the atoms of a selection, as sticks, balls and sticks, spheres or wire; or take another style.",
        _style,
        arguments=("stick", "ball", "sphere", "wire"),
        takes_selection=True,
        needs_complex=False,
    ),
    CommandSpec("~style", ("~style",), "Draw all atoms as the style says.", _unstyle),
    CommandSpec(
        "color",
        ("color ligand|background|labels COLOUR", "color residues COLOUR,COLOUR", "color ELEMENT COLOUR"),
        "Change a colour of the style: a word, or six hexadecimal digits.",
        _colour,
        arguments=("ligand", "residues", "background", "labels"),
        aliases=("colour",),
        needs_complex=False,
    ),
    CommandSpec(
        "set",
        ("set SETTING VALUE",),
        "Change a setting of the style, such as light.key, depth_cue.start or stick_radius.",
        _set,
        needs_complex=False,
    ),
    CommandSpec(
        "surface",
        ("surface pocket|ligand element|hydrophobicity", "surface pocket element transparency 50", "surface off"),
        "Show the surface of pocket or ligand, by element or hydrophobicity; a percentage alone is how opaque it is.",
        _surface,
        arguments=(*SURFACE_PARTS, *SURFACE_COLOURS, "off"),
    ),
    *(_switch(name) for name in SWITCHES),
    CommandSpec(
        "quality", ("quality exact|fast",), "How pictures at rest are drawn.", _quality, arguments=get_args(Quality)
    ),
    CommandSpec("supersample", ("supersample N",), "How many passes a side of a pixel has.", _supersample),
)
"""The commands of this module."""
