"""HTML in which text from data can only ever be text."""

from __future__ import annotations

import base64
import hashlib
import html
from collections.abc import Iterable, Sequence
from typing import Final

__all__ = ["END", "LONGEST_TEXT", "STYLE", "beginning", "document", "element", "picture", "shown", "table", "text"]

LONGEST_TEXT: Final = 4_000
"""Characters of a text that are shown."""

LONGEST_LINE: Final = 2_000

_DIRECTIONS: Final = frozenset("\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Marks that turn the direction of writing: what follows would not be read as it stands."""

_PICTURES: Final = ((b"\x89PNG\r\n\x1a\n", "png"), (b"\xff\xd8\xff", "jpeg"), (b"RIFF", "webp"))

STYLE: Final = """
body { font: 14px/1.45 sans-serif; margin: 2em auto; max-width: 1180px; padding: 0 1em; color: #1c1b22; }
h1, h2, h3 { line-height: 1.2; }
table { border-collapse: collapse; margin: 1em 0; font-variant-numeric: tabular-nums; }
th, td { padding: 3px 9px; text-align: right; border-bottom: 1px solid #ddd; }
th:first-child, td:first-child { text-align: left; }
pre { background: #f3f1f7; padding: 8px; white-space: pre-wrap; overflow-wrap: anywhere; unicode-bidi: isolate; }
.own td { background: #ede7f8; }
.dim { color: #666; }
.case { border-top: 2px solid #7a52c7; margin-top: 2em; }
.pictures img { width: 270px; margin: 2px; background: #000; }
svg { display: block; margin: 1em 0; max-width: 100%; }
"""


def shown(value: str, longest: int = LONGEST_TEXT) -> str:
    """Return a text for reading: marks that hide or turn text are told, and what is too long is cut and told."""
    left_out = len(value) - longest
    value = value[:longest] if left_out > 0 else value
    letters = (
        f"[U+{ord(letter):04X}]"
        if letter in _DIRECTIONS or (not letter.isprintable() and letter not in "\n\t ")
        else letter
        for letter in value
    )
    return "".join(letters) + (f" [{left_out:,} more characters]" if left_out > 0 else "")


def text(value: str, longest: int = LONGEST_LINE) -> str:
    """Return a text as HTML."""
    return html.escape(shown(value, longest), quote=True)


def element(name: str, content: str, kind: str = "") -> str:
    """Return an element around what is HTML already."""
    return f'<{name} class="{kind}">{content}</{name}>' if kind else f"<{name}>{content}</{name}>"


def table(head: Sequence[str], rows: Iterable[tuple[str, Sequence[str]]]) -> str:
    """Return a table.

    Parameters
    ----------
    head
        Texts of the first row.
    rows
        Class and texts of each further one.
    """
    lines = [element("tr", "".join(element("th", text(cell)) for cell in head))]
    lines += [element("tr", "".join(element("td", text(cell)) for cell in cells), kind) for kind, cells in rows]
    return element("table", "\n".join(lines))


def picture(data: bytes, name: str) -> str:
    """Return a picture, embedded; "" where the bytes are none of a kind that browsers show."""
    kind = next((kind for magic, kind in _PICTURES if data.startswith(magic)), None)
    if kind is None:
        return ""
    return f'<img alt="{text(name, 200)}" src="data:image/{kind};base64,{base64.b64encode(data).decode()}">'


def document(title: str, body: str) -> str:
    """Return a whole page; see `beginning`."""
    return f"{beginning(title)}{body}{END}"


END: Final = "\n</body>\n</html>\n"


def beginning(title: str) -> str:
    """Return a page up to its body. Its policy allows the one style sheet and embedded pictures, and nothing else."""
    digest = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
    policy = f"default-src 'none'; img-src data:; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="referrer" content="no-referrer">\n'
        f"<title>{text(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
    )
