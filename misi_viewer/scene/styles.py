"""Styles as small files: the built-in ones by name, anyone's by path."""

from __future__ import annotations

import contextlib
import json
import tomllib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
import platformdirs

from misi_viewer import resources
from misi_viewer.errors import UserError
from misi_viewer.scene.messages import complaint
from misi_viewer.scene.style import CHOICES, DEFAULT_STYLE, Style
from misi_viewer.whole_files import write_whole

__all__ = [
    "LARGEST_FILE",
    "keep_style",
    "load_style",
    "own_styles",
    "parse_style",
    "print_style",
    "save_style",
    "style_argument",
    "style_names",
]

LARGEST_FILE = 100_000
"""Bytes; a style is a page of text."""

_FOLDER = "styles"
_SUFFIXES = (".toml", ".json")
_MOST_OWN = 200
_LONGEST_NAME = 100


def style_names() -> list[str]:
    """Return the names of the built-in styles, MiSI-Bench first."""
    return list(_built_in())


def own_folder() -> Path:
    """Return the folder of the styles that a person keeps."""
    return Path(platformdirs.user_config_dir("misi-viewer", appauthor=False)) / _FOLDER


def own_styles() -> dict[str, Path]:
    """Return the files of the styles that a person keeps, by name; files that are no styles are left out."""
    found = {}
    for file in sorted(own_folder().glob("*.toml"))[:_MOST_OWN]:
        with contextlib.suppress(UserError):
            found[_read(file).name] = file
    return dict(sorted(found.items()))


def keep_style(style: Style) -> Path:
    """Keep a style under its name, in place of an earlier one of that name; return its file.

    Raises
    ------
    UserError
        If it has no name, that of a built-in one, or cannot be written.
    """
    plain = _plain(style.name)
    if not plain:
        raise UserError("The style needs a name with letters or digits to be kept.")
    if plain in map(_plain, style_names()):
        raise UserError(f"{style.name} is a built-in style; give yours another name.")
    path = own_folder() / f"{plain[:_LONGEST_NAME]}.toml"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"{path.parent} cannot be made ({error.strerror or error}).") from None
    save_style(style, path)
    return path


@lru_cache(maxsize=1)
def _built_in() -> dict[str, Path]:
    files = sorted(resources.path(_FOLDER).glob("*.toml"))
    named = {_read(file).name: file for file in files}
    return dict(sorted(named.items(), key=lambda item: (item[0] != DEFAULT_STYLE.name, item[0])))


def _plain(name: str) -> str:
    return "".join(character for character in name.casefold() if character.isalnum())


def load_style(name_or_path: str | Path) -> Style:
    """Return a style.

    Parameters
    ----------
    name_or_path
        The name of a style, built-in or kept (capitals, spaces and hyphens do not
        matter), a TOML or JSON file, or JSON itself, which begins with a
        brace. What is left out is as in MiSI-Bench.

    Raises
    ------
    UserError
        If there is no such style or its file is wrong.
    """
    text = str(name_or_path)
    if text.lstrip().startswith("{"):
        return parse_style(text)
    for name, path in (*_built_in().items(), *own_styles().items()):
        if _plain(name) == _plain(text):
            return _read(path)
    path = Path(text)
    if not path.is_file() and path.suffix.lower() not in _SUFFIXES:
        known = ", ".join((*style_names(), *own_styles()))
        raise UserError(f"There is no style '{text[:60]}'; choose one of {known}, or give a file.")
    return _read(path)


def _read(path: Path) -> Style:
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UserError(f"The style {path} cannot be read: {reason}.") from None
    try:
        return parse_style(data, default_name=path.stem)
    except UserError as error:
        raise UserError(f"{path}: {error}") from None


def parse_style(data: bytes | str, default_name: str = "unnamed") -> Style:
    """Read a style from TOML or JSON.

    Parameters
    ----------
    data
        Text; JSON if it begins with a brace.
    default_name
        Name of a style that does not name itself.

    Raises
    ------
    UserError
        If it is not a style.
    """
    if len(data) > LARGEST_FILE:
        raise UserError(f"This is not a style: it is longer than {LARGEST_FILE:,} bytes.")
    try:
        text = data if isinstance(data, str) else data.decode("utf-8-sig")
        values = json.loads(text) if text.lstrip().startswith("{") else tomllib.loads(text)
    except UnicodeDecodeError:
        raise UserError("This is not a style: it is not a text in UTF-8.") from None
    except json.JSONDecodeError as error:
        raise UserError(f"The style is not valid JSON: {error}.") from None
    except (tomllib.TOMLDecodeError, ValueError) as error:
        raise UserError(f"The style is not valid TOML: {str(error).rstrip('.')}.") from None
    except RecursionError:
        raise UserError("This is not a style: it is nested too deeply.") from None
    try:
        return msgspec.convert({"name": default_name, **values}, Style)
    except (msgspec.ValidationError, OverflowError) as error:
        raise UserError(f"This is not a style: {complaint(error, CHOICES)}.") from None


def print_style(style: Style, *, everything: bool = False) -> str:
    """Write a style as TOML; `parse_style` reads it back.

    Parameters
    ----------
    style
        What to write.
    everything
        Whether to write also what is as in MiSI-Bench.
    """
    values = msgspec.to_builtins(style)
    if not everything:
        values = {"name": style.name, **_differences(values, msgspec.to_builtins(DEFAULT_STYLE))}
    return "\n".join(_toml_lines(values, "")) + "\n"


def style_argument(style: Style) -> str:
    """Return what `load_style` makes this style of: the name of a built-in one, else JSON on one line."""
    for name, path in _built_in().items():
        if _read(path) == style:
            return name
    differences = _differences(msgspec.to_builtins(style), msgspec.to_builtins(DEFAULT_STYLE))
    return json.dumps({"name": style.name, **differences}, ensure_ascii=False)


def save_style(style: Style, path: str | Path) -> None:
    """Save a style as a file: TOML, or JSON where the file's name ends so.

    Raises
    ------
    UserError
        If the file cannot be written.
    """
    path = Path(path)
    text = style.to_json() + "\n" if path.suffix.lower() == ".json" else print_style(style)
    write_whole(path, text.encode())


def _differences(values: Mapping[str, Any], defaults: Mapping[str, Any]) -> dict[str, Any]:
    found = {}
    for key, value in values.items():
        default = defaults.get(key)
        if isinstance(value, dict) and isinstance(default, dict):
            inner = _differences(value, default)
            if inner:
                found[key] = inner
        elif value != default:
            found[key] = value
    return found


def _toml_lines(values: Mapping[str, Any], table: str) -> Iterator[str]:
    for key, value in values.items():
        if not isinstance(value, dict):
            yield f"{_toml_key(key)} = {_toml_value(value)}"
    for key, value in values.items():
        if isinstance(value, dict):
            inner = f"{table}.{_toml_key(key)}" if table else _toml_key(key)
            yield f"\n[{inner}]"
            yield from _toml_lines(value, inner)


def _toml_key(key: str) -> str:
    return key if key.isascii() and key.replace("_", "").isalnum() else _toml_value(key)


def _toml_value(value: Any) -> str:
    """Return a text, number, truth value or list as TOML writes it, which is as JSON does but for one character."""
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_toml_value, value))}]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
