"""Undo and redo."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from misi_viewer.scene.shot import Shot
from misi_viewer.scene.style import DEFAULT_STYLE
from misi_viewer.session.history import History, Snapshot


def state(number: int) -> Snapshot:
    return Snapshot(Shot(supersample=1), DEFAULT_STYLE, f":{number}")


def test_steps_go_back_and_forth() -> None:
    history = History(state(0))
    history.record(state(1), "one")
    history.record(state(2), "two")
    assert (history.undo_title, history.redo_title) == ("two", None)
    assert history.undo() == state(1)
    assert (history.undo_title, history.redo_title) == ("one", "two")
    assert history.undo() == state(0)
    assert history.undo() is None
    assert history.redo() == state(1)
    assert history.redo() == state(2) == history.state
    assert history.redo() is None
    assert history.undo_title == "two"


def test_a_new_step_forgets_what_was_undone() -> None:
    history = History(state(0))
    history.record(state(1), "one")
    history.undo()
    history.record(state(2), "two")
    assert history.redo_title is None
    assert history.undo() == state(0)


def test_a_drag_is_one_step() -> None:
    history = History(state(0))
    history.record(state(1), "Turn", "drag 1")
    history.record(state(2), "Turn", "drag 1")
    history.record(state(3), "Turn", "drag 2")
    assert history.undo() == state(2)
    history.record(state(4), "Turn", "drag 1")
    assert history.undo() == state(2)
    assert history.undo() == state(0)


def test_a_gesture_ends() -> None:
    history = History(state(0))
    history.end_gesture()
    history.record(state(1), "Zoom", "wheel")
    history.end_gesture()
    history.record(state(2), "Zoom", "wheel")
    assert history.undo() == state(1)


def test_what_changes_nothing_is_no_step() -> None:
    history = History(state(0))
    history.record(state(0), "nothing")
    assert history.undo_title is None


def test_old_steps_are_forgotten() -> None:
    history = History(state(0), most_steps=3)
    for number in range(1, 10):
        history.record(state(number), str(number))
    states = [history.undo() for _ in range(4)]
    assert states == [state(8), state(7), state(6), None]


def test_listeners_hear_of_each_change() -> None:
    history = History(state(0))
    heard: list[tuple[str | None, str | None]] = []
    history.changed.connect(lambda: heard.append((history.undo_title, history.redo_title)))
    history.record(state(1), "one")
    history.record(state(1), "one")
    history.undo()
    history.redo()
    history.start_over(state(5))
    assert heard == [("one", None), (None, "one"), ("one", None), (None, None)]
    assert history.state == state(5)


@given(st.lists(st.sampled_from(("record", "undo", "redo")), max_size=30))
def test_it_is_a_list_with_a_place(actions: list[str]) -> None:
    history, states, at = History(state(0)), [state(0)], 0
    for number, action in enumerate(actions, 1):
        if action == "record":
            del states[at + 1 :]
            states.append(state(number))
            at += 1
            history.record(state(number), str(number))
        else:
            step = -1 if action == "undo" else 1
            possible = 0 <= at + step < len(states)
            at += step if possible else 0
            result = history.undo() if action == "undo" else history.redo()
            assert result == (states[at] if possible else None)
        assert history.state == states[at]
