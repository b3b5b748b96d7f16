"""Each format with its traps (spec formats.md)."""

from __future__ import annotations

import io
import json
import struct
import sys
import zlib
from pathlib import Path
from typing import Any, ClassVar

import pytest

T, R, L, P = "translation/1abc/0", "residue_ligand/1abc/0", "interaction_location/1abc/0", "pocket_ligand/1abc/0"


def printed(prediction: Any) -> str:
    from misi_viewer.dataset.predictions.matching import printed as text

    return text(prediction)


class TestVlmevalkit:
    def test_tab_separated_with_all_states(self, read: Any) -> None:
        rows = [
            ("index", "question", "answer", "category", "split", "prediction"),
            (T, "q", "move x 3", "translation", "test", "I think **move x 3**"),
            ("translation/1abc/1", "q", "", "", "", "Failed to obtain answer via API."),
            ("translation/2xyz/0", "q", "", "", "", ""),
            (R, "q", "", "", "", "I'm sorry, I can't help with that."),
            (L, "q", "", "", "", "banana"),
            ("translation/9zzz/0", "q", "", "", "", "move x 1"),
        ]
        found, report = read("gpt_x_translation.tsv", "\n".join("\t".join(row) for row in rows))
        assert report.format == "VLMEvalKit"
        assert {own: one.state for own, one in found.items()} == {
            T: "parsed",
            "translation/1abc/1": "failed call",
            "translation/2xyz/0": "no answer",
            R: "refused",
            L: "unparseable",
        }
        assert {one.model for one in found.values()} == {"gpt_x"}
        assert (report.read, report.matched, report.unmatched, report.failed) == (6, 5, 1, 1)
        assert report.examples == ["translation/9zzz/0"]

    def test_excel_keeps_formulas_as_text_and_tells_cut_cells(self, read: Any, tmp_path: Path) -> None:
        openpyxl = pytest.importorskip("openpyxl")
        book = openpyxl.Workbook()
        sheet = book.active
        sheet.append(["index", "question", "answer", "prediction", "thinking"])
        sheet.append([T, "q", "move x 3", "=move x 3", "I see it."])
        sheet.append(["translation/1abc/1", "q", "move y -2", "x" * 32_767, None])
        book.save(tmp_path / "some-model_translation.xlsx")
        found, report = read("some-model_translation.xlsx", None)
        assert (found[T].raw, printed(found[T]), found[T].reasoning) == ("=move x 3", "move x 3", "I see it.")
        assert not found[T].cut
        assert found["translation/1abc/1"].cut
        assert report.cut == 1

    def test_without_openpyxl_it_says_what_to_install(self, read: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "openpyxl", None)
        with pytest.raises(Exception, match="pip install misi-viewer"):
            read("m_translation.xlsx", b"PK\x03\x04" + bytes(100))

    @pytest.mark.parametrize("by_column", [False, True])
    def test_json_of_records_or_columns(self, read: Any, by_column: bool) -> None:
        rows = [
            {"index": T, "question": "q", "prediction": "move x 3"},
            {"index": R, "question": "q", "prediction": "No"},
        ]
        columns = {name: {str(place): row[name] for place, row in enumerate(rows)} for name in rows[0]}
        found, _ = read("m_set.json", columns if by_column else rows)
        assert (printed(found[T]), printed(found[R])) == ("move x 3", "No")


class TestLmmsEval:
    ROW: ClassVar = {"doc_id": 1, "target": "move y -2", "filtered_resps": "move y -2", "doc_hash": "h", "input": "q"}

    def test_resps_are_left_out_when_equal(self, read: Any) -> None:
        rows = [
            self.ROW,
            {**self.ROW, "doc_id": 0, "target": "move x 3", "filtered_resps": ["x"], "resps": [["move x 3"]]},
        ]
        found, report = read("my-model/20260101_120000_samples_misi_bench_translation.jsonl", rows)
        assert printed(found["translation/1abc/1"]) == "move y -2"
        assert found[T].raw == "move x 3"
        assert found[T].model == "my-model"
        assert report.by == {"by row": 2}

    def test_the_same_doc_twice_counts_once_and_is_told(self, read: Any) -> None:
        rows = [self.ROW, {**self.ROW, "filtered_resps": "move y 4"}, {**self.ROW, "filtered_resps": "move y 4"}]
        found, report = read("m/1_samples_translation.jsonl", rows)
        assert found["translation/1abc/1"].raw == "move y 4"
        assert (report.matched, report.duplicates, report.contradicting) == (1, 2, 1)

    def test_a_row_of_another_data_set_is_left_out(self, read: Any) -> None:
        found, report = read("m/1_samples_translation.jsonl", [{**self.ROW, "target": "move y 1"}])
        assert not found
        assert report.mismatched == 1

    def test_a_number_beyond_the_table_is_unmatched(self, read: Any) -> None:
        _, report = read("m/1_samples_translation.jsonl", [{**self.ROW, "doc_id": 77}])
        assert report.unmatched == 1

    def test_without_a_table_nothing_is_guessed(self, read: Any) -> None:
        found, report = read("m/1_samples_other.jsonl", [self.ROW])
        assert not found
        assert report.unmatched == 1


class TestMsSwift:
    def row(self, own: str, **more: Any) -> dict[str, Any]:
        names = [f"/elsewhere/{own.replace('/', '_')}_{place}.png" for place in range(4)]
        prompt = f"<image><image><image><image>\nWhat is asked in {own}?"
        messages = [{"role": "user", "content": prompt}, {"role": "assistant", "content": "move x 3"}]
        images = [{"bytes": None, "path": name} for name in names]
        return {"response": "move x 3", "labels": "move x 3", "messages": messages, "images": images, **more}

    def test_without_ids_prompt_and_pictures_tell(self, read: Any) -> None:
        found, report = read("infer_result/run.jsonl", [self.row(T)])
        assert printed(found[T]) == "move x 3"
        assert report.by == {"by prompt and pictures": 1}

    def test_other_pictures_do_not_match(self, read: Any) -> None:
        _, report = read("run.jsonl", [self.row(T, images=[{"path": "other.png"}])])
        assert (report.matched, report.unmatched) == (0, 1)

    def test_with_ids(self, read: Any) -> None:
        found, report = read("run.jsonl", [self.row(T, id="translation/2xyz/0")])
        assert list(found) == ["translation/2xyz/0"]
        assert report.by == {"by id": 1}


class TestLlamaFactory:
    def test_rows_are_aligned_and_labels_checked(self, read: Any) -> None:
        rows = [
            {"prompt": "p", "predict": "move x 3", "label": "move x 3"},
            {"prompt": "p", "predict": "move y 1", "label": "Move y by -2"},
            {"prompt": "p", "predict": "move x 1", "label": "move x 2"},
        ]
        found, report = read("translation/generated_predictions.jsonl", rows)
        assert list(found) == [T, "translation/1abc/1"]
        assert (report.matched, report.mismatched) == (2, 1)
        assert found[T].model == "translation"

    def test_a_file_that_names_no_table_is_unmatched(self, read: Any) -> None:
        _, report = read("generated_predictions.jsonl", [{"prompt": "p", "predict": "move x 3", "label": "move x 3"}])
        assert report.unmatched == 1


def zip_of(files: dict[str, bytes], method: int) -> bytes:
    """Return a zip archive whose members are packed with Zstandard (93), deflated (8) or stored (0)."""
    body, directory = io.BytesIO(), io.BytesIO()
    for name, data in files.items():
        if method == 93:
            packed = pytest.importorskip("zstandard").compress(data)
        else:
            packer = zlib.compressobj(wbits=-15)
            packed = data if method == 0 else packer.compress(data) + packer.flush()
        sizes = (zlib.crc32(data), len(packed), len(data), len(name), 0)
        directory.write(struct.pack("<4s6H3L5H2L", b"PK\1\2", 20, 20, 0, method, 0, 0, *sizes, 0, 0, 0, 0, body.tell()))
        directory.write(name.encode())
        body.write(struct.pack("<4s5H3L2H", b"PK\3\4", 20, 0, method, 0, 0, *sizes) + name.encode() + packed)
    end = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, len(files), len(files), directory.tell(), body.tell(), 0)
    return body.getvalue() + directory.getvalue() + end


def sample(own: str, text: Any, epoch: int = 1, **more: Any) -> dict[str, Any]:
    """Return a sample of an Inspect log."""
    output = {"choices": [{"message": {"role": "assistant", "content": text}}], "completion": text}
    return {"id": own, "epoch": epoch, "input": "q", "target": "t", "output": output, **more}


class TestInspect:
    HEADER: ClassVar = {"version": 2, "status": "success", "eval": {"model": "openai/gpt-x", "task": "t"}}

    def log(self, *samples: dict[str, Any], header: str = "header.json", method: int = 93) -> bytes:
        files = {f"samples/{place}_epoch_1.json": json.dumps(one).encode() for place, one in enumerate(samples)}
        return zip_of({**files, header: json.dumps(self.HEADER).encode()}, method)

    @pytest.mark.parametrize("method", [0, 8, 93])
    def test_packed_logs(self, read: Any, method: int) -> None:
        parts = [{"type": "reasoning", "reasoning": "Hm."}, {"type": "text", "text": "move x 3"}]
        usage = {"openai/gpt-x": {"input_tokens": 10, "output_tokens": 2}}
        found, report = read("a.eval", self.log(sample(T, parts, model_usage=usage), sample(R, "No"), method=method))
        assert report.format == "Inspect"
        assert (found[T].raw, found[T].reasoning, found[T].model) == ("move x 3", "Hm.", "openai/gpt-x")
        assert found[T].usage == {"input_tokens": 10, "output_tokens": 2}
        assert printed(found[R]) == "No"

    def test_epochs_are_runs_and_errors_are_failed_calls(self, questions: Any, tmp_path: Path) -> None:
        from misi_viewer.dataset.predictions import read_predictions

        path = tmp_path / "a.eval"
        path.write_bytes(
            self.log(
                sample(T, "move x 3"), sample(T, "", 2, error={"message": "timeout"}), header="_journal/start.json"
            )
        )
        predictions, report = read_predictions(path, questions)
        assert [(one.run, one.state) for one in predictions] == [("", "parsed"), ("epoch 2", "failed call")]
        assert (report.duplicates, report.failed) == (0, 1)

    def test_json_logs(self, read: Any) -> None:
        found, report = read("log.json", {**self.HEADER, "status": "cancelled", "samples": [sample(T, "move x 3")]})
        assert found[T].model == "openai/gpt-x"
        assert any("cancelled" in remark for remark in report.remarks)

    def test_without_zstandard_it_says_what_to_install(self, read: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        log = self.log(sample(T, "move x 3"))
        monkeypatch.setitem(sys.modules, "zstandard", None)
        with pytest.raises(Exception, match="Zstandard; install it with 'pip install misi-viewer"):
            read("a.eval", log)


class TestOpenAI:
    def row(self, own: str, text: Any, **more: Any) -> dict[str, Any]:
        body = {"model": "gpt-x-2026", "choices": [{"message": {"content": text}}], "usage": {"total_tokens": 7}}
        return {"id": "b", "custom_id": own, "response": {"status_code": 200, "body": body}, "error": None, **more}

    def test_completions_in_any_order_with_failures(self, read: Any) -> None:
        rows = [
            {"custom_id": "translation/1abc/1", "response": None, "error": {"code": "expired", "message": "too late"}},
            self.row(R, "No"),
            self.row(T, "<think>x or y</think>move x 3"),
            {"custom_id": L, "response": {"status_code": 500, "body": {"error": {"message": "oops"}}}, "error": None},
        ]
        found, report = read("batch_out.jsonl", rows)
        assert {one.model for one in found.values()} == {"gpt-x-2026"}
        assert (found[T].reasoning, printed(found[T]), found[T].usage) == ("x or y", "move x 3", {"total_tokens": 7})
        assert [found[own].state for own in ("translation/1abc/1", L)] == ["failed call", "failed call"]
        assert found["translation/1abc/1"].error == "expired: too late"
        assert report.failed == 2

    def test_responses(self, read: Any) -> None:
        output = [
            {"type": "reasoning", "summary": [{"type": "summary_text", "text": "Thus."}]},
            {"type": "message", "content": [{"type": "output_text", "text": "C"}]},
        ]
        body = {"model": "o", "output": output}
        row = {"custom_id": L, "response": {"status_code": 200, "body": body}, "error": None}
        found, _ = read("out.jsonl", [row])
        assert (printed(found[L]), found[L].reasoning) == ("C", "Thus.")


class TestOthers:
    def test_opencompass(self, read: Any) -> None:
        rows = {"0": {"origin_prompt": "q", "prediction": "move x 3", "gold": "move x 3"}}
        found, report = read("predictions/some-model/translation.json", rows)
        assert (printed(found[T]), found[T].model, report.format) == ("move x 3", "some-model", "OpenCompass")

    @pytest.mark.parametrize(
        ("name", "text"),
        [
            ("m.csv", f"id,response\n{T},move x 3\n"),
            ("m.csv", f"\ufeffid;response\n{T};move x 3\n"),
            ("m.tsv", f"question_id\tprediction\n{T}\tmove x 3\n"),
            ("m.jsonl", json.dumps({"id": T, "response": "move x 3", "answer": "the truth"})),
            ("m.json", json.dumps([{"id": T, "output": "move x 3"}])),
        ],
    )
    def test_plain_tables(self, read: Any, name: str, text: str) -> None:
        found, report = read(name, text)
        assert (printed(found[T]), found[T].model, report.matched) == ("move x 3", "m", 1)

    def test_a_given_name_beats_that_of_the_file(self, read: Any) -> None:
        found, _ = read("m.csv", f"id,response,model\n{T},move x 3,other\n", model="mine")
        assert found[T].model == "mine"

    def test_absent_questions_are_counted(self, read: Any) -> None:
        _, report = read("m.csv", f"id,response\n{T},move x 3\n")
        assert report.absent == 2
        assert "questions without a prediction: 2" in "\n".join(report.lines())

    def test_options_and_residues_help_to_read(self, read: Any) -> None:
        found, _ = read("m.jsonl", [{"id": L, "response": "move x 7, move y 5"}])
        assert printed(found[L]) == "C"

    @pytest.mark.parametrize("rows", [[{"a": 1}], [{"prompt": "p", "answer": "a", "id": "x"}]])
    def test_what_is_not_known_is_refused(self, read: Any, rows: Any) -> None:
        with pytest.raises(Exception, match="no file of predictions that is known; its columns are"):
            read("x.jsonl", rows)
