"""Workers that do their work, fail, hang and die."""

from __future__ import annotations

import os
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from misi_viewer.dataset.files import Halt
from misi_viewer.dataset.pool import ATTEMPTS, LocalPool
from misi_viewer.dataset.units import SampleUnit

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="processes are ended by POSIX signals here")


@pytest.fixture
def actions(monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    import pool_actions

    return pool_actions


def outcomes(actions, folder, members, jobs=2, patience=20.0):
    beats = []
    with LocalPool(partial(actions.make_work, folder), jobs, patience) as pool:
        found = list(pool.run([SampleUnit(member) for member in members], lambda: beats.append(1)))
    return {outcome.unit.member: outcome for outcome in found}, len(beats)


def tries(folder, member):
    return [line.split() for line in (folder / str(member)).read_text().splitlines()]


def test_carries_out_every_unit_once_in_two_processes(actions, tmp_path, monkeypatch):
    monkeypatch.delenv("LP_NUM_THREADS", raising=False)
    found, beats = outcomes(actions, tmp_path, [20, 21, 22, 23, 24, 25])
    assert sorted(found) == [20, 21, 22, 23, 24, 25]
    assert not any(outcome.problem for outcome in found.values())
    assert beats == 6
    done = [tries(tmp_path, member) for member in found]
    assert all(len(lines) == 1 for lines in done)
    assert os.getpid() not in {int(lines[0][0]) for lines in done}
    assert {lines[0][1] for lines in done} == {"0"}, "of several workers each draws in its own thread"
    assert "LP_NUM_THREADS" not in os.environ


def test_one_worker_draws_with_all_threads(actions, tmp_path, monkeypatch):
    monkeypatch.delenv("LP_NUM_THREADS", raising=False)
    outcomes(actions, tmp_path, [20], jobs=1)
    assert tries(tmp_path, 20)[0][1] == "-"
    assert "LP_NUM_THREADS" not in os.environ


def test_a_number_of_threads_that_is_set_already_is_kept(actions, tmp_path, monkeypatch):
    monkeypatch.setenv("LP_NUM_THREADS", "3")
    outcomes(actions, tmp_path, [20])
    assert tries(tmp_path, 20)[0][1] == "3"
    assert os.environ["LP_NUM_THREADS"] == "3"


def test_a_unit_that_fails_or_kills_its_worker_stops_no_other(actions, tmp_path):
    found, _ = outcomes(actions, tmp_path, [20, actions.BAD, actions.FRAIL, 21, 22])
    assert {member for member, outcome in found.items() if not outcome.problem} == {20, 21, 22}
    assert found[actions.BAD].problem == "it is bad"
    assert not found[actions.BAD].again
    assert found[actions.FRAIL].problem == f"the worker died (signal 9), {ATTEMPTS} times"
    assert found[actions.FRAIL].again
    assert len(tries(tmp_path, actions.FRAIL)) == ATTEMPTS


def test_a_unit_that_gets_on_may_lose_its_worker_more_often(actions, tmp_path):
    found, _ = outcomes(actions, tmp_path, [actions.GETS_ON], jobs=1)
    assert found[actions.GETS_ON].problem == ""
    assert len(tries(tmp_path, actions.GETS_ON)) == 5


def test_a_worker_that_hangs_is_given_up(actions, tmp_path):
    begun = time.monotonic()
    found, _ = outcomes(actions, tmp_path, [20, actions.HANGS, 21], patience=1.5)
    assert time.monotonic() - begun < 30
    assert found[actions.HANGS].problem == "the worker gave no sign of life for 1.5 seconds, 3 times"
    assert found[actions.HANGS].again
    assert {20, 21} <= found.keys()


def test_what_concerns_the_whole_data_set_stops_all(actions, tmp_path):
    with pytest.raises(Halt, match="disk is full"):
        outcomes(actions, tmp_path, [20, actions.HALTS, 21], jobs=1)
    assert (tmp_path / "20").exists()
    assert not (tmp_path / "21").exists()
