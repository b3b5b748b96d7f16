"""Every data set that can be written is read back, in a folder and in archives."""

from __future__ import annotations

import shutil
import tarfile
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from misi_viewer.dataset.catalogue import Catalogue, Filter, import_sources
from misi_viewer.dataset.reading.finding import find_questions
from misi_viewer.dataset.reading.found import Reading
from misi_viewer.dataset.rows import Row
from misi_viewer.dataset.writers import FORMATS
from misi_viewer.tasks.question import Recipe

PICTURE = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 4
Write = Callable[[str, Path], Path]


@pytest.mark.parametrize("name", FORMATS)
def test_a_written_data_set_is_read_back(
    name: str, write: Write, demo_rows: dict[str, list[Row]], tmp_path: Path
) -> None:
    if name == "hf":
        pytest.importorskip("pyarrow")
    reading = Reading()
    found = {one.id: one for one in find_questions([write(name, tmp_path)], reading)}
    rows = {row.id: row for rows in demo_rows.values() for row in rows}
    assert found.keys() == rows.keys()
    for own_id, row in rows.items():
        one = found[own_id]
        assert (one.task, one.complex, one.answer, one.options) == (row.task, row.complex, row.answer, row.options)
        assert one.split == "test"
        assert one.prompt == row.prompt.strip()
        assert msgspec.json.decode(one.recipe, type=Recipe) == msgspec.json.decode(row.recipe, type=Recipe)
        if name != "openai-batch":
            assert [image.rpartition("/")[2] for image in one.images] == [i.rpartition("/")[2] for i in row.images]
        assert one.embedded == (name in ("vlmevalkit", "openai-batch", "hf"))
    assert not reading.not_placed
    assert not reading.refused


@pytest.mark.parametrize("ending", [".zip", ".tar", ".tar.gz"])
def test_an_archive_is_read_in_place(ending: str, write: Write, tmp_path: Path) -> None:
    folder = write("misi", tmp_path / "set")
    archive = tmp_path / f"set{ending}"
    if ending == ".zip":
        shutil.make_archive(str(tmp_path / "set"), "zip", folder)
    else:
        with tarfile.open(archive, "w:gz" if ending.endswith("gz") else "w") as tar:
            tar.add(folder, "inside")
    report = import_sources([archive], tmp_path / "catalogue")
    plain = import_sources([folder], tmp_path / "other")
    assert report.added == plain.added > 50
    assert report.pictures == report.pictures_found == plain.pictures_found
    assert report.pictures_unused == 0


def test_pictures_are_found_by_the_end_of_their_path(write: Write, tmp_path: Path) -> None:
    folder = write("lmms-eval", tmp_path / "set")  # its tables lie in a subfolder
    report = import_sources([folder], tmp_path / "catalogue")
    assert report.pictures == report.pictures_found > 100
    with Catalogue(tmp_path / "catalogue") as catalogue:
        case = catalogue.case(catalogue.page(Filter(task="docking"))[0].n)
    assert all((picture.source / picture.name).is_file() and picture.found for picture in case.pictures)
    assert len(case.pictures) == 7


@pytest.mark.parametrize("name", ["misi", "hf", "vlmevalkit", "openai-batch"])
def test_pictures_come_back_whether_beside_or_in_the_rows(name: str, write: Write, tmp_path: Path) -> None:
    if name == "hf":
        pytest.importorskip("pyarrow")
    folder = write(name, tmp_path / "set")
    if name != "misi":
        shutil.rmtree(folder / "pictures")
    import_sources([folder], tmp_path / "catalogue")
    with Catalogue(tmp_path / "catalogue") as catalogue:
        for task, count in (("docking", 7), ("translation_rotation", 11)):
            case = catalogue.case(catalogue.page(Filter(task=task))[-1].n)
            assert list(catalogue.picture_bytes(case)) == [PICTURE] * count


@pytest.mark.parametrize("ending", [".zip", ".tar", ".tar.gz"])
def test_pictures_come_back_from_archives(ending: str, write: Write, tmp_path: Path) -> None:
    folder = write("misi", tmp_path / "set")
    if ending == ".zip":
        shutil.make_archive(str(tmp_path / "set"), "zip", folder)
    else:
        with tarfile.open(tmp_path / f"set{ending}", "w:gz" if ending.endswith("gz") else "w") as tar:
            tar.add(folder, "inside")
    shutil.rmtree(folder)
    import_sources([tmp_path / f"set{ending}"], tmp_path / "catalogue")
    with Catalogue(tmp_path / "catalogue") as catalogue:
        case = catalogue.case(catalogue.page(Filter(task="docking"))[0].n)
        assert list(catalogue.picture_bytes(case)) == [PICTURE] * 7


def test_missing_pictures_are_told(write: Write, tmp_path: Path) -> None:
    folder = write("misi", tmp_path / "set")
    shutil.rmtree(folder / "pictures")
    report = import_sources([folder], tmp_path / "catalogue")
    assert report.pictures_found == 0
    with Catalogue(tmp_path / "catalogue") as catalogue:
        case = catalogue.case(1)
        found = list(catalogue.picture_bytes(case))
    assert all("the picture is missing" in str(one) for one in found)
    assert len(found) == len(case.pictures)
