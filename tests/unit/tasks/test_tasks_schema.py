"""Task files are read strictly, and what is wrong is said in one sentence."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from misi_viewer import resources
from misi_viewer.errors import UserError
from misi_viewer.tasks.registry import BUILT_IN
from misi_viewer.tasks.schema import LARGEST_FILE, parse_task
from misi_viewer.tasks.template import PROMPT_NAMES, check_template, fill

CLOZE = resources.path("tasks/translation.toml").read_text()
CHOICE = resources.path("tasks/rotation_rotation.toml").read_text()


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_built_in_files_are_valid(name: str) -> None:
    assert parse_task(resources.path(f"tasks/{name}.toml").read_bytes(), name).id == name


@pytest.mark.parametrize(
    ("text", "old", "new", "says"),
    [
        (CLOZE, "version = 1\nkind", "kind", "missing required field `version`"),
        (CLOZE, 'kind = "cloze"', 'kind = "clozed"', "choose one of cloze, choice"),
        (CLOZE, 'form = "command"', 'form = "order"', "choose one of command, commands, letter"),
        (CLOZE, "bin = 1", "bins = 1", "did you mean `bin`?"),
        (CLOZE, "bin = 1", "bin = 0", "sampling[0].bin"),
        (CLOZE, "bin = 1", "xylophone = 0", "leave it out"),
        (CLOZE, "lowest = -4", "lowest = 5", "lowest not above highest"),
        (CLOZE, "lowest = -4\nhighest = 4", "lowest = 0\nhighest = 0", "no value to draw but 0"),
        (CLOZE, "bin = 1", "bin = 0.0001", "at most 10,000 bins"),
        (CLOZE, 'axes = ["x", "y"]', 'axes = ["x", "x"]', "different axes"),
        (CLOZE, 'verb = "move"\n', "", "needs a verb and different axes, or a hook"),
        (CLOZE, "bin = 1", 'hook = "far_side"', "both a hook and a verb"),
        (CLOZE, "bin = 1", 'unlike = "later"', "must name an earlier row"),
        (CLOZE, 'camera = ["command"]', 'camera = ["commands"]', "write one of command"),
        (CLOZE, 'camera = ["command"]', 'of = "target"', "set target = true"),
        (CLOZE, 'camera = ["command"]', "options = true", "for the kind choice only"),
        (CLOZE, 'camera = ["command"]', "views = []", "name a view"),
        (CLOZE, 'camera = ["command"]', 'views = ["inside"]', "inside"),
        (CLOZE, 'id = "translation"', 'id = "../secrets"', "small letters, digits and underscores"),
        (CLOZE, 'name = "translation"', 'name = "../../etc/passwd"', "small letters, digits and underscores"),
        (CLOZE, 'truth = "commands"', 'decoys = "two_steps"', "needs hooks.decoys"),
        (CLOZE, ', truth = "commands"', "", "needs hooks.truth"),
        (CLOZE, 'form = "command"', 'form = "letter"', 'form must be "letter"'),
        (CLOZE, "train = 4", "train = 0", "counts.train"),
        (CLOZE, "[[sampling]]", "[[sampling", "not valid TOML"),
        (CHOICE, 'name = "f2"', 'name = "f1"', "is taken"),
        (CHOICE, 'unlike = "f1"', 'unlike = "f2"', "must name an earlier row"),
        (CHOICE, "options = true", 'options = true\nviews = ["top"]', "leave views out"),
        (CHOICE, 'caption = "front view after the two rolls"', 'caption = "x"\noptions = true', "one row of images"),
        (CHOICE, 'kind = "choice"', 'kind = "choice"\nmoves = "ligand"', "cloze only"),
    ],
)
def test_what_is_wrong_is_said(text: str, old: str, new: str, says: str) -> None:
    assert old in text
    with pytest.raises(UserError) as caught:
        parse_task(text.replace(old, new, 1), "my.toml")
    message = str(caught.value)
    assert says in message
    assert message.startswith("my.toml")
    assert message.endswith((".", "?."))
    assert "\n" not in message


def test_large_and_odd_files_are_refused() -> None:
    for data in (b"#" * (LARGEST_FILE + 1), b"\xff\xfe", b"", b"a = " + b"[" * 10_000, b"[[images]]"):
        with pytest.raises(UserError, match=r"^my\.toml"):
            parse_task(data, "my.toml")


@given(st.binary(max_size=300))
def test_no_bytes_do_worse_than_a_sentence(data: bytes) -> None:
    with pytest.raises(UserError):
        parse_task(data, "my.toml")


def test_bins_leave_out_zero_and_keep_both_ends() -> None:
    row = parse_task(CHOICE, "x").row("f1")
    assert row.amounts == (-90, -75, -60, -45, -30, -15, 15, 30, 45, 60, 75, 90)


@pytest.mark.parametrize(
    "field", ["{password}", "{complex.__class__}", "{0}", "{}", "{complex!r}", "{complex:>99999999}"]
)
def test_templates_ask_for_known_names_only(field: str) -> None:
    with pytest.raises(UserError, match=r"line 2: .* is not known; write one of \{atom\}"):
        check_template(f"Complex {{complex}}\n{field}", PROMPT_NAMES, "prompt")


def test_braces_in_values_stay() -> None:
    assert fill("{complex} and { this } and {target}", {"complex": "{target}", "target": "{0}"}) == (
        "{target} and { this } and {0}"
    )


def test_what_a_question_does_not_have_is_not_left_in_a_prompt() -> None:
    with pytest.raises(UserError, match=re.escape("{atom}")):
        fill("{atom}", {})
