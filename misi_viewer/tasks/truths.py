"""The answers of clozes."""

from __future__ import annotations

from misi_viewer.camera.commands import inverse
from misi_viewer.tasks.answers import BondsAnswer, CommandsAnswer
from misi_viewer.tasks.hooks import Drawn, Setting, Subject
from misi_viewer.tasks.naming import bond_name

__all__ = ["all_bonds", "inverse_commands", "residue_bonds", "sampled_commands"]


def sampled_commands(_setting: Setting, _subject: Subject, drawn: Drawn) -> CommandsAnswer:
    """Answer with what was sampled."""
    return CommandsAnswer(tuple(command for commands in drawn.values() for command in commands))


def inverse_commands(setting: Setting, subject: Subject, drawn: Drawn) -> CommandsAnswer:
    """Answer with what takes back what was sampled: each inverted, last first."""
    return CommandsAnswer(inverse(sampled_commands(setting, subject, drawn).commands))


def all_bonds(setting: Setting, _subject: Subject, _drawn: Drawn) -> BondsAnswer:
    """Answer with all hydrogen bonds of the complex.

    Raises
    ------
    Unfair
        If one of them has no name of its own.
    """
    return BondsAnswer(frozenset(bond_name(setting.annotation, bond) for bond in setting.annotation.bonds))


def residue_bonds(setting: Setting, subject: Subject, _drawn: Drawn) -> BondsAnswer:
    """Answer with the hydrogen bonds of the subject's residue.

    Raises
    ------
    Unfair
        If one of them has no name of its own.
    """
    names = (bond_name(setting.annotation, bond, with_residue=False) for bond in subject.bonds)
    return BondsAnswer(frozenset(names))
