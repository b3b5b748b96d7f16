"""Scores of commands: translations, rotations, docking (spec benchmark.md section 3)."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from misi_viewer.camera.commands import Command, Verb
from misi_viewer.scoring.options import ScoringOptions
from misi_viewer.scoring.score import Clause, Score

__all__ = ["amount_errors", "bins_apart", "score_command", "score_docking"]


def bins_apart(given: float, true: float, allowed: Sequence[float]) -> float:
    """Return the distance of two values, counted over the allowed ones.

    Linear between allowed values, and beyond the last ones on as between the
    last two. 0 is not allowed, so from -1 to 1 is one bin.

    Parameters
    ----------
    given, true
        Angstrom or degrees.
    allowed
        At least two different values.
    """
    values = np.unique(np.asarray(allowed, dtype=np.float64))
    return abs(_place(given, values) - _place(true, values))


def _place(value: float, values: np.ndarray[tuple[int], np.dtype[np.float64]]) -> float:
    if value < values[0]:
        return float((value - values[0]) / (values[1] - values[0]))
    if value > values[-1]:
        return float(len(values) - 1 + (value - values[-1]) / (values[-1] - values[-2]))
    return float(np.interp(value, values, np.arange(len(values), dtype=np.float64)))


def score_command(given: Sequence[Command], true: Command, allowed: Sequence[float], options: ScoringOptions) -> Score:
    """Score one command: 0 unless verb and axis are right, else the error is taken off.

    Parameters
    ----------
    given
        What was answered; other than one command scores 0.
    true
        The truth.
    allowed
        The values that the truth may have: 8 translations, 12 rotations.
    options
        See `command_error`.
    """
    if len(given) != 1:
        return Score.of(Clause.NOT_ONE_COMMAND, 0.0, f"{len(given)} are given.")
    command = given[0]
    if command == true:
        return Score.of(Clause.EXACT, 1.0, exact=True)
    if (command.verb, command.axis) != (true.verb, true.axis):
        return Score.of(Clause.WRONG_AXIS, 0.0, f"Given {command}, true {true}.")
    if options.command_error == "relative":
        error = abs(command.amount - true.amount) / abs(true.amount) if true.amount else math.inf
        return Score.of(Clause.RELATIVE, max(0.0, 1.0 - error), f"Given {command}, true {true}.")
    bins = bins_apart(command.amount, true.amount, allowed)
    steps = len(set(allowed)) - 1
    detail = f"Given {command}, true {true}: {bins:g} of {steps} bins."
    return Score.of(Clause.BINS, max(0.0, 1.0 - bins / steps), detail)


def score_docking(
    given: Sequence[Command], true: Sequence[Command], allowed_rolls: Sequence[float], options: ScoringOptions
) -> Score:
    """Score a roll and a move: half for each.

    The ligand turns about its own centre, so it does not matter which of the
    two comes first.

    Parameters
    ----------
    given
        What was answered.
    true
        One roll and one move.
    allowed_rolls
        The values that the true roll may have.
    options
        See `command_error` and `move_divisor`.
    """
    roll = score_command(_only(given, "roll"), _only(true, "roll")[0], allowed_rolls, options)
    move = _score_move(_only(given, "move"), _only(true, "move")[0], options)
    if roll.exact and move.exact:
        return Score.of(Clause.EXACT, 1.0, exact=True)
    detail = f"Roll {roll.score:.4f}: {roll.sentence} Move {move.score:.4f}: {move.sentence}"
    return Score.of(Clause.TWO_PARTS, (roll.score + move.score) / 2.0, detail)


def amount_errors(given: Sequence[Command], true: Sequence[Command]) -> dict[Verb, float]:
    """Return by how much the amounts that were given differ from the true ones.

    Parameters
    ----------
    given, true
        Commands, such as a roll and a move.

    Returns
    -------
    dict
        By verb, given minus true: degrees of a roll, angstrom of a move. A verb of which not exactly one command is
        given, or about another axis, is not in it.
    """
    errors: dict[Verb, float] = {}
    for command in true:
        own = _only(given, command.verb)
        if len(own) == 1 and own[0].axis == command.axis:
            errors[command.verb] = own[0].amount - command.amount
    return errors


def _only(commands: Sequence[Command], verb: Verb) -> list[Command]:
    return [command for command in commands if command.verb == verb]


def _score_move(given: Sequence[Command], true: Command, options: ScoringOptions) -> Score:
    """Score docking's move: 0 unless axis and sign are right, else the relative error is taken off."""
    if len(given) != 1:
        return Score.of(Clause.NOT_ONE_COMMAND, 0.0, f"{len(given)} are given.")
    command = given[0]
    if command == true:
        return Score.of(Clause.EXACT, 1.0, exact=True)
    if command.axis != true.axis:
        return Score.of(Clause.WRONG_AXIS, 0.0, f"Given {command}, true {true}.")
    if command.amount * true.amount <= 0.0:
        return Score.of(Clause.WRONG_SIGN, 0.0, f"Given {command}, true {true}.")
    error = abs(command.amount - true.amount) / _divisor(command.amount, true.amount, options)
    return Score.of(Clause.RELATIVE, max(0.0, 1.0 - error), f"Given {command}, true {true}: {error:.0%}.")


def _divisor(given: float, true: float, options: ScoringOptions) -> float:
    match options.move_divisor:
        case "truth":
            return abs(true)
        case "larger":
            return max(abs(true), abs(given))
        case angstrom:
            return angstrom
