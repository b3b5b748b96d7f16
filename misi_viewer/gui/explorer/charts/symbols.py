"""Symbols of points, as paths."""

from __future__ import annotations

import math
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath, QPolygonF

__all__ = ["REFERENCE_SYMBOLS", "add_symbol"]

_CORNERS: Final = {
    "triangle": (3, -90.0),
    "triangle down": (3, 90.0),
    "diamond": (4, -90.0),
    "square": (4, -45.0),
    "pentagon": (5, -90.0),
    "hexagon": (6, 0.0),
    "star": (5, -90.0),
}
"""How many, and where the first one is, degrees; y grows downwards."""

REFERENCE_SYMBOLS: Final = (
    "diamond",
    "star",
    "triangle down",
    "square",
    "plus",
    "cross",
    "hexagon",
    "triangle",
    "circle",
)


def add_symbol(path: QPainterPath, symbol: str, at: QPointF, half_width: float, half_height: float) -> None:
    """Add a symbol to a path.

    Parameters
    ----------
    path
        What it is added to.
    symbol
        Its name.
    at
        Its middle.
    half_width, half_height
        Its extent, in the coordinates of the path; negative where y grows upwards.
    """
    path.setFillRule(Qt.FillRule.WindingFill)
    if symbol == "circle":
        rect = QRectF(at.x() - half_width, at.y() - half_height, 2 * half_width, 2 * half_height)
        path.addEllipse(rect.normalized())
    elif symbol in ("plus", "cross"):
        for angle in (0.0, 90.0) if symbol == "plus" else (45.0, 135.0):
            one = _around(at, angle, half_width, half_height)
            path.moveTo(one)
            path.lineTo(_around(at, angle + 180.0, half_width, half_height))
    else:
        corners, first = _CORNERS[symbol]
        turn = 720.0 / corners if symbol == "star" else 360.0 / corners
        points = [_around(at, first + turn * number, half_width, half_height) for number in range(corners)]
        path.addPolygon(QPolygonF(points))
        path.closeSubpath()


def _around(at: QPointF, angle: float, half_width: float, half_height: float) -> QPointF:
    turned = math.radians(angle)
    return QPointF(at.x() + half_width * math.cos(turned), at.y() + half_height * math.sin(turned))
