"""From a row of whatever shape to what a question consists of (spec formats.md)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from misi_viewer.dataset.reading.jsons import KEY, decode_json
from misi_viewer.dataset.reading.tables import EMBEDDED
from misi_viewer.tasks.question import LETTERS

__all__ = ["ANSWER_KEYS", "ID_KEYS", "PROMPT_KEYS", "Fields", "content_text", "fields_of", "first_of", "message_texts"]

ID_KEYS: Final = ("id", "question_id", "custom_id", "index", "qid", "uid", "sample_id", KEY)
PROMPT_KEYS: Final = ("prompt", "question", "query", "problem", "instruction", "text", "user")
ANSWER_KEYS: Final = (
    "answer",
    "gt_answer",
    "ground_truth",
    "groundtruth",
    "gt",
    "label",
    "target",
    "solution",
    "correct_answer",
    "output",
    "response",
)
_IMAGE_KEYS: Final = (
    "images",
    "image_path",
    "image_paths",
    "image",
    "imgs",
    "img",
    "pictures",
    "image_files",
    "image_list",
)
_COMPLEX_KEYS: Final = ("complex", "pdb_id", "pdbid", "pdb", "PDB", "pdb_code", "entry")
_TASK_KEYS: Final = ("task", "category", "task_name", "task_type", "type", "question_type")
_OPTION_KEYS: Final = ("options", "choices", "candidates")
_NUMBERED: Final = re.compile(r"(?:image|img|picture)_?(\d{1,2})")
_TAG: Final = re.compile(r"<image>\s*")
_LONGEST_PATH: Final = 1_000
_LONGEST_LIST: Final = 20_000
"""Characters of a list that is written as a text; one of embedded pictures is longer."""

_MOST_IMAGES: Final = 64
LONGEST_INDEX: Final = 64
"""Characters of VLMEvalKit's image column up to which it is the index of another row."""

_ASSISTANT: Final = ("assistant", "gpt", "model", "bot")


class Fields(msgspec.Struct, kw_only=True):
    """What a row says, as it says it.

    Attributes
    ----------
    id, task, split, complex, prompt, answer
        Texts; "" where the row has none.
    images
        Paths as they are written, in order.
    embedded
        Whether pictures lie in the row itself.
    same_images
        Id of another row of the table whose images are meant; "" if it has its own.
    options
        Texts; None where there are none.
    recipe, versions
        JSON; b"" where there are none.
    """

    id: str = ""
    task: str = ""
    split: str = ""
    complex: str = ""
    prompt: str = ""
    answer: str = ""
    images: tuple[str, ...] = ()
    embedded: bool = False
    same_images: str = ""
    options: tuple[str, ...] | None = None
    recipe: bytes = b""
    versions: bytes = b""


def first_of(row: Mapping[str, Any], keys: tuple[str, ...]) -> str:
    """Return the first of some values that is a text or number, as a text; "" if none is."""
    for key in keys:
        value = row.get(key)
        if isinstance(value, str | int) and not isinstance(value, bool) and value != "":
            return str(value)
        if isinstance(value, float) and value == value:
            return f"{value:g}" if value.is_integer() else str(value)
    return ""


def fields_of(row: Mapping[str, Any]) -> Fields:
    """Return what a row says of a question."""
    body, about = row.get("body"), row.get("metadata")
    if isinstance(about, dict):
        row = {**about, **row}
    if isinstance(body, dict):
        row = {**row, **body}
    fields = Fields(
        id=first_of(row, ID_KEYS),
        task=first_of(row, _TASK_KEYS),
        split=first_of(row, ("split",)),
        complex=first_of(row, _COMPLEX_KEYS),
        prompt=_prompt(row),
        answer=first_of(row, ANSWER_KEYS),
        options=_options(row),
        recipe=_json(row.get("recipe")),
        versions=_json(row.get("versions")),
    )
    fields.embedded = row.get(EMBEDDED) is True
    _add_images(fields, row)
    _add_messages(fields, row)
    fields.prompt = _TAG.sub("", fields.prompt).strip()
    return fields


def _prompt(row: Mapping[str, Any]) -> str:
    prompt = first_of(row, PROMPT_KEYS)
    more = row.get("input")
    if isinstance(more, str) and more and more != prompt:
        return f"{prompt}\n{more}" if prompt else more
    return prompt


def _json(value: Any) -> bytes:
    """Return an object as JSON, be it one or a text of one."""
    if isinstance(value, str) and value.startswith("{"):
        return value.encode("utf-8", "replace")
    if not isinstance(value, dict) or not value:
        return b""
    try:
        return msgspec.json.encode(value)
    except (ValueError, TypeError, RecursionError, UnicodeError):
        return b""


def _options(row: Mapping[str, Any]) -> tuple[str, ...] | None:
    for key in _OPTION_KEYS:
        value = row.get(key)
        if isinstance(value, str):
            value = _list_in(value)
        if isinstance(value, dict):
            value = [value.get(letter) for letter in LETTERS]
        if isinstance(value, list) and value and all(isinstance(one, str) for one in value):
            return tuple(value)
    letters = [row.get(letter) for letter in LETTERS]
    if all(isinstance(one, str) and one for one in letters):
        return tuple(str(one) for one in letters)
    return None


def _list_in(text: str) -> Any:
    """Return the list that a text shows, in JSON or as Python prints it; else None."""
    if not text.startswith("[") or len(text) > _LONGEST_LIST:
        return None
    try:
        return decode_json(text)
    except ValueError:
        pass
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return None


def _add_images(fields: Fields, row: Mapping[str, Any]) -> None:
    found: list[str] = []
    for key in _IMAGE_KEYS:
        value = row.get(key)
        paths = list(_paths(value, fields))
        if paths and not found:
            found = paths
        if key == "image" and isinstance(value, str) and 0 < len(value) <= LONGEST_INDEX and "." not in value:
            fields.same_images = value
            found = [path for path in found if path != value]
    if not found:
        numbered = sorted((int(match[1]), key) for key in row if (match := _NUMBERED.fullmatch(key.lower())))
        found = [path for _, key in numbered for path in _paths(row[key], fields)]
    fields.images = tuple(found[:_MOST_IMAGES])


def _paths(value: Any, fields: Fields) -> Iterator[str]:
    """Yield the paths in a value; of embedded pictures only take note."""
    if isinstance(value, str):
        listed = _list_in(value)
        if isinstance(listed, list):
            yield from _paths(listed, fields)
        elif value.startswith(("data:", "http:", "https:")) or len(value) > _LONGEST_PATH:
            fields.embedded = True
        elif value:
            yield value
    elif isinstance(value, list | tuple):
        for one in value[: _MOST_IMAGES + 1]:
            yield from _paths(one, fields)
    elif isinstance(value, dict):
        path = next((value[key] for key in ("path", "file_name", "filename", "url") if value.get(key)), None)
        fields.embedded |= isinstance(value.get("bytes"), str | bytes)
        if isinstance(path, str):
            yield from _paths(path, fields)
        elif "bytes" not in value:
            for one in list(value.values())[:_MOST_IMAGES]:
                yield from _paths(one, fields)


def _add_messages(fields: Fields, row: Mapping[str, Any]) -> None:
    """Take prompt, answer and images from a conversation, where there is one."""
    for key in ("messages", "conversations", "conversation", "input"):
        messages = row.get(key)
        if not isinstance(messages, list):
            continue
        asked, replied = message_texts(messages)
        fields.prompt = asked or fields.prompt
        fields.answer = fields.answer or replied
        if not fields.images:
            parts = (part for message in messages if isinstance(message, dict) for part in _parts(message))
            pictures = [part.get("image") or part.get("image_url") or part.get("path") for part in parts]
            fields.images = tuple(_paths([picture for picture in pictures if picture], fields))
        return


def message_texts(messages: list[Any]) -> tuple[str, str]:
    """Return what was asked in a conversation, and the last reply."""
    asked, replied = [], ""
    for message in messages:
        if not isinstance(message, dict):
            continue
        role = first_of(message, ("role", "from"))
        text = content_text(message.get("content", message.get("value")))
        if role in _ASSISTANT:
            replied = text
        elif role != "tool":
            asked.append(text)
    return "\n".join(asked), replied


def _parts(message: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    content = message.get("content", message.get("value"))
    if isinstance(content, list):
        yield from (part for part in content if isinstance(part, dict))


def content_text(content: Any) -> str:
    """Return the text of a message's content, which may come in parts."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    texts = [part if isinstance(part, str) else _part_text(part) for part in content]
    return "\n".join(filter(None, texts))


def _part_text(part: Any) -> str:
    if not isinstance(part, dict) or part.get("type") in ("reasoning", "thinking"):
        return ""
    text = part.get("text")
    return text if isinstance(text, str) else ""
