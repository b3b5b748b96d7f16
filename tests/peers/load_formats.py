"""Loads data sets in other projects' formats with those projects' own libraries, each where it is installed.

``python tests/peers/load_formats.py [--folder DIR]``; DIR keeps the data sets, one folder for each format.
"""

from __future__ import annotations

import argparse
import importlib.util
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

DEMO = Path(__file__).resolve().parents[2] / "assets" / "demo"
TASKS = ("translation", "translation_rotation", "interaction_location", "residue_ligand")
PICTURES = {"translation": 4, "translation_rotation": 11, "interaction_location": 6, "residue_ligand": 6}


def make(folder: Path, name: str) -> Path:
    """Return a data set in a format, made if it is not there."""
    dataset = folder / name
    if not dataset.exists():
        options = ["--split", "test", "--size", "96x72", "--supersample", "1", "--tasks", ",".join(TASKS)]
        words = [sys.executable, "-m", "misi_viewer", "generate", str(DEMO), "-o", str(dataset), "--format", name]
        subprocess.run([*words, *options], check=True, stdout=subprocess.DEVNULL)
    return dataset


def hugging_face(dataset: Path) -> None:
    """Load Parquet with embedded pictures."""
    from datasets import load_dataset

    for task, pictures in PICTURES.items():
        rows = load_dataset(str(dataset), task, split="test")
        assert len(rows) > 0
        for row in rows:
            assert [image.size for image in row["images"]] == [(96, 72)] * pictures, row["id"]
            assert row["id"].startswith(f"{task}/")
            assert (row["options"] is None) == (len(row["answer"]) > 1)


def json_columns(dataset: Path, ending: str, text: Callable[[dict[str, Any]], str]) -> None:
    """Load JSON as the trainers do, by the data sets library."""
    from datasets import load_dataset

    for task, pictures in PICTURES.items():
        rows = load_dataset("json", data_files=str(dataset / f"{task}{ending}"), split="train")
        assert len(rows) > 0
        for row in rows:
            assert text(row).count("<image>") == len(row["images"]) == pictures
            assert all((dataset / name).is_file() for name in row["images"])


def ms_swift(dataset: Path) -> None:
    """Load messages."""
    json_columns(dataset, ".jsonl", lambda row: row["messages"][0]["content"])


def llama_factory(dataset: Path) -> None:
    """Load conversations."""
    json_columns(dataset, ".json", lambda row: row["conversations"][0]["value"])


def inspect(dataset: Path) -> None:
    """Load samples."""
    from inspect_ai.dataset import json_dataset

    for task, pictures in PICTURES.items():
        samples = json_dataset(str(dataset / f"{task}.json"))
        assert len(samples) > 0
        for sample in samples:
            images = [part.image for part in sample.input[0].content if part.type == "image"]
            assert len(images) == pictures
            assert all(Path(image).is_file() for image in images)
            assert sample.target


def vlmevalkit(dataset: Path) -> None:
    """Load the tables and unpack their pictures."""
    from vlmeval.dataset.image_base import ImageBaseDataset
    from vlmeval.smp import load

    class Local(ImageBaseDataset):
        def load_data(self, name: str) -> Any:
            return load(str(dataset / f"{name}.tsv"))

        def evaluate(self, *_arguments: Any, **_options: Any) -> None:
            pass

    for task, pictures in PICTURES.items():
        table = Local(task)
        for place in range(len(table)):
            message = table.build_prompt(place)
            assert sum(part["type"] == "image" for part in message) == pictures


def lmms_eval(dataset: Path) -> None:
    """Load the task files and what they call."""
    from lmms_eval.utils import load_yaml_config

    for task, pictures in PICTURES.items():
        config = load_yaml_config(yaml_path=str(dataset / f"misi_bench_{task}.yaml"))
        from datasets import load_dataset

        files = {split: str(dataset / name) for split, name in config["dataset_kwargs"]["data_files"].items()}
        docs = load_dataset(config["dataset_path"], data_files=files, split=config["test_split"])
        assert len(config["doc_to_visual"](docs[0])) == pictures
        assert config["doc_to_text"](docs[0])
        assert config["process_results"](docs[0], [docs[0]["answer"]]) == {"same_text": 1.0}


PEERS: dict[str, tuple[str, Callable[[Path], None]]] = {
    "hf": ("datasets", hugging_face),
    "ms-swift": ("datasets", ms_swift),
    "llama-factory": ("datasets", llama_factory),
    "inspect": ("inspect_ai", inspect),
    "vlmevalkit": ("vlmeval", vlmevalkit),
    "lmms-eval": ("lmms_eval", lmms_eval),
}
"""Package and check of each format."""


def main() -> None:
    """Load what can be loaded."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        for name, (package, check) in PEERS.items():
            if importlib.util.find_spec(package) is None:
                print(f"{name}: not checked, since {package} is not installed")
                continue
            check(make(options.folder or Path(temporary), name))
            print(f"{name}: loaded by {package}")


if __name__ == "__main__":
    main()
