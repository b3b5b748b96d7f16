"""What pictures are said to show, which of them tell most, and what is reported."""

from __future__ import annotations

import io
import json
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import numpy as np
import pytest
from PIL import Image

from misi_viewer.chem.load import load_complex
from misi_viewer.dataset.manifest import ComplexEntry
from misi_viewer.dataset.questions import sources_of
from misi_viewer.dataset.verification.claims import claims_in_dataset, claims_in_folder, moved_to
from misi_viewer.dataset.verification.comparing import Compared
from misi_viewer.dataset.verification.differences import FOLDER, MOST_FILES, Differences, Shown, side_by_side
from misi_viewer.dataset.verification.framing import Framing, aspect_name
from misi_viewer.dataset.verification.library import Library
from misi_viewer.dataset.verification.likeness import Likeness
from misi_viewer.dataset.verification.outcome import DRAWN_AGAIN, Outcome, VerifyReport, judge
from misi_viewer.dataset.verification.probing import choose_groups, make_probes
from misi_viewer.dataset.verification.report import page, report_lines, to_json
from misi_viewer.errors import UserError
from misi_viewer.scene.shot import Shot
from misi_viewer.scene.style import Style

DEMO = Path(__file__).resolve().parents[3] / "assets" / "demo"
IDS = ("1ia1", "1of6", "1s3v", "1uou")
EVIL = "<script>alert(1)</script>\"'&"


def png(size: tuple[int, int] = (40, 36), colour: str = "white") -> bytes:
    stream = io.BytesIO()
    image = Image.new("RGB", size)
    image.paste(colour, (5, 5, 15, 15))
    image.save(stream, "PNG")
    return stream.getvalue()


def put(folder: Path, *names: str, data: bytes | None = None) -> None:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(png() if data is None else data)


def recipe(*shots: Shot, complex_id: str = "1ia1") -> dict:
    images = [{"complex": complex_id, "shot": msgspec.to_builtins(shot)} for shot in shots]
    return {
        "version": 1,
        "seed": 0,
        "task_version": 1,
        "template": "t",
        "template_version": 1,
        "values": {},
        "images": images,
    }


def row(number: int, images: list[str], **more) -> dict:
    values = {
        "id": f"zooming/1ia1/{number}",
        "task": "zooming",
        "complex": "1ia1",
        "prompt": "How far?",
        "answer": "move z 50",
    }
    return {**values, "images": images, **more}


def write_rows(folder: Path, rows: list[dict]) -> None:
    folder.mkdir(exist_ok=True)
    (folder / "zooming.jsonl").write_text("".join(json.dumps(one) + "\n" for one in rows))


class TestClaims:
    def test_recipes_tell_what_pictures_show(self, tmp_path):
        shots = [Shot(view="left"), Shot(commands="move z 50")]
        write_rows(
            tmp_path, [row(0, ["a.png", "b.png"], recipe=recipe(*shots)), row(1, ["a.png"], recipe=recipe(shots[0]))]
        )
        found = claims_in_dataset(tmp_path)
        assert [(claim.name, claim.complex, claim.shot_as(None)) for claim in found.items] == [
            ("a.png", "1ia1", shots[0]),
            ("b.png", "1ia1", shots[1]),
        ]
        assert not found.left_out

    def test_answers_tell_where_there_is_no_recipe(self, tmp_path):
        write_rows(tmp_path, [row(0, ["f.png", "l.png", "t.png", "after.png"])])
        shots = [claim.shot_as(1) for claim in claims_in_dataset(tmp_path).items]
        assert [shot.view for shot in shots] == ["front", "left", "top", "front"]
        assert shots[3] == Shot(commands="move z 50", supersample=1)

    def test_what_cannot_be_told_is_counted(self, tmp_path):
        rows = [row(0, ["a.png"], recipe=recipe(Shot(), Shot())), row(1, ["a.png"], prompt="")]
        rows.append(
            row(
                2, [], task="rotation_rotation", id="rotation_rotation/1ia1/0", answer="A", options=["1", "2", "3", "4"]
            )
        )
        write_rows(tmp_path, rows)
        found = claims_in_dataset(tmp_path)
        assert not found.items
        assert sum(found.left_out.values()) == 3

    def test_names_tell_views_and_commands(self, tmp_path):
        put(tmp_path, "1ia1/left.png", "1ia1/move_x_2__roll_y_30.png", "1ia1/top__roll_x_-15.png")
        put(tmp_path, "1ia1/portrait.png", "1ia1/move_x.png", "9zzz/left.png")
        found = claims_in_folder(tmp_path, ["1ia1"])
        assert [claim.shot_as(None) for claim in found.items] == [
            Shot(view="left"),
            Shot(commands="move x 2; roll y 30"),
            Shot(view="top", commands="roll x -15"),
        ]
        assert sorted(found.left_out.values()) == [1, 2]

    @pytest.mark.parametrize("place", ["pictures/ab/x.png", "ab/x.png", "x.png"])
    def test_pictures_elsewhere_go_by_the_same_names(self, tmp_path, place):
        write_rows(
            tmp_path / "set", [row(0, ["pictures/ab/x.png", "pictures/ab/y.png"], recipe=recipe(Shot(), Shot()))]
        )
        put(tmp_path / "other", place)
        found = moved_to(claims_in_dataset(tmp_path / "set"), tmp_path / "other")
        assert [(claim.name, claim.source) for claim in found.items] == [(place, tmp_path / "other")]
        assert found.left_out.total() == 1

    def test_names_do_not_lead_out_of_the_folder(self, tmp_path):
        write_rows(tmp_path / "set", [row(0, ["../../secret.png"], recipe=recipe(Shot()))])
        put(tmp_path, "secret.png")
        (claim,) = claims_in_dataset(tmp_path / "set").items
        with pytest.raises(UserError):
            claim.read()


class TestLibrary:
    def test_complexes_are_found_and_checked(self, tmp_path):
        files = sources_of(load_complex(DEMO / "1ia1"))
        right = ComplexEntry("1ia1", files)
        wrong = [msgspec.structs.replace(file, sha256="0" * 64) for file in files]
        assert Library(DEMO, tmp_path, {right.id: right.files}).load("1ia1").id == "1ia1"
        assert Library(None, tmp_path, {}).load("1of6").id == "1of6"
        with pytest.raises(UserError, match="not those that the data set was made from"):
            Library(DEMO, tmp_path, {"1ia1": wrong}).load("1ia1")
        with pytest.raises(UserError, match="not among the complexes given"):
            Library(DEMO, tmp_path, {}).load("9zzz")
        with pytest.raises(UserError, match="--complexes"):
            Library(None, tmp_path, {}).load("../demo/1ia1")

    def test_capitals_do_not_matter(self, tmp_path):
        assert Library(DEMO, tmp_path, {}).load("1IA1").id == "1IA1"


class TestProbing:
    def test_groups_are_sizes(self, tmp_path):
        put(tmp_path, "1ia1/left.png", "1ia1/top.png")
        put(tmp_path, "1ia1/front.png", data=png((50, 50)))
        put(tmp_path, "1ia1/back.png", data=b"no picture")
        groups = choose_groups(claims_in_folder(tmp_path, ["1ia1"]).items)
        assert [(group.size, len(group.claims)) for group in groups] == [((40, 36), 2), ((50, 50), 1)]

    def test_plain_views_of_several_complexes_are_taken(self, tmp_path):
        for name in IDS:
            put(tmp_path, *(f"{name}/{state}.png" for state in ("front", "left", "top", "move_z_40")))
        library = Library(DEMO, tmp_path, {})
        (group,) = choose_groups(claims_in_folder(tmp_path, IDS).items)
        probes, transparent = make_probes(group, library.load, Style())
        assert not transparent
        assert len(probes) == 8
        assert {probe.complex.id for probe in probes} == set(IDS)
        assert not any(probe.shot.commands for probe in probes)
        assert sum(probe.shot.view != "front" for probe in probes) >= 4

    def test_unknown_complexes_and_empty_pictures_are_passed_over(self, tmp_path):
        put(tmp_path, "1ia1/left.png", "9zzz/left.png")
        put(tmp_path, "1ia1/front.png", data=png(colour="black"))
        library = Library(DEMO, tmp_path, {})
        (group,) = choose_groups(claims_in_folder(tmp_path, ["1ia1", "9zzz"]).items)
        probes, _ = make_probes(group, library.load, Style())
        assert [probe.name for probe in probes] == ["1ia1/left.png"]


class TestJudging:
    @pytest.mark.parametrize(
        ("found", "status", "reason"),
        [
            (Likeness(0.999, 0.99, 0.1, (0.0, 0.0)), "same", ""),
            (Likeness(0.97, 0.9, 1.0, (0.0, 0.0)), "different", "similarity 0.970"),
            (Likeness(0.999, 0.99, 0.1, (0.3, 0.4)), "different", "shifted by 0.50"),
            (Likeness(0.999, 0.2, 0.1, (0.0, 0.0)), "different", "one place"),
        ],
    )
    def test_each_measure_counts(self, found, status, reason):
        outcome = judge("a.png", "1ia1", found, DRAWN_AGAIN)
        assert outcome.status == status
        assert reason in outcome.reason
        assert outcome.good == (status == "same")

    @pytest.mark.parametrize(
        ("aspect", "name"), [(1.0, "1:1"), (640 / 480, "4:3"), (1365 / 768, "16:9"), (1.357, "1.357")]
    )
    def test_aspects_have_names(self, aspect, name):
        assert aspect_name(aspect) == name
        assert name in str(Framing(aspect=aspect))


def report(*outcomes: Outcome) -> VerifyReport:
    counts = {"identical": 3, "different": len(outcomes)}
    return VerifyReport(
        renderer=EVIL,
        dataset=EVIL,
        against="",
        tolerance=DRAWN_AGAIN,
        counts=counts,
        left_out={EVIL: 2},
        lowest=0.5,
        mean=0.9,
        findings=(),
        pictures=outcomes,
    )


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.seen: list[tuple[str, dict]] = []

    def handle_starttag(self, tag, attrs):
        self.seen.append((tag, dict(attrs)))


class TestReport:
    def test_the_page_escapes_all_that_comes_from_data(self):
        bad = Outcome(picture=EVIL, complex=EVIL, status="different", reason=EVIL)
        tags = _Tags()
        tags.feed(page(report(bad), [Shown(EVIL, f"differences/{EVIL}", "data:image/png;base64,AAAA")]))
        assert not {"script", "link", "iframe", "a"} & {tag for tag, _ in tags.seen}
        assert [attributes["src"] for tag, attributes in tags.seen if tag == "img"] == ["data:image/png;base64,AAAA"]
        policy = next(attributes for _, attributes in tags.seen if "http-equiv" in attributes)
        assert policy["http-equiv"] == "Content-Security-Policy"
        assert policy["content"].startswith("default-src 'none'")

    def test_lines_name_what_is_bad(self):
        lines = "\n".join(report_lines(report(Outcome(picture="p.png", complex="1ia1", status="missing"))))
        assert "3 identical, 1 different" in lines
        assert "p.png: missing" in lines
        many = [Outcome(picture=f"{n}.png", complex="1ia1", status="missing") for n in range(50)]
        assert "and 30 more" in "\n".join(report_lines(report(*many)))

    def test_json_has_all(self):
        values = json.loads(to_json(report(Outcome(picture="p.png", complex="1ia1", status="missing"))))
        assert values["counts"] == {"identical": 3, "different": 1}
        assert values["pictures"][0]["picture"] == "p.png"

    def test_differences_are_pictures_side_by_side(self, tmp_path):
        stored, drawn = np.zeros((2, 30, 40, 3), dtype=np.uint8)
        drawn[3, 5] = 20
        row_ = side_by_side(stored, drawn)
        assert row_.shape == (30, 128, 3)
        assert row_[3, 49].tolist() == [20, 20, 20]
        assert row_[3, 93].tolist() == [80, 80, 80]
        kept = Differences(tmp_path)
        for _ in range(MOST_FILES + 5):
            kept.keep(Compared(Outcome(picture="p", complex="c", status="different"), stored, drawn))
        kept.keep(Compared(Outcome(picture="p", complex="c", status="missing")))
        assert len(list((tmp_path / FOLDER).iterdir())) == MOST_FILES
        assert (np.asarray(Image.open(tmp_path / FOLDER / "0001.png")) == row_).all()
        assert kept.shown[0].data.startswith("data:image/png;base64,")
