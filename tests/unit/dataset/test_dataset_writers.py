"""Every format against its list of fields, on questions made by hand."""

from __future__ import annotations

import ast
import base64
import csv
import io
import json
import re

import msgspec
import pytest
import yaml
from PIL import Image

from misi_viewer.dataset.rows import Row
from misi_viewer.dataset.writers import FORMATS, Content, format_named, openai_batch
from misi_viewer.errors import UserError
from misi_viewer.render import png

PROMPT = 'Which move?\n\tSay "move x 1", or A.\nÅngström <b>\u2028 ; = + @'
VIEWS = tuple(f"pictures/{digit}{digit}/{digit * 32}.png" for digit in "0123456789")


def row(task, n, images, options=None, answer="move x 1", **changes):
    values = {
        "id": f"{task}/1abc/{n}",
        "task": task,
        "split": "test",
        "complex": "1abc",
        "prompt": PROMPT,
        "images": images,
        "options": options,
        "answer": answer,
        "recipe": msgspec.Raw(b'{"version":1,"seed":0}'),
        "versions": {"program": "1.0", "task": 3},
    }
    return Row(**(values | changes))


CLOZE = [row("cloze", n, VIEWS[n : n + 4]) for n in range(3)]
CHOICE = [row("choice", n, VIEWS[:6], ("move x 1", "move x 2", "move y 1", "move y 2"), "B") for n in range(3)]
ROWS = {"cloze": CLOZE, "choice": CHOICE, "none": []}


@pytest.fixture
def content(tmp_path, rng_picture):
    for number, name in enumerate(VIEWS):
        path = tmp_path / name
        path.parent.mkdir(parents=True)
        path.write_bytes(png.encode(rng_picture + number))
    return Content(tmp_path, list(ROWS), "test", lambda task: iter(ROWS[task]))


def written(content, name):
    files = format_named(name).write(content)
    assert all((content.folder / file).is_file() for file in files)
    there = {str(path.relative_to(content.folder)) for path in content.folder.rglob("*") if path.is_file()}
    assert {name for name in there if not name.startswith("pictures/")} == set(files)
    return files


def json_lines(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n")[:-1]]


def picture_bytes(content, names):
    return [(content.folder / name).read_bytes() for name in names]


def test_every_format_writes_the_same_bytes_again(content):
    for name in FORMATS:
        files = format_named(name).write(content)
        first = {file: (content.folder / file).read_bytes() for file in files}
        assert format_named(name).write(content) == files
        assert first == {file: (content.folder / file).read_bytes() for file in files}
        assert format_named(name).usage.endswith(".")


def test_says_which_formats_there_are():
    with pytest.raises(UserError, match="There is no format 'csv'; choose one of misi, hf"):
        format_named("csv")


def test_misi(content):
    assert written(content, "misi") == ["cloze.jsonl", "choice.jsonl", "none.jsonl"]
    lines = json_lines(content.folder / "choice.jsonl")
    keys = ["id", "task", "split", "complex", "prompt", "images", "options", "answer", "recipe", "versions"]
    assert [list(line) for line in lines] == [keys] * 3
    assert lines[1]["images"] == list(VIEWS[:6])
    assert lines[1]["options"] == list(CHOICE[1].options)
    assert lines[1]["recipe"] == {"version": 1, "seed": 0}
    assert json_lines(content.folder / "cloze.jsonl")[0]["options"] is None
    assert json_lines(content.folder / "cloze.jsonl")[0]["prompt"] == PROMPT
    assert (content.folder / "none.jsonl").read_bytes() == b""


def test_ms_swift(content):
    written(content, "ms-swift")
    for line, source in zip(json_lines(content.folder / "choice.jsonl"), CHOICE, strict=True):
        assert [message["role"] for message in line["messages"]] == ["user", "assistant"]
        assert line["messages"][0]["content"] == "<image>" * 6 + "\n" + PROMPT
        assert line["messages"][1]["content"] == "B"
        assert line["images"] == list(source.images)
        assert line["id"] == source.id


@pytest.mark.parametrize("name", ["ms-swift", "llama-factory"])
def test_a_prompt_with_an_image_tag_is_refused(content, name):
    bad = row("bad", 0, VIEWS[:1], prompt="What is <image>?")
    with pytest.raises(UserError, match="prompt of bad/1abc/0 has <image> in it"):
        format_named(name).write(Content(content.folder, ["bad"], "test", lambda _task: iter([bad])))


def test_llama_factory(content):
    written(content, "llama-factory")
    info = json.loads((content.folder / "dataset_info.json").read_text())
    assert set(info) == {"misi_bench_cloze", "misi_bench_choice", "misi_bench_none"}
    for about in info.values():
        items = json.loads((content.folder / about["file_name"]).read_text(encoding="utf-8"))
        assert about["formatting"] == "sharegpt"
        tags = about["tags"]
        for item in items:
            human, model = item[about["columns"]["messages"]]
            assert (human[tags["role_tag"]], model[tags["role_tag"]]) == (tags["user_tag"], tags["assistant_tag"])
            assert human[tags["content_tag"]].count("<image>") == len(item[about["columns"]["images"]])
            assert model[tags["content_tag"]] == item["answer"]
    assert len(json.loads((content.folder / "cloze.json").read_text(encoding="utf-8"))) == 3


def test_inspect(content):
    written(content, "inspect")
    samples = json.loads((content.folder / "choice.json").read_text(encoding="utf-8"))
    for sample, source in zip(samples, CHOICE, strict=True):
        assert set(sample) == {"id", "input", "choices", "target", "metadata"}
        (message,) = sample["input"]
        assert message["role"] == "user"
        assert [part["image"] for part in message["content"][:-1]] == list(source.images)
        assert message["content"][-1] == {"type": "text", "text": PROMPT}
        assert sample["target"] == "B"
        assert sample["choices"] == list(source.options)
    assert "choices" not in json.loads((content.folder / "cloze.json").read_text(encoding="utf-8"))[0]


def test_openai_batch(content):
    files = written(content, "openai-batch")
    assert files == ["cloze-0001.jsonl", "choice-0001.jsonl", "answers.json"]
    for request, source in zip(json_lines(content.folder / files[0]), CLOZE, strict=True):
        assert set(request) == {"custom_id", "method", "url", "body"}
        assert (request["custom_id"], request["method"]) == (source.id, "POST")
        assert request["url"] == "/v1/chat/completions"
        (message,) = request["body"]["messages"]
        urls = [part["image_url"]["url"] for part in message["content"] if part["type"] == "image_url"]
        assert all(url.startswith("data:image/png;base64,") for url in urls)
        sent = [base64.b64decode(url.partition(",")[2]) for url in urls]
        assert sent == picture_bytes(content, source.images)
        assert message["content"][-1] == {"type": "text", "text": PROMPT}
        assert "move x 1" not in json.dumps({**request, "body": None})
    truths = json.loads((content.folder / "answers.json").read_text(encoding="utf-8"))
    assert {truth["custom_id"]: truth["answer"] for truth in truths} == {
        source.id: source.answer for source in (*CLOZE, *CHOICE)
    }


@pytest.mark.parametrize(("limit", "value"), [("MOST_LINES", 2), ("LARGEST_FILE", 3_000)])
def test_openai_batch_keeps_within_the_limits(content, monkeypatch, limit, value):
    monkeypatch.setattr(openai_batch, limit, value)
    files = written(content, "openai-batch")[:-1]
    lines = {file: (content.folder / file).read_bytes().splitlines(keepends=True) for file in files}
    assert len(files) > 2
    assert sum(map(len, lines.values())) == 6
    for found in lines.values():
        assert len(found) == 1 or (len(found) <= value if limit == "MOST_LINES" else sum(map(len, found)) <= value)


def table(path):
    csv.field_size_limit(10**9)
    return list(csv.DictReader(io.StringIO(path.read_bytes().decode(), newline=""), delimiter="\t"))


def test_vlmevalkit(content):
    assert written(content, "vlmevalkit") == ["cloze.tsv", "choice.tsv", "none.tsv"]
    rows = table(content.folder / "choice.tsv")
    needed = {"index", "image", "image_path", "question", "hint", *"ABCD", "answer", "category", "l2-category", "split"}
    assert needed <= set(rows[0])
    assert [line["index"] for line in rows] == [source.id for source in CHOICE]
    assert rows[0]["question"] == PROMPT
    assert (rows[0]["B"], rows[0]["answer"]) == ("move x 2", "B")
    images = ast.literal_eval(rows[0]["image"])
    assert [base64.b64decode(image) for image in images] == picture_bytes(content, CHOICE[0].images)
    assert len(ast.literal_eval(rows[0]["image_path"])) == 6
    assert all(len(image) > 64 for image in images)
    assert [line["image"] for line in rows[1:]] == [rows[0]["index"]] * 2, "the same pictures are meant by their row"


def test_vlmevalkit_has_options_for_choices_only(content):
    written(content, "vlmevalkit")
    assert "A" not in table(content.folder / "cloze.tsv")[0]
    assert (content.folder / "none.tsv").read_text().startswith("index\timage\timage_path\tquestion")


def test_vlmevalkit_takes_no_long_index_for_a_picture(content):
    long = [row("long", f"{'9' * 60}{n}", VIEWS[:2]) for n in range(2)]
    format_named("vlmevalkit").write(Content(content.folder, ["long"], "test", lambda _task: iter(long)))
    rows = table(content.folder / "long.tsv")
    assert rows[0]["image"] == rows[1]["image"]
    assert len(rows[1]["image"]) > 64


def function_loader():
    class Loader(yaml.SafeLoader):
        pass

    Loader.add_constructor("!function", lambda loader, node: loader.construct_scalar(node))
    return Loader


def test_lmms_eval(content):
    written(content, "lmms-eval")
    task = yaml.load((content.folder / "misi_bench_cloze.yaml").read_text(), function_loader())
    assert task["task"] == "misi_bench_cloze"
    assert task["dataset_path"] == "json"
    assert task["output_type"] == "generate_until"
    assert task["doc_to_target"] == "answer"
    assert task["metadata"] == [{"version": 3}]
    docs = json_lines(content.folder / task["dataset_kwargs"]["data_files"][task["test_split"]])
    assert [doc["id"] for doc in docs] == [source.id for source in CLOZE]
    for key in ("doc_to_visual", "doc_to_text", "process_results"):
        assert re.fullmatch(rf"misi_bench_functions\.{key}", task[key])


def test_lmms_eval_functions(content):
    written(content, "lmms-eval")
    path = content.folder / "misi_bench_functions.py"
    functions = {"__file__": str(path)}
    exec(compile(path.read_text(), str(path), "exec"), functions)
    doc = json_lines(content.folder / "data" / "choice.jsonl")[0]
    pictures = functions["doc_to_visual"](doc)
    assert [picture.size for picture in pictures] == [(8, 6)] * 6
    assert functions["doc_to_text"](doc) == PROMPT
    assert functions["process_results"](doc, [" b\n"]) == {"same_text": 1.0}
    assert functions["process_results"](doc, ["B, I think"]) == {"same_text": 0.0}


class TestHuggingFace:
    def test_rows_and_pictures(self, content):
        parquet = pytest.importorskip("pyarrow.parquet")
        files = written(content, "hf")
        assert files == [f"data/{task}-test-00000.parquet" for task in ROWS]
        rows = parquet.read_table(content.folder / files[1]).to_pylist()
        assert [line["id"] for line in rows] == [source.id for source in CHOICE]
        assert rows[0]["options"] == list(CHOICE[0].options)
        assert [image["bytes"] for image in rows[0]["images"]] == picture_bytes(content, CHOICE[0].images)
        assert Image.open(io.BytesIO(rows[0]["images"][0]["bytes"])).size == (8, 6)
        assert json.loads(rows[0]["recipe"]) == {"version": 1, "seed": 0}
        assert parquet.read_table(content.folder / files[0]).to_pylist()[0]["options"] is None

    def test_says_that_the_column_holds_pictures(self, content):
        parquet = pytest.importorskip("pyarrow.parquet")
        files = written(content, "hf")
        about = json.loads(parquet.read_schema(content.folder / files[0]).metadata[b"huggingface"])
        assert about["info"]["features"]["images"] == [{"_type": "Image"}]

    def test_large_tasks_are_split(self, content, monkeypatch):
        parquet = pytest.importorskip("pyarrow.parquet")
        module = pytest.importorskip("misi_viewer.dataset.writers.hugging_face")
        monkeypatch.setattr(module, "GROUP_BYTES", 1)
        monkeypatch.setattr(module, "FILE_BYTES", 1_000)
        files = [file for file in written(content, "hf") if "/choice-" in file]
        assert len(files) > 1
        ids = [line["id"] for file in files for line in parquet.read_table(content.folder / file).to_pylist()]
        assert ids == [source.id for source in CHOICE]

    def test_the_data_card_names_the_files(self, content):
        pytest.importorskip("pyarrow")
        configs = yaml.safe_load(format_named("hf").front_matter(content))["configs"]
        assert configs[0]["config_name"] == "cloze"
        assert configs[0]["data_files"] == [{"split": "test", "path": "data/cloze-test-*.parquet"}]
