"""Bar charts for the data card, as SVG."""

from __future__ import annotations

from collections.abc import Mapping
from xml.sax.saxutils import escape

__all__ = ["bar_charts"]

BAR_HEIGHT = 16
BAR_GAP = 4
LABEL_WIDTH = 190
BAR_WIDTH = 420
VALUE_WIDTH = 90
TITLE_HEIGHT = 34
MARGIN = 12
COLOUR = "#7a52c7"


def bar_charts(charts: Mapping[str, Mapping[str, int]]) -> str:
    """Return charts below one another.

    Parameters
    ----------
    charts
        By title: lengths of bars by what they stand for.
    """
    parts: list[str] = []
    top = MARGIN
    for title, bars in charts.items():
        parts.append(_text(MARGIN, top + 18, title, weight="bold"))
        top += TITLE_HEIGHT
        longest = max(bars.values(), default=0) or 1
        for name, value in bars.items():
            parts += _bar(top, name, value, BAR_WIDTH * value / longest)
            top += BAR_HEIGHT + BAR_GAP
        top += MARGIN
    width = 2 * MARGIN + LABEL_WIDTH + BAR_WIDTH + VALUE_WIDTH
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{top}" font-family="sans-serif">'
    ground = f'<rect width="{width}" height="{top}" fill="white"/>'
    return "\n".join((head, ground, *parts, "</svg>")) + "\n"


def _bar(top: int, name: str, value: int, length: float) -> list[str]:
    left = MARGIN + LABEL_WIDTH
    return [
        _text(left - 6, top + 12, name, anchor="end"),
        f'<rect x="{left}" y="{top}" width="{length:.1f}" height="{BAR_HEIGHT}" fill="{COLOUR}"/>',
        _text(left + length + 6, top + 12, f"{value:,}"),
    ]


def _text(x: float, y: float, text: str, *, anchor: str = "start", weight: str = "normal") -> str:
    return (
        f'<text x="{x:.1f}" y="{y}" font-size="12" text-anchor="{anchor}" font-weight="{weight}">{escape(text)}</text>'
    )
