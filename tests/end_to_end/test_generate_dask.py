"""The same data set from the workers of a dask scheduler, one of which is killed midway."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from misi_viewer.dataset.generate import Order, Progress, generate
from misi_viewer.errors import UserError

pytest.importorskip("distributed")
pytestmark = pytest.mark.gl

DEMO = Path(__file__).resolve().parents[2] / "assets" / "demo"
PATIENCE = 60.0


def order(dataset: Path, **changes) -> Order:
    values = {"complexes": DEMO, "dataset": dataset, "tasks": ("translation", "translation_rotation")}
    values |= {"size": (96, 72), "supersample": 1, "jobs": 1}
    return Order(**(values | changes))


def tree(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@contextmanager
def running(*words: str):
    environment = {**os.environ, "LP_NUM_THREADS": "1"}
    process = subprocess.Popen(
        [sys.executable, "-m", *words], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


@pytest.fixture
def cluster(tmp_path):
    """Start a scheduler and two worker processes; return its address and the workers."""
    file = tmp_path / "scheduler.json"
    common = ("--no-dashboard", "--host", "tcp://127.0.0.1")
    with ExitStack() as stack:
        stack.enter_context(
            running("distributed.cli.dask_scheduler", "--port", "0", "--scheduler-file", str(file), *common)
        )
        end = time.monotonic() + PATIENCE
        while not (file.exists() and file.stat().st_size):
            assert time.monotonic() < end
            time.sleep(0.05)
        worker = (
            "distributed.cli.dask_worker",
            "--scheduler-file",
            str(file),
            "--nthreads",
            "1",
            "--no-nanny",
            *common,
        )
        workers = [stack.enter_context(running(*worker)) for _ in range(2)]
        yield address_in(file, end), workers


def address_in(file: Path, end: float) -> str:
    while time.monotonic() < end:
        try:
            return json.loads(file.read_text())["address"]
        except ValueError:
            time.sleep(0.05)
    raise AssertionError


@pytest.mark.skipif(sys.platform == "win32", reason="ends a process by a POSIX signal")
def test_two_workers_over_tcp_one_of_them_killed(cluster, tmp_path):
    address, workers = cluster
    generate(order(tmp_path / "here"))
    killed = []

    def kill_one(progress: Progress) -> None:
        if progress.stage == "pictures" and progress.done > 0 and not killed:
            killed.append(workers[0].pid)
            os.kill(workers[0].pid, signal.SIGKILL)

    manifest = generate(order(tmp_path / "there", dask=address), kill_one)
    assert killed
    assert not manifest.failed
    assert workers[0].wait() == -signal.SIGKILL
    assert workers[1].poll() is None
    assert tree(tmp_path / "there") == tree(tmp_path / "here")


def test_no_scheduler_is_one_sentence(tmp_path, monkeypatch):
    monkeypatch.setattr("misi_viewer.dataset.dask_pool.CONNECTING", "1s")
    with pytest.raises(UserError, match=r"--dask tcp://127\.0\.0\.1:1: no scheduler answers there"):
        generate(order(tmp_path / "a", dask="tcp://127.0.0.1:1"))
    assert not (tmp_path / "a").exists()
