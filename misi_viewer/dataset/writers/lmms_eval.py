"""lmms-eval: a task YAML and a JSONL for each task (spec formats.md)."""

from __future__ import annotations

import msgspec

from misi_viewer.dataset.files import make_folder, whole_file, write_whole
from misi_viewer.dataset.writers.content import Content, Format, flat

__all__ = ["FORMAT", "PREFIX"]

PREFIX = "misi_bench_"
FUNCTIONS = f"{PREFIX}functions"
DATA = "data"

_TASK = """\
task: {prefix}{task}
dataset_path: json
dataset_kwargs:
  data_files:
    {split}: {file}
test_split: {split}
output_type: generate_until
doc_to_visual: !function {functions}.doc_to_visual
doc_to_text: !function {functions}.doc_to_text
doc_to_target: answer
process_results: !function {functions}.process_results
generation_kwargs:
  max_new_tokens: 1024
  temperature: 0
  do_sample: false
metric_list:
  - metric: same_text
    aggregation: mean
    higher_is_better: true
metadata:
  - version: {version}
"""

_FUNCTIONS = '''\
"""What lmms-eval calls for the tasks of this data set."""

from pathlib import Path

from PIL import Image

FOLDER = Path(__file__).resolve().parent


def doc_to_visual(doc):
    """Return the pictures of a question, in order."""
    return [Image.open(FOLDER / name).convert("RGB") for name in doc["images"]]


def doc_to_text(doc, lmms_eval_specific_kwargs=None):
    """Return the prompt."""
    return doc["prompt"]


def process_results(doc, results):
    """Return whether the reply is the truth to the letter; the benchmark's own scores are MiSI Viewer's."""
    return {"same_text": float(results[0].strip().lower() == doc["answer"].strip().lower())}
'''


def _write(content: Content) -> list[str]:
    make_folder(content.folder / DATA)
    names = [f"{FUNCTIONS}.py"]
    write_whole(content.folder / names[0], _FUNCTIONS.encode())
    for task in content.tasks:
        file, yaml = f"{DATA}/{task}.jsonl", f"{PREFIX}{task}.yaml"
        version = 0
        with whole_file(content.folder / file) as stream:
            for row in content.rows(task):
                version = row.versions["task"]
                stream.write(msgspec.json.encode(flat(row)) + b"\n")
        text = _TASK.format(
            prefix=PREFIX,
            task=task,
            split=content.split,
            file=file,
            functions=FUNCTIONS,
            version=version,
        )
        write_whole(content.folder / yaml, text.encode())
        names += [file, yaml]
    return names


FORMAT = Format(
    _write,
    "From this folder run lmms-eval with `--include_path . --tasks misi_bench_<task> --log_samples`.",
)
