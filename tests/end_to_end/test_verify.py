"""Verifying from the command line: own data sets, damaged ones, and pictures of other renderers."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from misi_viewer.cli import main
from misi_viewer.dataset.generate import Order, generate

pytestmark = pytest.mark.gl

ROOT = Path(__file__).resolve().parents[2]
DEMO = ROOT / "assets" / "demo"
CHIMERAX = ROOT / "tests" / "data" / "demo" / "pictures"
SIZE = (200, 150)


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> Path:
    """Return a small data set."""
    folder = tmp_path_factory.mktemp("verify") / "dataset"
    tasks = ("translation", "docking", "residue_ligand")
    generate(Order(complexes=DEMO, dataset=folder, tasks=tasks, per_complex=1, size=SIZE, supersample=1, jobs=1))
    return folder


@pytest.fixture
def dataset(made, tmp_path) -> Path:
    """Return a copy of the data set, to be changed."""
    return Path(shutil.copytree(made, tmp_path / "dataset"))


def verified(capsys, *words: object) -> tuple[int, dict]:
    status = main(["verify", *map(str, words), "--json"])
    out = capsys.readouterr().out
    return status, json.loads(out) if out else {}


def counts(report: dict) -> dict[str, int]:
    return {status: count for status, count in report["counts"].items() if count}


def pictures(dataset: Path) -> list[Path]:
    return sorted(dataset.glob("pictures/??/*.png"))


def lit(paths: list[Path]) -> list[Path]:
    """Return the pictures that show a good deal."""
    return [path for path in paths if (np.asarray(Image.open(path)).max(axis=2) > 8).mean() > 0.05]


def change(path: Path, action) -> None:
    with Image.open(path) as image:
        values = np.array(image.convert("RGB"))
    Image.fromarray(np.ascontiguousarray(action(values))).save(path)


class TestOwnPictures:
    def test_a_data_set_is_as_it_was_made(self, made, capsys):
        status, report = verified(capsys, made)
        assert status == 0
        assert counts(report) == {"identical": len(pictures(made))}
        assert report["findings"] == report["pictures"] == []
        assert main(["verify", str(made), "--complexes", str(DEMO)]) == 0
        assert f"{len(pictures(made))} identical" in capsys.readouterr().out

    def test_pictures_in_a_folder_of_the_complex_name_do_not_mislead(self, dataset, capsys):
        shutil.copytree(CHIMERAX / "1ia1", dataset.parent / "1ia1")
        status, report = verified(capsys, dataset)
        assert (status, set(counts(report))) == (0, {"identical"})

    def test_each_kind_of_damage_is_told_and_the_rest_goes_on(self, dataset, tmp_path, capsys):
        total = len(pictures(dataset))
        good = lit(pictures(dataset))
        expected = {}

        def damage(status: str) -> Path:
            path = good.pop(0)
            expected[path.relative_to(dataset).as_posix()] = status
            return path

        damage("missing").unlink()
        damage("unreadable").write_bytes(b"no picture")
        damage("unreadable").write_bytes(good[0].read_bytes()[:300])
        change(damage("different"), lambda values: values[:, :-1])
        change(damage("different"), lambda values: np.roll(values, 2, axis=1))
        change(damage("different"), lambda values: 255 - values)

        def recolour(values):
            row, column = np.argwhere(values.max(axis=2) > 100)[50]
            values[row : row + 8, column : column + 8] = 255, 255, 0
            return values

        change(damage("different"), recolour)

        def shade(values):
            values[values > 60] -= 1
            return values

        change(damage("same"), shade)
        status, report = verified(capsys, dataset, "--report", tmp_path / "report")
        assert status == 1
        assert {one["picture"]: one["status"] for one in report["pictures"]} == expected
        assert counts(report) == {"identical": total - 8, "same": 1, "different": 4, "missing": 1, "unreadable": 2}
        assert len(list((tmp_path / "report" / "differences").iterdir())) == 3
        assert json.loads((tmp_path / "report" / "verification.json").read_text()) == report
        html = (tmp_path / "report" / "verification.html").read_text()
        assert html.count("<img") == 3
        assert all(name in html for name, became in expected.items() if became != "same")

    def test_a_complex_that_is_not_the_same_is_told(self, made, tmp_path, capsys):
        complexes = Path(shutil.copytree(DEMO, tmp_path / "complexes"))
        shutil.rmtree(complexes / "1of6")
        pocket = complexes / "1ia1" / "1ia1_pocket.pdb"
        pocket.write_text(pocket.read_text() + "REMARK\n")
        status, report = verified(capsys, made, "--complexes", complexes)
        assert status == 1
        assert set(counts(report)) == {"identical", "not drawn"}
        reasons = {one["complex"]: one["reason"] for one in report["pictures"]}
        assert "not those that the data set was made from" in reasons["1ia1"]
        assert "not among the complexes given" in reasons["1of6"]
        assert set(reasons) == {"1ia1", "1of6"}

    @pytest.mark.parametrize(
        ("words", "said"),
        [
            (("nowhere",), "no such data set"),
            (("{made}", "--against", "nowhere"), "no such folder of pictures"),
            (("{made}", "--complexes", "nowhere"), "no such file or folder"),
            (("{made}", "--against", "{empty}"), "no picture"),
            (("{empty}",), "no picture"),
            (("{made}", "--similarity", "2"), "--similarity"),
            (("{made}", "--supersample", "0"), "--supersample"),
        ],
    )
    def test_bad_input_is_a_sentence(self, made, tmp_path, capsys, words, said):
        assert main(["verify", *(word.format(made=made, empty=tmp_path) for word in words)]) == 2
        error = capsys.readouterr().err
        assert said in error
        assert error.count("\n") == 1


class TestOtherRenderers:
    @pytest.mark.parametrize("size", [(160, 120), (1, 1), (3000, 2)])
    def test_empty_pictures_are_bad_input(self, tmp_path, capsys, size):
        (tmp_path / "1ia1").mkdir()
        Image.new("RGB", size, "grey").save(tmp_path / "1ia1" / "front.png")
        assert main(["verify", str(DEMO), "--against", str(tmp_path)]) == 2
        assert "show nothing" in capsys.readouterr().err

    def test_chimerax_draws_the_same(self, tmp_path, capsys):
        other = Path(shutil.copytree(CHIMERAX, tmp_path / "pictures"))
        shutil.copy(other / "1ia1" / "front.png", other / "1ia1" / "right.png")
        (other / "1of6" / "top.png").write_bytes(b"")
        (other / "1of6" / "portrait.png").write_bytes(b"")
        status, report = verified(capsys, DEMO, "--against", other)
        assert status == 1
        assert counts(report) == {"same": 20, "different": 1, "unreadable": 1}
        assert report["lowest"] < 0.9 < report["mean"]
        (finding,) = report["findings"]
        choices = finding["choices"]
        assert choices["framing"] == {"fitted": "complex", "pad": 0.05, "aspect": pytest.approx(4 / 3), "refit": False}
        assert choices["crop"] == [0, 0, 0, 0]
        assert choices["chain_breaks"] is False
        assert choices["background"] == "000000"
        assert finding["astray"] == ["1ia1/right.png"]
        assert finding["score"] > 0.999
        assert finding["margin"] > 0.1
        assert sum(report["left_out"].values()) == 1

    def test_a_data_set_without_recipes_is_verified_all_the_same(self, dataset, capsys):
        (dataset / "manifest.json").unlink()
        (dataset / "residue_ligand.jsonl").unlink()
        for table in dataset.glob("*.jsonl"):
            rows = [json.loads(line) for line in table.read_text().splitlines()]
            table.write_text("".join(json.dumps({**row, "recipe": None, "versions": None}) + "\n" for row in rows))
        status, report = verified(capsys, dataset, "--complexes", DEMO, "--supersample", 1)
        assert status == 0
        assert set(counts(report)) == {"identical"}
        assert report["findings"][0]["choices"]["framing"]["pad"] == 0.05

    def test_pictures_of_a_data_set_drawn_elsewhere_on_white(self, dataset, tmp_path, capsys):
        white = tmp_path / "white"
        generate(
            Order(
                complexes=DEMO,
                dataset=white,
                tasks=("translation",),
                per_complex=1,
                size=SIZE,
                supersample=1,
                jobs=1,
                style=_white(),
            )
        )
        by_id = {row["id"]: row["images"] for row in rows(white)}
        other = tmp_path / "other"
        for row in rows(dataset):
            for name, drawn in zip(row["images"], by_id[row["id"]], strict=True):
                (other / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(white / drawn, other / name)
        status, report = verified(capsys, dataset, "--against", other)
        assert status == 0
        assert set(counts(report)) == {"identical"}
        assert report["findings"][0]["choices"]["background"] == "FFFFFF"


def rows(dataset: Path) -> list[dict]:
    return [json.loads(line) for line in (dataset / "translation.jsonl").read_text().splitlines()]


def _white():
    from misi_viewer.scene.styles import load_style

    return load_style("MiSI-Bench").but(background="FFFFFF")
