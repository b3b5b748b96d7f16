"""What msgspec finds wrong with a file, as half a sentence for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

__all__ = ["LONGEST_COMPLAINT", "complaint"]

LONGEST_COMPLAINT = 300


def complaint(error: Exception, choices: Mapping[str, Sequence[str]]) -> str:
    """Return what is wrong, without a capital or a full stop.

    Parameters
    ----------
    error
        From msgspec.
    choices
        What may stand in a field of the given name.
    """
    text = str(error).rstrip(".").replace("\n", " ").replace("`$.", "`")[:LONGEST_COMPLAINT]
    for field, allowed in choices.items():
        if "enum" in text and text.endswith((f"`{field}`", f".{field}`")):
            text += f"; choose one of {', '.join(allowed)}"
    return text if text.startswith("JSON") else text[:1].lower() + text[1:]
