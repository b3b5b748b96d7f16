"""Colours and symbols of charts: a model has the same ones everywhere, in dark and in light."""

from __future__ import annotations

from typing import Final, NamedTuple

from PySide6.QtGui import QColor, QPalette

from misi_viewer.gui.theme import is_dark

__all__ = ["Colours", "cell_colours", "chart_colours", "model_colour", "model_symbol"]

_MODELS: Final = {
    False: ("#17567f", "#d55e00", "#00a870", "#8800ea", "#ff40c6", "#5c4400"),
    True: ("#8cc0f5", "#c27a33", "#1fe0a0", "#8f50ff", "#e0307f", "#ffdd33"),
}
"""By darkness: blue, orange, green, violet, pink, yellow, so light and dark that colour-blind people tell them apart;
at least 3 to 1 against their ground."""

SYMBOLS: Final = ("circle", "square", "triangle", "diamond", "triangle down", "pentagon", "hexagon")


class Colours(NamedTuple):
    """Colours of a chart but for those of models.

    Attributes
    ----------
    ground, text, faint
        Behind all, of words and marks, and of lines of the grid.
    highlight
        Of what has the keyboard's focus.
    dark
        Whether the ground is dark.
    """

    ground: QColor
    text: QColor
    faint: QColor
    highlight: QColor
    dark: bool


LIGHT: Final = ("#ffffff", "#1b1b1d", "#b9b9be", "#2f6fc4")
"""For pictures that are saved, whatever the window's colours."""


def chart_colours(palette: QPalette | None) -> Colours:
    """Return the colours for a palette; None for those of saved pictures."""
    if palette is None:
        ground, text, faint, highlight = (QColor(name) for name in LIGHT)
        return Colours(ground, text, faint, highlight, dark=False)
    ground, text = palette.color(QPalette.ColorRole.Base), palette.color(QPalette.ColorRole.Text)
    highlight = palette.color(QPalette.ColorRole.Highlight)
    dark = is_dark(palette)
    return Colours(ground, text, mixed(text, ground, 0.3), highlight.lighter(130) if dark else highlight, dark)


def model_colour(number: int, *, dark: bool) -> QColor:
    """Return the colour of a model by its place in the book; from the seventh on they come again, paler."""
    known = _MODELS[dark]
    colour = QColor(known[number % len(known)])
    ground = QColor("#1e1f22" if dark else "#ffffff")
    return mixed(colour, ground, 0.55) if (number // len(known)) % 2 else colour


def model_symbol(number: int) -> str:
    """Return the symbol of a model by its place in the book."""
    return SYMBOLS[number % len(SYMBOLS)]


def cell_colours(share: float, colours: Colours) -> tuple[QColor, QColor]:
    """Return ground and text of a cell with a share from 0 to 1; the text stands out from either end."""
    ground = mixed(model_colour(0, dark=False), colours.ground, min(1.0, max(0.0, share)) ** 0.8)
    luminance = _luminance(ground)
    return ground, QColor("#000000" if luminance > 0.18 else "#ffffff")


def mixed(one: QColor, other: QColor, part: float) -> QColor:
    """Return a colour that has a part of one and the rest of another."""
    return QColor(
        *(
            round(a * part + b * (1.0 - part))
            for a, b in zip(one.getRgb()[:3], other.getRgb()[:3], strict=True)  # type: ignore[index]
        )
    )


def _luminance(colour: QColor) -> float:
    """Return the relative luminance (WCAG 2)."""
    parts = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (colour.redF(), colour.greenF(), colour.blueF())
    ]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
