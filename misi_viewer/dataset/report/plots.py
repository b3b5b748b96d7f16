"""Plots as SVG: means with their 95 % intervals, and confusions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from misi_viewer.dataset.report.markup import text
from misi_viewer.scoring.factors import Confusion, Group

__all__ = ["confusion_table", "interval_plot"]

_LEFT: Final = 60
_TOP: Final = 34
_HEIGHT: Final = 170
_STEP: Final = 58
_WIDEST: Final = 1_100
_BAR: Final = 0.6
_COLOUR: Final = "#7a52c7"


def interval_plot(title: str, groups: Sequence[Group], axis: str) -> str:
    """Return bars of the means in percent, each with its interval and number of questions; "" without any.

    Parameters
    ----------
    title
        Above the bars.
    groups
        In order.
    axis
        What their values are.
    """
    if not groups:
        return ""
    step = min(_STEP, (_WIDEST - _LEFT) / len(groups))
    width, height = _LEFT + step * len(groups) + 10, _TOP + _HEIGHT + 50
    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height}" font-family="sans-serif" '
            'font-size="11">'
        ),
        f'<text x="4" y="16" font-size="13" font-weight="bold">{text(title)}</text>',
    ]
    for percent in (0, 50, 100):
        y = _level(percent)
        parts.append(f'<path d="M{_LEFT} {y:.1f}H{width:.1f}" stroke="#ccc"/>')
        parts.append(f'<text x="{_LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{percent} %</text>')
    for place, group in enumerate(groups):
        parts += _bar(_LEFT + step * place, step, group)
    parts.append(f'<text x="{_LEFT}" y="{height - 6}">{text(axis)}; below: questions</text></svg>')
    return "\n".join(parts)


def _level(percent: float) -> float:
    return _TOP + _HEIGHT * (1.0 - percent / 100.0)


def _bar(left: float, step: float, group: Group) -> list[str]:
    middle, top = left + step / 2, _level(group.mean)
    value = f"{group.value:g}" if isinstance(group.value, float) else str(group.value)
    return [
        (
            f'<rect x="{middle - step * _BAR / 2:.1f}" y="{top:.1f}" width="{step * _BAR:.1f}" '
            f'height="{_level(0) - top:.1f}" fill="{_COLOUR}"/>'
        ),
        f'<path d="M{middle:.1f} {_level(group.low):.1f}V{_level(group.high):.1f}" stroke="#1c1b22" stroke-width="2"/>',
        f'<text x="{middle:.1f}" y="{_level(0) + 14:.1f}" text-anchor="middle">{text(value, 20)}</text>',
        f'<text x="{middle:.1f}" y="{_level(0) + 27:.1f}" text-anchor="middle" fill="#666">{group.count:,}</text>',
    ]


def confusion_table(confusion: Confusion) -> list[tuple[str, list[str]]]:
    """Return the rows of a table: the truth, then how often each answer was given."""
    return [
        ("", [truth, *(f"{count:,}" for count in counts)])
        for truth, counts in zip(confusion.truths, confusion.counts, strict=True)
    ]
