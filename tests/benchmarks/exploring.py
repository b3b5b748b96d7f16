"""How fast the explorer opens, filters and sorts a data set as large as the benchmark, and a tiny one.

    python -m tests.benchmarks.exploring [--share 0.1] [--keep FOLDER]

Writes 163,514 questions and replies of three models to them, opens them
twice, and asks for rows; then opens a set of 450 questions up to its first
case, the first time and again.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from misi_viewer.session.explorer.book import CaseBook
from misi_viewer.session.explorer.filter_text import parse_filter
from misi_viewer.session.explorer.filters import EVERYTHING, Sort
from misi_viewer.session.explorer.opening import BookSpec, open_book
from misi_viewer.session.explorer.places import Places
from misi_viewer.session.explorer.state import ExplorerState
from tests.benchmarks.importing import write

MODELS = ("first", "second", "third")
TINY = 450 / 163_514

FILTERS = (
    "",
    "task:docking",
    "split:test complex:c0100,c0101,c0102",
    "right:first wrong:second",
    'state:third=refused,"no answer"',
    "score:*=0.2..0.9",
    "-score:first=0.5.. task:translation,rotation",
    "axis:x magnitude:2..4",
    "zoom:40..50",
    "bonds:1..2",
    "given-axis:first=y axis:x",
    "tag:odd",
)
TEXTS = ("l", "li", "ligand", "hydrogen bond ARG", "c0100", "zzzz", "say", "word77", "move")
SORTS = (
    Sort(column="id", descending=True),
    Sort(column="answer"),
    Sort(column="complex"),
    Sort(column="score", model="second", descending=True),
    Sort(column="given", model="first"),
    Sort(column="state", model="third"),
    Sort(column="tags"),
    Sort(column="magnitude"),
)


def write_replies(dataset: Path, folder: Path) -> list[Path]:
    """Write a file of replies for each model; most are wrong."""
    files = []
    for model in MODELS:
        draw = random.Random(model)
        files.append(folder / f"{model}.jsonl")
        with files[-1].open("w") as stream:
            for table in sorted(dataset.glob("*.jsonl")):
                for line in table.open("rb"):
                    row = json.loads(line)
                    text = draw.choice((row["answer"], "move y 2", "roll x 30", "C", "No", "I cannot help.", ""))
                    words = " ".join(f"word{draw.randrange(500)}" for _ in range(20))
                    reply = f"<think>I say {words}.</think>\nAnswer: {text}" if text else ""
                    stream.write(json.dumps({"id": row["id"], "model": model, "response": reply}) + "\n")
    return files


def timed(what: str, work: Callable[[], object], times: int = 1) -> object:
    """Print how long work takes at most; return what it returns."""
    slowest = 0.0
    result: object = None
    for _ in range(times):
        start = time.perf_counter()
        result = work()
        slowest = max(slowest, time.perf_counter() - start)
    size = f"  ({len(result):,})" if hasattr(result, "__len__") else ""  # type: ignore[arg-type]
    print(f"  {what:60} {1_000 * slowest:10,.1f} ms{size}")
    return result


def ask(book: CaseBook) -> None:
    """Print how long filters, orders and words take, the first time, when they are prepared."""
    timed("warm", book.warm)
    for row in range(0, len(book.table), max(1, len(book.table) // 1_000)):
        book.side.tag(book.table.ids[row], "odd") if row < 20_000 else None
    for text in FILTERS:
        wanted = parse_filter(text)
        timed(f"filter {text or 'nothing'}", lambda wanted=wanted: book.rows(wanted), 3)
    for text in TEXTS:
        wanted = parse_filter(text)
        timed(f"words {text}", lambda wanted=wanted: book.rows(wanted))
    for sort in SORTS:
        timed(f"sort {sort.column} {sort.model}", lambda sort=sort: book.rows(EVERYTHING, sort), 3)
    rows = book.rows()
    timed("a page of 100 lines", lambda: book.page(rows[5_000:5_100]))
    timed("counts and means of all tasks", book.tasks)
    timed("a case", lambda: book.open(int(rows[len(rows) // 2])), 3)


def tiny(folder: Path) -> None:
    """Print how long it takes to open a tiny set up to its first case."""
    (folder / "tiny").mkdir(exist_ok=True)
    write(folder / "tiny", TINY)
    files = write_replies(folder / "tiny", folder)
    places = Places(folder / "tiny-cache", folder / "tiny-data")
    shutil.rmtree(places.cache, ignore_errors=True)
    spec = BookSpec(dataset=str(folder / "tiny"), predictions=tuple(map(str, files)))
    for what in ("first case of the tiny set, the first time", "first case of the tiny set, again"):
        state = ExplorerState()
        timed(what, lambda state=state: state.set_book(open_book(spec, places=places), spec))
        state.set_book(None)


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--share", type=float, default=1.0, help="of the questions (default 1)")
    parser.add_argument("--keep", type=Path, help="a folder in which all is kept and found again")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder = options.keep or Path(place)
        dataset = folder / "data"
        if not dataset.is_dir():
            dataset.mkdir(parents=True)
            write(dataset, options.share)
            (folder / "large").mkdir()
            write_replies(dataset, folder / "large")
        files = tuple(str(path) for path in sorted((folder / "large").glob("*.jsonl")))
        places = Places(folder / "cache", folder / "user")
        (folder / "small").mkdir(exist_ok=True)
        tiny(folder / "small")
        spec = BookSpec(dataset=str(dataset), predictions=files)
        for what in ("open, the first time", "open again"):
            book = timed(what, lambda: open_book(spec, places=places))
            assert isinstance(book, CaseBook)
            print(f"  {len(book.table):,} questions, {len(book.models)} models")
            if what == "open again":
                ask(book)
            book.close()
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"  memory at most {peak:,.0f} MB")


if __name__ == "__main__":
    main()
