"""Which names a pattern with wildcards fits."""

from __future__ import annotations

from misi_viewer.chem.selection.syntax import BLANK

__all__ = ["fits"]

_ANY = "*"
_ONE = "?"


def fits(pattern: str, name: str) -> bool:
    """Tell whether a name fits a pattern: `*` any letters, `?` one, a backslash takes the next letter literally.

    The pattern `_` fits the empty name. Takes time in proportion to both lengths at most.
    """
    if pattern == BLANK:
        return not name
    letters = _letters(pattern)
    at = place = 0
    star, resume = -1, 0
    while at < len(name):
        if place < len(letters) and letters[place] == (_ANY, True):
            star, resume = place, at
            place += 1
        elif place < len(letters) and (letters[place] == (_ONE, True) or letters[place][0] == name[at]):
            place += 1
            at += 1
        elif star >= 0:
            place, resume = star + 1, resume + 1
            at = resume
        else:
            return False
    return all(letter == (_ANY, True) for letter in letters[place:])


def _letters(pattern: str) -> list[tuple[str, bool]]:
    """Return each letter and whether it is a wildcard."""
    letters = []
    literal = False
    for letter in pattern:
        if letter == "\\" and not literal:
            literal = True
            continue
        letters.append((letter, not literal and letter in (_ANY, _ONE)))
        literal = False
    return letters
