"""Questions of a data set, without drawing: keys, keyed sampling, tiny, pictures to be drawn."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from misi_viewer.dataset.files import Halt, make_folder
from misi_viewer.dataset.gathering import TINY, Gathering
from misi_viewer.dataset.plan import Choices, Plan, RendererFacts, WorkFolder
from misi_viewer.dataset.questions import make_shard
from misi_viewer.dataset.rows import Row
from misi_viewer.dataset.shards import Drawn, DrawnPicture, Shard, read_whole
from misi_viewer.errors import ReadError, UserError
from misi_viewer.scene.shot import Shot
from misi_viewer.tasks import Recipe

TASKS = Path(__file__).resolve().parents[3] / "assets" / "tasks"
KEYS = ["id", "task", "split", "complex", "prompt", "images", "options", "answer", "recipe", "versions"]


@pytest.fixture(scope="module")
def gathered(tmp_path_factory, demo_load):
    """Return a function that samples a whole plan into a folder."""

    def gather(plan):
        folder = tmp_path_factory.mktemp("dataset")
        work = WorkFolder(folder)
        work.begin(plan)
        for number, member in enumerate(plan.members):
            shard = make_shard(plan, member.id, demo_load)
            work.sampled(number).write_bytes(msgspec.json.encode(shard))
        gathering = Gathering(plan, folder)
        gathering.choose()
        return gathering

    return gather


def rows_of(gathering, plan):
    return [json.loads(bytes(raw)) for task in plan.choices.tasks for _, raw in gathering.rows(task.id)]


def test_rows_have_exactly_the_keys_and_recipes_can_be_read(gathered, make_plan):
    plan = make_plan()
    gathering = gathered(plan)
    rows = rows_of(gathering, plan)
    assert len(rows) > 100
    for row in rows:
        assert list(row) == KEYS
        assert row["id"] == f"{row['task']}/{row['complex']}/{row['id'].rpartition('/')[2]}"
        assert row["split"] == "test"
        recipe = msgspec.convert(row["recipe"], Recipe)
        assert len(recipe.images) == len(row["images"])
        assert all(picture.shot.supersample == 1 for picture in recipe.images)
        assert set(row["versions"]) == {"program", "drawing", "task", "template", "recipe", "shot"}
        assert (row["options"] is None) == (row["answer"] not in list("ABCD"))
        assert recipe.target != row["complex"]


def test_pictures_are_shared_by_all_tasks(gathered, make_plan):
    plan = make_plan()
    gathering = gathered(plan)
    rows = rows_of(gathering, plan)
    residues = sum(row["task"] == "residue_ligand" for row in rows)
    different = len({name for row in rows for name in row["images"]})
    full = 58 * len(plan.members) + 6 * residues
    assert full - 8 <= different <= full, "58 a complex and 6 a residue, less what two questions happen to share"
    assert sum(gathering.expected.values()) == different
    plain = [row for row in rows if row["complex"] == "1ia1" and row["task"] not in ("residue_ligand", "docking")]
    front = {row["images"][0] for row in plain}
    assert len(front) == 1


def test_every_picture_is_drawn_by_its_own_complex_once(gathered, make_plan):
    plan = make_plan()
    gathering = gathered(plan)
    units = list(gathering.to_draw(gathering.undrawn()))
    addresses = [item.address for unit in units for item in unit.wanted]
    assert len(addresses) == len(set(addresses)) == sum(gathering.expected.values())
    shots = {item.address: Shot.from_json(bytes(item.shot)) for unit in units for item in unit.wanted}
    for row in rows_of(gathering, plan):
        for name, picture in zip(row["images"], row["recipe"]["images"], strict=True):
            address = name.rpartition("/")[2].removesuffix(".png")
            assert shots[address] == msgspec.convert(picture["shot"], Shot)
            owner = plan.choices.complexes.index(picture["complex"])
            assert address in {item.address for unit in units if unit.member == owner for item in unit.wanted}


def test_another_complex_changes_only_questions_that_take_it_as_partner(gathered, make_plan):
    plan = make_plan()
    fewer = plan.members[:3]
    choices = msgspec.structs.replace(plan.choices, complexes=tuple(member.id for member in fewer))
    smaller = msgspec.structs.replace(plan, choices=choices, members=fewer)
    whole = {row["id"]: row for row in rows_of(gathered(plan), plan)}
    part = {row["id"]: row for row in rows_of(gathered(smaller), smaller)}
    changed = [name for name, row in part.items() if whole[name] != row]
    assert all(whole[name]["recipe"]["target"] == "1uou" for name in changed)
    assert any(row["recipe"]["target"] == "1uou" for row in whole.values() if row["complex"] != "1uou")


def test_tiny_takes_the_same_questions_whatever_else_there_is(gathered, make_plan, monkeypatch):
    monkeypatch.setattr("misi_viewer.dataset.gathering.TINY", 5)
    tasks = ("rotation", "zooming", "residue_ligand")
    plan = make_plan(split="tiny", tasks=tasks)
    rows = rows_of(gathered(plan), plan)
    counts = {task: sum(row["task"] == task for row in rows) for task in tasks}
    assert counts == {"rotation": 5, "zooming": 5, "residue_ligand": 5}
    assert {row["split"] for row in rows} == {"tiny"}
    alone = make_plan(split="tiny", tasks=tasks[:1])
    first = [row["id"] for row in rows if row["task"] == "rotation"]
    assert [row["id"] for row in rows_of(gathered(alone), alone)] == first
    other = make_plan(split="tiny", tasks=tasks[:1], seed=1)
    assert [row["id"] for row in rows_of(gathered(other), other)] != first


def test_tiny_is_fifty():
    assert TINY == 50


def test_a_bad_complex_gives_a_shard_with_its_problem(make_plan):
    def load(complex_id):
        raise ReadError(complex_id, "it is broken")

    shard = make_shard(make_plan(), "1ia1", load)
    assert shard == Shard(problem="1ia1: it is broken")


def test_a_row_is_what_it_was_after_json(gathered, make_plan):
    plan = make_plan(tasks=("zooming",))
    for _, raw in gathered(plan).rows("zooming"):
        row = msgspec.json.decode(raw, type=Row)
        assert msgspec.json.encode(row) == bytes(raw)
        assert row.recipe_fields["seed"] == 0


def test_damaged_records_count_as_not_there(tmp_path):
    assert read_whole(tmp_path / "none", Shard) is None
    whole = msgspec.json.encode(Drawn((DrawnPicture("ab", "cd"),)))
    (tmp_path / "a").write_bytes(whole)
    assert read_whole(tmp_path / "a", Drawn) is not None
    (tmp_path / "a").write_bytes(whole[:-3])
    assert read_whole(tmp_path / "a", Drawn) is None


class TestPlan:
    def test_is_what_it_was_after_json(self, tmp_path, make_plan):
        work = WorkFolder(tmp_path)
        assert work.plan() is None
        work.begin(make_plan())
        assert work.plan() == make_plan()

    def test_a_damaged_plan_is_refused(self, tmp_path):
        work = WorkFolder(tmp_path)
        make_folder(work.path)
        (work.path / "plan.json").write_text('{"choices": ')
        with pytest.raises(UserError, match="cannot be used"):
            work.plan()

    def test_other_choices_are_named(self, tmp_path, make_plan):
        make_plan().choices.check_same(make_plan().choices, tmp_path)
        with pytest.raises(UserError, match=r"other choices \(seed, per-complex\); give the same"):
            make_plan().choices.check_same(make_plan(seed=1, per_complex=2).choices, tmp_path)

    def test_a_task_file_may_move_but_not_change(self, tmp_path, make_plan):
        text = (TASKS / "zooming.toml").read_text()
        for name, changed in (("here", text), ("there", text), ("other", text.replace("highest = 60", "highest = 59"))):
            (tmp_path / name).mkdir()
            (tmp_path / name / "mine.toml").write_text(changed)
        here, there, other = (
            make_plan(tasks=[str(tmp_path / name / "mine.toml")]) for name in ("here", "there", "other")
        )
        here.choices.check_same(there.choices, tmp_path)
        with pytest.raises(UserError, match=r"other choices \(tasks\)"):
            here.choices.check_same(other.choices, tmp_path)
        assert str(tmp_path) not in msgspec.json.encode(here.choices).decode()

    def test_another_program_is_refused(self, tmp_path, make_plan):
        choices: Choices = make_plan().choices
        older = msgspec.structs.replace(choices, program="0.0.1")
        with pytest.raises(UserError, match=r"begun by MiSI Viewer 0\.0\.1 "):
            choices.check_same(older, tmp_path)

    def test_another_renderer_is_refused_unless_mixed(self, make_plan):
        plan: Plan = make_plan()
        other = RendererFacts("maker", "other model", "1.0", "EGL")
        plan.check_renderer(plan.renderer)
        with pytest.raises(Halt, match=r"begun with model.* this is other model.*--allow-mixed"):
            plan.check_renderer(other)
        msgspec.structs.replace(plan, allow_mixed=True).check_renderer(other)
