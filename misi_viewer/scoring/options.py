"""What the benchmark's metrics leave open, as named options (spec benchmark.md section 3)."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

__all__ = ["DEFAULT_OPTIONS", "ScoringOptions"]


class ScoringOptions(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How answers are scored; the defaults give the published numbers.

    Attributes
    ----------
    command_error
        Of translations and rotations: "bins" (an error of one bin costs one
        part of the way over all allowed values) or "relative" to the truth.
    move_divisor
        By what docking's error of the move is divided: "truth" (the true
        distance), "larger" (of the true and the given one), or angstrom.
    bond_denominator
        By what the number of right bonds is divided: "given" or "true".
    absent_chain
        What a bond without a chain is: "wrong" where the truth names one, or
        right with "any" where only one true bond fits.
    missing
        Whether failed calls and questions without a prediction are left out
        ("drop") or count 0 ("zero").
    pocket_exact
        Whether the exact matches of pocket-ligand interactions are counted
        over those complexes that have bonds ("bonded", as in the paper's
        second table) or over "all".
    """

    command_error: Literal["bins", "relative"] = "bins"
    move_divisor: Literal["truth", "larger"] | Annotated[float, msgspec.Meta(gt=0)] = "truth"
    bond_denominator: Literal["given", "true"] = "given"
    absent_chain: Literal["wrong", "any"] = "wrong"
    missing: Literal["drop", "zero"] = "drop"
    pocket_exact: Literal["all", "bonded"] = "bonded"


DEFAULT_OPTIONS = ScoringOptions()
"""The published numbers'."""
