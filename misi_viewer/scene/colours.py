"""Colours as users write them, and the elements' colours (spec style.md section 4)."""

from __future__ import annotations

import re
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from misi_viewer.errors import UserError

__all__ = ["COLOUR_WORDS", "ELEMENT_COLOURS", "OTHER_ELEMENT", "Rgb", "contrast", "rgb"]

Rgb = tuple[int, int, int]

COLOUR_WORDS = {
    "black": "000000",
    "blue": "0000FF",
    "brown": "A52A2A",
    "cornflower blue": "6495ED",
    "cyan": "00FFFF",
    "dark gray": "A9A9A9",
    "dark green": "006400",
    "dark orange": "FF8C00",
    "deep pink": "FF1493",
    "deep sky blue": "00BFFF",
    "dim gray": "696969",
    "dodger blue": "1E90FF",
    "forest green": "228B22",
    "gold": "FFD700",
    "gray": "808080",
    "green": "008000",
    "hot pink": "FF69B4",
    "lavender": "E6E6FA",
    "light blue": "ADD8E6",
    "light gray": "D3D3D3",
    "light green": "90EE90",
    "lime": "00FF00",
    "magenta": "FF00FF",
    "maroon": "800000",
    "medium purple": "9370DB",
    "navy": "000080",
    "orange": "FFA500",
    "orange red": "FF4500",
    "pink": "FFC0CB",
    "plum": "DDA0DD",
    "purple": "800080",
    "red": "FF0000",
    "salmon": "FA8072",
    "sky blue": "87CEEB",
    "tan": "D2B48C",
    "teal": "008080",
    "turquoise": "40E0D0",
    "violet": "EE82EE",
    "white": "FFFFFF",
    "yellow": "FFFF00",
}
"""Names of the CSS colours that are most used; spaces may be left out and grey is gray."""

_WORDS = {word.replace(" ", ""): value for word, value in COLOUR_WORDS.items()}
_HEX = re.compile(r"#?([0-9A-Fa-f]{6}|[0-9A-Fa-f]{3})")

OTHER_ELEMENT = "B4B4B4"
"""Colour of atoms of an unknown element."""

_TABLE = """
    FFFFFF D9FFFF CC80FF C2FF00 FFB5B5 909090 3050F8 FF0D0D 90E050 B3E3F5 AB5CF2 8AFF00
    BFA6A6 F0C8A0 FF8000 FFFF30 1FF01F 80D1E3 8F40D4 3DFF00 E6E6E6 BFC2C7 A6A6AB 8A99C7
    9C7AC7 E06633 F090A0 50D050 C88033 7D80B0 C28F8F 668F8F BD80E3 FFA100 A62929 5CB8D1
    702EB0 00FF00 94FFFF 94E0E0 73C2C9 54B5B5 3B9E9E 248F8F 0A7D8C 006985 C0C0C0 FFD98F
    A67573 668080 9E63B5 D47A00 940094 429EB0 57178F 00C900 70D4FF FFFFC7 D9FFC7 C7FFC7
    A3FFC7 8FFFC7 61FFC7 45FFC7 30FFC7 1FFFC7 00FF9C 00E675 00D452 00BF38 00AB24 4DC2FF
    4DA6FF 2194D6 267DAB 266696 175487 D0D0E0 FFD123 B8B8D0 A6544D 575961 9E4FB5 AB5C00
    754F45 428296 420066 007D00 70ABFA 00BAFF 00A1FF 008FFF 0080FF 006BFF 545CF2 785CE3
    8A4FE3 A136D4 B31FD4 B31FBA B30DA6 BD0D87 C70066 CC0059 D1004F D90045 E00038 E6002E
    EB0026
"""


@lru_cache(maxsize=1024)
def rgb(colour: str) -> Rgb:
    """Return a colour as three numbers from 0 to 255.

    Parameters
    ----------
    colour
        Six or three hexadecimal digits, with or without #, or a word.

    Raises
    ------
    UserError
        If it is neither.
    """
    match = _HEX.fullmatch(colour.strip())
    digits = match[1] if match else _WORDS.get("".join(colour.lower().split()).replace("grey", "gray"))
    if digits is None:
        raise UserError(
            f"'{colour[:40]}' is not a colour; write six hexadecimal digits such as BF99F2, or a word such as red."
        )
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    red, green, blue = bytes.fromhex(digits)
    return red, green, blue


def contrast(background: str) -> Rgb:
    """Return white or black, whichever reads on a background (spec labels.md section 1)."""
    red, green, _ = rgb(background)
    return (255, 255, 255) if 0.59 * red + green < 0.826 * 255 else (0, 0, 0)


def _element_colours() -> NDArray[np.uint8]:
    table = np.tile(np.array(rgb(OTHER_ELEMENT), dtype=np.uint8), (256, 1))
    known = [rgb(colour) for colour in _TABLE.split()]
    table[1 : len(known) + 1] = known
    table.flags.writeable = False
    return table


ELEMENT_COLOURS = _element_colours()
"""(256, 3) uint8 by atomic number."""
