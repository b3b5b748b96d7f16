"""Prompts say what each picture shows, how it is drawn, and how to answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from misi_viewer.chem.complex import Complex
from misi_viewer.tasks import Question, load_task
from misi_viewer.tasks.registry import BUILT_IN

Ask = Callable[..., list[Question]]

PUBLISHED = (
    "required translation command",
    "required rotation command",
    "required scaling command",
    "specific protein residue",
    "If hydrogen bonds exist",
    "NEW protein (PDB ID:",
    "TWO sequential rotations",
    "dock the ligand back",
    "Target Hydrogen Bond",
    "all possible hydrogen bonds between the pocket and the ligand",
)


@pytest.mark.parametrize("task", BUILT_IN)
def test_every_picture_is_described(ask: Ask, task: str) -> None:
    for question in ask(task, "1s3v"):
        count = len(question.recipe.images)
        assert [f"\nImage {place}: " in question.prompt for place in range(1, count + 2)] == [True] * count + [False]


@pytest.mark.parametrize("task", BUILT_IN)
def test_conventions_axes_and_format_are_given(ask: Ask, task: str) -> None:
    prompt = ask(task, "1s3v")[0].prompt
    for words in (
        "1s3v",
        "How the pictures are drawn",
        "black background",
        "hydrogen atoms are left out",
        "x points to the right, y up, and z out of the screen",
        "How to answer",
        "or example:",
    ):
        assert words in prompt
    assert "{" not in prompt


@pytest.mark.parametrize("task", BUILT_IN)
def test_prompts_are_worded_anew(ask: Ask, task: str) -> None:
    template = load_task(task).template
    assert not [phrase for phrase in PUBLISHED if phrase.lower() in template.lower()]


@pytest.mark.parametrize(
    "task", ["translation", "rotation", "zooming", "docking", "translation_rotation", "rotation_rotation"]
)
def test_prompts_do_not_tell(ask: Ask, task: str) -> None:
    prompts = {question.prompt.replace(question.recipe.target or "-", "-") for question in ask(task, "1s3v")}
    assert len(prompts) == 1


def test_a_location_names_its_bond_and_options(ask: Ask) -> None:
    for question in ask("interaction_location", "1s3v"):
        values = question.recipe.values
        residue = f"{values['residue_name']} {values['residue_number']}"
        assert f"chain {values['chain']}, residue {residue}, atom {values['atom']}\n" in question.prompt
        assert f"atom {values['ligand_atom']}\n" in question.prompt
        for letter, option in zip("ABCD", question.options or (), strict=True):
            assert f"\n{letter}. {option}\n" in question.prompt


def test_a_target_is_named(ask: Ask) -> None:
    for question in ask("translation_rotation", "1s3v"):
        assert f"the target, {question.recipe.target}." in question.prompt
        assert "\nA. Image 8\n" in question.prompt


def test_the_residue_is_named(ask: Ask) -> None:
    for question in ask("residue_ligand", "1s3v"):
        assert f", {question.recipe.values['residue_name']}, and the ligand" in question.prompt


def test_a_chain_without_a_name(ask: Ask, demo: dict[str, Complex]) -> None:
    complex_ = demo["1s3v"]
    residues = replace(complex_.pocket.residues, chains=np.full(len(complex_.pocket.residues), " "))
    blank = replace(complex_, pocket=replace(complex_.pocket, residues=residues))
    questions = ask("interaction_location", blank)
    assert questions
    assert all("chain (blank), residue" in question.prompt for question in questions)
    (whole,) = ask("pocket_ligand", blank)
    assert all(len(bond.partition(",")[0].split()) == 3 for bond in whole.answer.split("; "))
