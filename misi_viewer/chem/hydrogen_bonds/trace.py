"""The tests of a candidate bond, done and, where wanted, written down.

Finder and explanation run the same code; the explanation hands it a trace that
keeps the steps.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

__all__ = ["Step", "Trace"]


@dataclass(frozen=True, slots=True)
class Step:
    """One test.

    Attributes
    ----------
    part
        Whose test it is: "search", "acceptor", "donor" or "metal".
    name
        What was tested: "distance", "phi", "theta", "upsilon", "tau", ...
    passed
        Whether it passed.
    value
        The measured value (angstrom or degrees), None where nothing was measured.
    least, most
        The limits, as far as the test has them, relaxation included.
    remark
        Why it passed or failed, where no number says so.
    """

    part: str
    name: str
    passed: bool
    value: float | None = None
    least: float | None = None
    most: float | None = None
    remark: str = ""


class Trace:
    """Compares values with limits; keeps the steps if told to.

    Attributes
    ----------
    steps
        What was tested, in order; None if nothing is kept.
    part
        Whose tests come now.
    """

    __slots__ = ("part", "steps")

    def __init__(self, *, keep: bool) -> None:
        self.steps: list[Step] | None = [] if keep else None
        self.part = ""

    def within(self, name: str, squared: float, limit: float) -> bool:
        """Return whether a squared distance is at most the square of a limit."""
        passed = squared <= limit * limit
        if self.steps is not None:
            self.steps.append(Step(self.part, name, passed, math.sqrt(squared), most=limit))
        return passed

    def closer(self, name: str, squared: float, limit: float) -> bool:
        """Return whether a squared distance is less than the square of a limit."""
        passed = squared < limit * limit
        if self.steps is not None:
            self.steps.append(Step(self.part, name, passed, math.sqrt(squared), most=limit))
        return passed

    def at_least(self, name: str, value: float, limit: float) -> bool:
        """Return whether a value reaches a limit."""
        passed = value >= limit
        if self.steps is not None:
            self.steps.append(Step(self.part, name, passed, value, least=limit))
        return passed

    def above(self, name: str, value: float, limit: float) -> bool:
        """Return whether a value exceeds a limit."""
        passed = value > limit
        if self.steps is not None:
            self.steps.append(Step(self.part, name, passed, value, least=limit))
        return passed

    def between(self, name: str, value: float, least: float, most: float) -> bool:
        """Return whether a value lies between two limits."""
        passed = least <= value <= most
        if self.steps is not None:
            self.steps.append(Step(self.part, name, passed, value, least=least, most=most))
        return passed

    def settled(self, name: str, remark: str, *, passed: bool) -> bool:
        """Note a test that something other than a measured value settles."""
        if self.steps is not None:
            self.steps.append(Step(self.part, name, passed, remark=remark))
        return passed
