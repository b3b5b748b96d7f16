"""Relaxation of the tabulated limits (spec hbonds.md section 1)."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["ANGLE_SLOP", "DISTANCE_SLOP", "RELAXED", "STRICT", "Slop"]


@dataclass(frozen=True, slots=True)
class Slop:
    """How far distances and angles may miss their tabulated limits.

    Attributes
    ----------
    distance
        Angstrom.
    angle
        Degrees.
    """

    distance: float
    angle: float

    def length(self, value: float) -> float:
        """Return the relaxed upper limit of a distance, angstrom."""
        return value + self.distance

    def degrees(self, value: float) -> float:
        """Return the relaxed limit of an angle; a negative one stands for an upper limit and grows."""
        return max(value - self.angle, -180.0 if value < 0.0 else 0.0)


# The defaults of ChimeraX's command hbonds, with and without relaxation.
DISTANCE_SLOP = 0.4
ANGLE_SLOP = 20.0
RELAXED = Slop(DISTANCE_SLOP, ANGLE_SLOP)
STRICT = Slop(0.0, 0.0)
