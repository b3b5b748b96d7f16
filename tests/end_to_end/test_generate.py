"""Whole data sets: the same bytes however they came about, and nothing lost when something is killed."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from misi_viewer.cli import main
from misi_viewer.dataset.generate import Order, Progress, generate
from misi_viewer.dataset.manifest import read_manifest
from misi_viewer.dataset.pool import LocalPool
from misi_viewer.dataset.units import DrawUnit, Outcome
from misi_viewer.render.picture import read_record

pytestmark = pytest.mark.gl

ROOT = Path(__file__).resolve().parents[2]
DEMO = ROOT / "assets" / "demo"
IDS = ["1ia1", "1of6", "1s3v", "1uou"]
SIZE = (96, 72)
SMALL = ("--size", "96x72", "--supersample", "1")
FEW = ("translation", "docking", "translation_rotation")
KEYS = ["id", "task", "split", "complex", "prompt", "images", "options", "answer", "recipe", "versions"]
posix = pytest.mark.skipif(sys.platform == "win32", reason="processes are ended by POSIX signals here")
linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks processes up in /proc")


def order(dataset: Path, **changes) -> Order:
    values = {"complexes": DEMO, "dataset": dataset, "tasks": FEW, "per_complex": 1, "size": SIZE, "supersample": 1}
    return Order(**(values | {"jobs": 1} | changes))


def tree(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def rows(folder: Path, task: str) -> list[dict]:
    return [json.loads(line) for line in (folder / f"{task}.jsonl").read_bytes().decode().split("\n")[:-1]]


def stop_after(pictures: int):
    """Return a report that interrupts the making after some pictures."""

    def report(progress: Progress) -> None:
        if progress.stage == "pictures" and progress.done >= pictures:
            raise KeyboardInterrupt

    return report


def command(dataset: Path, *more: str) -> list[str]:
    return [sys.executable, "-m", "misi_viewer", "generate", str(DEMO), "-o", str(dataset), *SMALL, *more]


def pictures_in(dataset: Path) -> int:
    return sum(1 for _ in dataset.glob("pictures/??/*.png"))


def wait_for(condition, seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.002)


def workers_of(pid: int) -> list[int]:
    found = [int(word) for path in Path(f"/proc/{pid}/task").glob("*/children") for word in path.read_text().split()]
    return [child for child in found if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> Path:
    """Return a data set of all tasks, made by two workers."""
    folder = tmp_path_factory.mktemp("whole") / "dataset"
    assert main(["generate", str(DEMO), "-o", str(folder), "--split", "test", "--jobs", "2", *SMALL]) == 0
    return folder


@pytest.fixture(scope="module")
def few(tmp_path_factory) -> Path:
    """Return a smaller data set, made by one worker without a stop."""
    folder = tmp_path_factory.mktemp("few") / "dataset"
    generate(order(folder))
    return folder


class TestWhatIsMade:
    def test_question_files_have_exactly_the_keys(self, whole):
        manifest = read_manifest(whole)
        assert sorted(path.stem for path in whole.rglob("*.jsonl")) == sorted(manifest.tasks)
        for task, entry in manifest.tasks.items():
            found = rows(whole, task)
            assert len(found) == entry.questions > 0
            assert all(list(row) == KEYS and row["task"] == task for row in found)
            assert [row["complex"] for row in found] == sorted(row["complex"] for row in found)
        assert {row["complex"] for row in rows(whole, "zooming")} == set(IDS)

    def test_counts_are_the_benchmarks(self, whole):
        manifest = read_manifest(whole)
        counts = {task: entry.questions for task, entry in manifest.tasks.items()}
        assert (counts["translation"], counts["rotation"], counts["zooming"]) == (8, 12, 8)
        assert (counts["translation_rotation"], counts["rotation_rotation"], counts["docking"]) == (12, 12, 12)
        assert counts["pocket_ligand"] == 4
        most = 58 * len(IDS) + 6 * counts["residue_ligand"]
        assert most - 8 <= manifest.pictures <= most

    def test_every_picture_is_there_once_and_what_its_recipe_says(self, whole):
        manifest = read_manifest(whole)
        found = [row for task in manifest.tasks for row in rows(whole, task)]
        shown = {
            name: picture for row in found for name, picture in zip(row["images"], row["recipe"]["images"], strict=True)
        }
        there = {str(path.relative_to(whole)) for path in whole.glob("pictures/*/*")}
        assert set(shown) == there
        assert len(there) == manifest.pictures
        for name, picture in list(shown.items())[::7]:
            record = read_record(whole / name)
            assert record.complex_id == picture["complex"]
            assert json.loads(record.shot.to_json()) == picture["shot"]
            assert name.split("/")[1] == Path(name).name[:2]
        with Image.open(whole / next(iter(there))) as image:
            assert image.size == SIZE
            assert np.asarray(image).any()

    def test_hashes_are_those_of_the_files(self, whole):
        manifest = read_manifest(whole)
        lines = [line.split("\t") for line in (whole / "pictures.tsv").read_text().splitlines()]
        assert lines[0] == ["path", "sha256", "renderer"]
        assert len(lines) == manifest.pictures + 1
        for name, digest, renderer in lines[1:]:
            assert hashlib.sha256((whole / name).read_bytes()).hexdigest() == digest
            assert renderer == "0"
        beside = {path.name for path in whole.iterdir() if path.is_file()}
        assert set(manifest.files) == beside - {"manifest.json"}
        for name, digest in manifest.files.items():
            assert hashlib.sha256((whole / name).read_bytes()).hexdigest() == digest
        files = {file.name: file.sha256 for entry in manifest.complexes for file in entry.files}
        assert len(files) == 8
        for name, digest in files.items():
            (path,) = DEMO.rglob(name)
            assert hashlib.sha256(path.read_bytes()).hexdigest() == digest

    def test_nothing_is_left_of_the_work_and_no_path_of_this_machine(self, whole):
        assert {path.name for path in whole.iterdir() if path.is_dir()} == {"pictures"}
        for path in whole.iterdir():
            if path.is_file():
                assert str(ROOT) not in path.read_text(encoding="utf-8")


class TestTheSameBytes:
    def test_for_one_worker_as_for_two(self, whole, tmp_path):
        assert main(["generate", str(DEMO), "-o", str(tmp_path / "a"), "--split", "test", "--jobs", "1", *SMALL]) == 0
        assert tree(tmp_path / "a") == tree(whole)

    def test_for_a_list_in_another_order_and_another_place_by_resume_of_nothing(self, few, tmp_path):
        for name in IDS:
            shutil.copytree(DEMO / name, tmp_path / "elsewhere" / name)
        (tmp_path / "list").write_text("".join(f"elsewhere/{name}\n" for name in reversed(IDS)))
        generate(order(tmp_path / "a", complexes=tmp_path / "list", resume=True))
        assert tree(tmp_path / "a") == tree(few)

    def test_for_another_seed_they_are_others(self, few, tmp_path):
        generate(order(tmp_path / "a", seed=1, tasks=("translation",)))
        assert rows(tmp_path / "a", "translation") != rows(few, "translation")

    def test_after_a_stop_and_with_pictures_lost_or_damaged_meanwhile(self, few, tmp_path):
        dataset = tmp_path / "a"
        with pytest.raises(KeyboardInterrupt):
            generate(order(dataset), stop_after(12))
        assert not (dataset / "manifest.json").exists()
        drawn = sorted(dataset.glob("pictures/??/*.png"))
        assert 12 <= len(drawn) < read_manifest(few).pictures
        unfinished = {int(path.stem) for path in (dataset / ".work" / "sampled").iterdir()}
        unfinished -= {int(path.stem) for path in (dataset / ".work" / "drawn").iterdir()}
        assert unfinished, "a complex was not done when all stopped"
        own = [path for path in drawn if IDS.index(read_record(path).complex_id) in unfinished]
        if own:
            own[0].write_bytes(own[0].read_bytes()[:-9])
        (drawn[0].parent / ".x.png.00000000.part").write_bytes(b"half")
        generate(order(dataset, resume=True))
        assert tree(dataset) == tree(few)


class TestResume:
    def test_of_an_empty_folder_and_of_a_finished_data_set_is_no_error(self, few, tmp_path):
        (tmp_path / "empty").mkdir()
        generate(order(tmp_path / "empty", resume=True))
        assert tree(tmp_path / "empty") == tree(few)
        before = {path: path.stat().st_mtime_ns for path in (tmp_path / "empty").rglob("*")}
        generate(order(tmp_path / "empty", resume=True))
        assert before == {path: path.stat().st_mtime_ns for path in (tmp_path / "empty").rglob("*")}

    def test_is_asked_for(self, few, capsys):
        assert main(["generate", str(DEMO), "-o", str(few)]) == 2
        assert "holds a finished data set; go on with it by --resume" in capsys.readouterr().err

    def test_keeps_to_the_choices(self, few, capsys):
        assert main(["generate", str(DEMO), "-o", str(few), "--resume", "--seed", "7"]) == 2
        error = capsys.readouterr().err
        assert "begun with other choices (" in error
        assert "seed" in error

    def test_refuses_files_that_have_changed(self, tmp_path, capsys):
        for name in IDS[:2]:
            shutil.copytree(DEMO / name, tmp_path / "in" / name)
        dataset = tmp_path / "a"
        with pytest.raises(KeyboardInterrupt):
            generate(order(dataset, complexes=tmp_path / "in", tasks=("zooming",)), stop_after(0))
        pocket = tmp_path / "in" / "1ia1" / "1ia1_pocket.pdb"
        pocket.write_text(f"REMARK changed\n{pocket.read_text()}")
        words = ["generate", str(tmp_path / "in"), "-o", str(dataset), "--tasks", "zooming", "--per-complex", "1"]
        assert main([*words, *SMALL, "--jobs", "1", "--resume"]) == 2
        assert "files of 1ia1 have changed" in capsys.readouterr().err

    def test_leaves_other_folders_alone(self, tmp_path, capsys):
        (tmp_path / "thesis.tex").write_text("precious")
        assert main(["generate", str(DEMO), "-o", str(tmp_path), "--resume"]) == 2
        assert "holds other things" in capsys.readouterr().err
        assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]


@linux
class TestKilled:
    def test_a_worker(self, whole, tmp_path):
        dataset = tmp_path / "a"
        process = subprocess.Popen(
            command(dataset, "--split", "test", "--jobs", "2"), stderr=subprocess.PIPE, text=True
        )
        wait_for(lambda: pictures_in(dataset) > 40)
        os.kill(workers_of(process.pid)[0], signal.SIGKILL)
        assert process.communicate(timeout=100)[1] == ""
        assert process.returncode == 0
        assert tree(dataset) == tree(whole)

    def test_the_parent(self, whole, tmp_path):
        dataset = tmp_path / "a"
        process = subprocess.Popen(command(dataset, "--split", "test", "--jobs", "2"))
        wait_for(lambda: pictures_in(dataset) > 40)
        workers = workers_of(process.pid)
        assert len(workers) == 2
        process.kill()
        process.wait()
        assert not (dataset / "manifest.json").exists()
        again = [*command(dataset, "--split", "test", "--jobs", "2"), "--resume"]
        assert subprocess.run(again, check=False, timeout=100).returncode == 0
        assert tree(dataset) == tree(whole)
        wait_for(
            lambda: not any(Path(f"/proc/{pid}/cmdline").exists() and b"spawn_main" in cmdline(pid) for pid in workers)
        )


def cmdline(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


class TestBadComplexes:
    def test_are_reported_and_the_rest_goes_on(self, tmp_path, capsys):
        for name in IDS[:2]:
            shutil.copytree(DEMO / name, tmp_path / "in" / name)
        (tmp_path / "in" / "1bad").mkdir()
        (tmp_path / "in" / "1bad" / "1bad_pocket.pdb").write_text("ATOM      1  N   ALA A   1      xxx\n")
        (tmp_path / "in" / "2bad").mkdir()
        shutil.copy(DEMO / "1ia1" / "1ia1_pocket.pdb", tmp_path / "in" / "2bad" / "2bad_pocket.pdb")
        words = [
            "generate",
            str(tmp_path / "in"),
            "-o",
            str(tmp_path / "a"),
            "--tasks",
            "translation,translation_rotation",
        ]
        assert main([*words, *SMALL, "--per-complex", "1", "--jobs", "1"]) == 1
        errors = capsys.readouterr().err.splitlines()
        assert [line.split(":")[1].strip() for line in errors] == ["1bad", "2bad"]
        assert {row["complex"] for row in rows(tmp_path / "a", "translation")} == {"1ia1", "1of6"}
        assert len(rows(tmp_path / "a", "translation_rotation")) == 2
        report = json.loads((tmp_path / "a" / "report.json").read_text())
        assert [failure["complex"] for failure in report["failed"]] == ["1bad", "2bad"]
        assert not (tmp_path / "a" / ".work").exists()

    @linux
    def test_a_worker_that_hangs_is_replaced(self, few, tmp_path):
        stopped = []

        def stop_the_worker(progress: Progress) -> None:
            if progress.stage == "pictures" and progress.done > 0 and not stopped:
                stopped.extend(workers_of(os.getpid()))
                os.kill(stopped[0], signal.SIGSTOP)

        manifest = generate(order(tmp_path / "a", patience=8.0), stop_the_worker)
        assert len(stopped) == 1
        assert not cmdline(stopped[0])
        assert not manifest.failed
        assert tree(tmp_path / "a") == tree(few)

    def test_a_lost_complex_is_reported_and_tried_again_by_resume(self, few, tmp_path, monkeypatch):
        dataset = tmp_path / "a"
        with monkeypatch.context() as patch:
            patch.setattr("misi_viewer.dataset.generate.LocalPool", LosesTheSecond)
            manifest = generate(order(dataset))
        (failure,) = manifest.failed
        assert (failure.complex, failure.reason, failure.again) == ("1of6", "its pictures: the worker died", True)
        assert {row["complex"] for row in rows(dataset, "translation")} == set(IDS) - {"1of6"}
        targets = {row["recipe"]["target"] for row in rows(few, "translation_rotation")}
        kept = {row["recipe"]["target"] for row in rows(dataset, "translation_rotation")}
        assert kept <= targets - {"1of6"}
        report = json.loads((dataset / "report.json").read_text())
        assert report["reasons"]["translation"] == {"pictures of 1of6 are missing": 1}
        generate(order(dataset, resume=True))
        assert tree(dataset) == tree(few)


class LosesTheSecond(LocalPool):
    """Loses the worker that draws the second complex."""

    def run(self, units, beat):
        kept = []
        for unit in units:
            if isinstance(unit, DrawUnit) and unit.member == 1:
                yield Outcome(unit, "the worker died", again=True)
            else:
                kept.append(unit)
        yield from super().run(kept, beat)


class TestNoRoom:
    def test_a_place_that_cannot_be_written_is_one_sentence(self, tmp_path, capsys):
        (tmp_path / "file").write_text("")
        assert main(["generate", str(DEMO), "-o", str(tmp_path / "file" / "a"), *SMALL]) == 2
        assert main(["generate", str(DEMO), "-o", str(tmp_path / "file"), *SMALL]) == 2
        lines = capsys.readouterr().err.splitlines()
        assert len(lines) == 2
        assert all("Not a directory" in line for line in lines)

    @posix
    def test_a_folder_that_is_read_only(self, tmp_path, capsys):
        if os.geteuid() == 0:
            pytest.skip("root may write everywhere")
        (tmp_path / "locked").mkdir(mode=0o500)
        assert main(["generate", str(DEMO), "-o", str(tmp_path / "locked" / "a"), *SMALL]) == 2
        assert "Permission denied" in capsys.readouterr().err

    @linux
    def test_a_full_disk_is_one_sentence_and_can_be_gone_on_from(self, few, tmp_path, capfd):
        with small_disk(tmp_path / "disk", "300k") as disk:
            words = [
                "generate",
                str(DEMO),
                "-o",
                str(disk / "a"),
                "--tasks",
                ",".join(FEW),
                "--per-complex",
                "1",
                *SMALL,
            ]
            assert main([*words, "--jobs", "1"]) == 2
            captured = capfd.readouterr()
            assert captured.err.count("\n") == 1
            assert "No space left on device); when that is put right, go on with --resume." in captured.err
            assert not list(disk.rglob("*.part"))
            subprocess.run(["mount", "-o", "remount,size=50m", str(disk)], check=True)
            assert main([*words, *SMALL, "--jobs", "1", "--resume"]) == 0
            assert tree(disk / "a") == tree(few)


@contextmanager
def small_disk(place: Path, size: str):
    place.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(place)], capture_output=True)
    if mounted.returncode:
        pytest.skip("a small disk cannot be mounted here")
    try:
        yield place
    finally:
        subprocess.run(["umount", str(place)], check=True)


@linux
def test_another_renderer_is_refused_or_noted(tmp_path):
    """Mesa's slow software driver is another renderer than its fast one."""
    dataset = tmp_path / "a"
    with pytest.raises(KeyboardInterrupt):
        generate(order(dataset, complexes=DEMO / "1ia1", tasks=("pocket_ligand",)), stop_after(2))
    drawn = pictures_in(dataset)
    words = [*command(dataset, "--tasks", "pocket_ligand", "--per-complex", "1", "--jobs", "1"), "--resume"]
    words[words.index(str(DEMO))] = str(DEMO / "1ia1")
    environment = {**os.environ, "GALLIUM_DRIVER": "softpipe"}
    refused = subprocess.run(words, env=environment, capture_output=True, text=True, timeout=100, check=False)
    if refused.returncode == 0:
        pytest.skip("there is only one software driver")
    assert refused.returncode == 2
    assert "--allow-mixed" in refused.stderr
    assert pictures_in(dataset) == drawn
    mixed = subprocess.run([*words, "--allow-mixed"], env=environment, timeout=100, check=False)
    assert mixed.returncode == 0
    manifest = read_manifest(dataset)
    assert [other.renderer for other in manifest.other_renderers] == ["softpipe"]
    numbers = [line.split("\t")[2] for line in (dataset / "pictures.tsv").read_text().splitlines()[1:]]
    assert set(numbers) == {"0", "1"}
    assert numbers.count("0") >= drawn
    assert "softpipe" in (dataset / "README.md").read_text()


class TestOtherFormats:
    def test_embedded_pictures_need_none_beside_them(self, tmp_path):
        pytest.importorskip("pyarrow")
        dataset = tmp_path / "a"
        generate(order(dataset, tasks=("zooming",), format="hf"))
        assert {path.name for path in dataset.iterdir() if path.is_dir()} == {"data"}
        assert (dataset / "README.md").read_text().startswith("---\nconfigs:\n- config_name: zooming\n")
        generate(order(dataset, tasks=("zooming",), format="hf", resume=True))

    def test_a_format_is_one_of_the_choices(self, few, capsys):
        words = ["generate", str(DEMO), "-o", str(few), "--tasks", ",".join(FEW), "--per-complex", "1", *SMALL]
        assert main([*words, "--resume", "--format", "ms-swift"]) == 2
        assert "other choices (format)" in capsys.readouterr().err


class TestWords:
    @pytest.mark.parametrize(
        ("words", "complaint"),
        [
            (("--tasks", "dancing"), "There is no task 'dancing'"),
            (("--tasks", "zooming,zooming"), "--tasks names zooming twice"),
            (("--supersample", "99"), "supersample is 99"),
            (("--jobs", "0"), "--jobs must be at least 1"),
            (("--per-complex", "0"), "--per-complex must be at least 1"),
            (("--style", "nowhere.toml"), "nowhere.toml"),
            (("--format", "excel"), "excel"),
        ],
    )
    def test_are_checked_before_anything_is_made(self, tmp_path, capsys, words, complaint):
        assert main(["generate", str(DEMO), "-o", str(tmp_path / "a"), *words]) == 2
        captured = capsys.readouterr()
        assert complaint in captured.err
        assert captured.err.count("\n") == 1
        assert not (tmp_path / "a").exists()
