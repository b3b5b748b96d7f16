"""The command line of a window: one table of commands, from which help and completion are made."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from misi_viewer.chem.selection import EXAMPLES, WORDS
from misi_viewer.errors import UserError
from misi_viewer.session.command_line_atoms import ATOM_COMMANDS
from misi_viewer.session.command_line_complexes import COMPLEX_COMMANDS
from misi_viewer.session.command_line_controls import CommandSpec, Controls, complex_of, near_word, no_arguments
from misi_viewer.session.command_line_style import STYLE_COMMANDS
from misi_viewer.session.command_line_view import VIEW_COMMANDS

__all__ = ["COMMANDS", "LONGEST_LINE", "complete", "find_command", "help_lines", "run", "split_line"]

LONGEST_LINE = 100_000
"""Characters."""

_END = re.compile(r"(?<!\\);")
_PICTURE = ".png"
_NAME = re.compile(r"~?\s*[^\s~]*")


def _undo(controls: Controls, arguments: str) -> str:
    no_arguments("undo", arguments)
    title = controls.undo()
    return f"Undone: {title}." if title else "There is nothing to undo."


def _redo(controls: Controls, arguments: str) -> str:
    no_arguments("redo", arguments)
    title = controls.redo()
    return f"Done again: {title}." if title else "There is nothing to redo."


def _save(controls: Controls, arguments: str) -> str:
    complex_of(controls)
    text = arguments.strip("\"'")
    if not text:
        raise UserError("Write the name of a file, as in 'save picture.png'.")
    path = Path(text).expanduser()
    if path.suffix.lower() != _PICTURE:
        raise UserError(f"Pictures are written as PNG; give {path.name[:60]} a name that ends in {_PICTURE}.")
    controls.save_picture(path)
    return f"The picture goes to {path}."


def _help(controls: Controls, arguments: str) -> str:  # noqa: ARG001
    return "\n".join(help_lines(arguments))


_WINDOW_COMMANDS = (
    CommandSpec("undo", ("undo",), "Take the last change back.", _undo, needs_complex=False),
    CommandSpec("redo", ("redo",), "Make the change that was undone again.", _redo, needs_complex=False),
    CommandSpec("save", ("save FILE.png",), "Write the picture as it is seen to a file.", _save),
    CommandSpec(
        "help",
        ("help", "help COMMAND", "help selection"),
        "List the commands, or explain one, or how atoms are selected.",
        _help,
        needs_complex=False,
    ),
)

COMMANDS: tuple[CommandSpec, ...] = (
    *VIEW_COMMANDS,
    *ATOM_COMMANDS,
    *STYLE_COMMANDS,
    *COMPLEX_COMMANDS,
    *_WINDOW_COMMANDS,
)
"""Every command, in the order of the help."""

_BY_NAME = {name: spec for spec in COMMANDS for name in (spec.name, *spec.aliases)}


def run(controls: Controls, line: str) -> Iterator[str]:
    """Do what a line says, and yield a sentence for each command; `;` separates several, `#` begins a remark.

    Raises
    ------
    UserError
        At the first command that cannot be done; those before it are done.
    """
    if len(line) > LONGEST_LINE:
        raise UserError(f"This line is longer than {LONGEST_LINE:,} characters.")
    for name, arguments in split_line(line):
        spec = find_command(name)
        if spec.needs_complex:
            complex_of(controls)
        yield spec.handler(controls, arguments)


def split_line(line: str) -> list[tuple[str, str]]:
    """Return name and arguments of each command of a line."""
    found = []
    for piece in _END.split(line):
        text = piece.strip()
        if not text or text.startswith("#"):
            continue
        match = _NAME.match(text)
        end = match.end() if match else len(text)
        found.append((text[:end].replace(" ", ""), text[end:].strip()))
    return found


def find_command(name: str) -> CommandSpec:
    """Return the command of a name, or the only one that begins so.

    Raises
    ------
    UserError
        If there is none, with the nearest.
    """
    word = name.lower()
    if word in _BY_NAME:
        return _BY_NAME[word]
    beginning = {spec.name: spec for known, spec in _BY_NAME.items() if len(word) > 1 and known.startswith(word)}
    if len(beginning) == 1:
        return next(iter(beginning.values()))
    near = ", ".join(beginning) or near_word(word, _BY_NAME)
    hint = f"perhaps {near.replace(', ', ' or ')} is meant" if near else "type help for a list"
    raise UserError(f"There is no command '{name[:40]}'; {hint}.")


def help_lines(topic: str = "") -> list[str]:
    """Return the help: of all commands, of one, or of how atoms are selected."""
    if not topic:
        width = max(len(spec.name) for spec in COMMANDS)
        return [f"{spec.name:<{width}}  {spec.help}" for spec in COMMANDS]
    if topic.lower() in ("selection", "selections"):
        rows = [*EXAMPLES, *((word, meaning) for word, meaning in WORDS.items())]
        width = max(len(text) for text, _ in rows)
        return [f"{text:<{width}}  {meaning}" for text, meaning in rows]
    spec = find_command(topic)
    also = [f"Also: {', '.join(spec.aliases)}"] if spec.aliases else []
    return [spec.help, *(f"    {form}" for form in spec.syntax), *also]


def complete(line: str) -> list[str]:
    """Return the lines that what was typed can become, the last word of it completed."""
    start = line.rfind(";") + 1
    done, rest = line[:start], line[start:]
    text = rest.lstrip()
    done += rest[: len(rest) - len(text)]
    if " " not in text:
        return [f"{done}{spec.name} " for spec in COMMANDS if spec.name.startswith(text.lower())]
    name, _, arguments = text.partition(" ")
    spec = _BY_NAME.get(name.lower())
    if spec is None:
        return []
    head, last = _last_word(arguments)
    words = _BY_NAME if spec.name == "help" else spec.arguments if not head.strip() else ()
    words = (*words, *(WORDS if spec.takes_selection else ()))
    return [f"{done}{name} {head}{word}" for word in words if word.startswith(last.lower()) and word != last]


def _last_word(text: str) -> tuple[str, str]:
    match = re.search(r"[A-Za-z]*$", text)
    at = match.start() if match else len(text)
    return text[:at], text[at:]
