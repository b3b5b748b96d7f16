"""Typed commands that say how things look."""

from __future__ import annotations

import json
from typing import Any, get_args

import msgspec

from misi_viewer.chem.elements import SYMBOLS, atomic_number
from misi_viewer.chem.selection import mentions_selected, parse, select, selector_of
from misi_viewer.errors import UserError
from misi_viewer.scene.colours import rgb
from misi_viewer.scene.shot import Quality
from misi_viewer.scene.shot_surface import SURFACE_COLOURS, SURFACE_PARTS, parse_surface
from misi_viewer.scene.style import Style
from misi_viewer.scene.styles import load_style, parse_style, style_names
from misi_viewer.session.command_line_controls import CommandSpec, Controls, choose, complex_of, counted, on_or_off

__all__ = ["REPRESENTATIONS", "STYLE_COMMANDS", "SWITCHES", "flat_style", "with_setting"]

REPRESENTATIONS = {
    "stick": "stick",
    "sticks": "stick",
    "ball": "ball and stick",
    "ball and stick": "ball and stick",
    "sphere": "sphere",
    "spheres": "sphere",
    "wire": "wire",
}
"""What may be typed for each representation."""

SWITCHES = {
    "hydrogens": ("hydrogens", "Hydrogens"),
    "hbonds": ("hydrogen_bonds", "Hydrogen bonds"),
    "breaks": ("chain_breaks", "Chain breaks"),
    "transparent": ("transparent", "A transparent background"),
}
"""Commands that switch a field of the shot on and off, and what that is for people."""

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
    """Label the atoms or residues of a selection, and no others but those that are labelled anyway."""
    if kind == "all" or not on:
        raise UserError(
            "Write which labels the atoms get, as in 'label atoms within 4 of ligand' or 'label residues :ARG'; "
            "'label atoms none' takes them away."
        )
    atoms = select(complex_of(controls), text, selected=controls.selection)
    written = selector_of(complex_of(controls), atoms) if mentions_selected(parse(text)) else text
    controls.set_shot(controls.shot.but(**{f"label_{kind}": written if atoms else ""}))
    return f"{counted(len(atoms), 'atom')} labelled by {'name' if kind == 'atoms' else 'residue'}."


def _style(controls: Controls, arguments: str) -> str:
    if not arguments:
        return f"The style is {controls.style.name}; there are {', '.join(style_names())}."
    representation = REPRESENTATIONS.get(arguments.lower())
    if representation is not None:
        controls.set_style(controls.style.but(representation=representation))
        return f"Drawn as {representation}."
    controls.set_style(load_style(arguments.strip("\"'")))
    return f"The style is {controls.style.name}."


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
    surface = parse_surface(":".join(arguments.split()))
    controls.set_shot(controls.shot.but(surface=surface))
    if surface is None:
        return "No surface is shown."
    return f"The surface of the {surface.of} by {surface.colour}, {100.0 * surface.opacity:g} % opaque."


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
        "Show labels, or those of residues or of the ligand's atoms, or of the atoms or residues of a selection.",
        lambda controls, arguments: _label(controls, arguments, on=True),
        arguments=_LABELS,
        takes_selection=True,
        aliases=("labels",),
    ),
    CommandSpec(
        "~label",
        ("~label", "~label all|residues|atoms"),
        "Hide labels, or those of residues or of the ligand's atoms.",
        lambda controls, arguments: _label(controls, arguments, on=False),
        arguments=_LABELS,
        aliases=("~labels",),
    ),
    CommandSpec(
        "style",
        ("style stick|ball|sphere|wire", "style NAME|FILE"),
        "Draw as sticks, balls and sticks, spheres or wire, or in another style.",
        _style,
        arguments=("stick", "ball", "sphere", "wire"),
        needs_complex=False,
    ),
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
        ("surface pocket element", "surface pocket hydrophobicity 50", "surface ligand element", "surface off"),
        "Show the surface of pocket or ligand, coloured by element or hydrophobicity; how opaque it is in percent.",
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
