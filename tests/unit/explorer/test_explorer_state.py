"""The explorer's state steps through cases and tells what changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from misi_viewer.errors import UserError
from misi_viewer.session.explorer.book import CaseBook
from misi_viewer.session.explorer.filter_text import parse_filter
from misi_viewer.session.explorer.filters import Sort
from misi_viewer.session.explorer.links import parse_link
from misi_viewer.session.explorer.opening import BookSpec
from misi_viewer.session.explorer.state import ExplorerState
from tests.invented_models import MODELS

pytestmark = pytest.mark.gl

SIGNALS = ("book_changed", "filter_changed", "rows_changed", "case_changed", "model_changed", "annotations_changed")


class Heard:
    """Counts signals."""

    def __init__(self, state: ExplorerState) -> None:
        self.names: list[str] = []
        for name in SIGNALS:
            getattr(state, name).connect(self._hear(name), check_nargs=False)

    def _hear(self, name: str) -> Callable[[], None]:
        def heard() -> None:
            self.names.append(name)

        return heard

    def take(self) -> list[str]:
        names, self.names = self.names, []
        return names


@pytest.fixture
def state(book: CaseBook, spec: BookSpec) -> Iterator[ExplorerState]:
    made = ExplorerState()
    made.set_book(book, spec)
    yield made
    made.set_book(None)


def ids(state: ExplorerState) -> list[str]:
    assert state.book is not None
    return [state.book.table.ids[row] for row in state.rows]


def case_id(state: ExplorerState) -> str:
    assert state.case is not None
    return state.case.id


def test_a_book_opens_on_its_first_case_and_model(book: CaseBook, spec: BookSpec) -> None:
    state = ExplorerState()
    heard = Heard(state)
    state.set_book(book, spec)
    assert heard.take() == ["book_changed", "filter_changed", "rows_changed", "model_changed", "case_changed"]
    assert (len(state.rows), case_id(state), state.model) == (51, "translation/1ia1/0", "perfect")
    assert state.prediction is not None
    assert state.prediction.now.exact == 1
    state.set_book(None)
    assert heard.take()[-1] == "case_changed"
    assert (state.book, state.case, len(state.rows), state.model, state.link()) == (None, None, 0, "", "")
    assert not state.next_case()


def test_a_spec_brings_filter_and_case(book: CaseBook, spec: BookSpec) -> None:
    state = ExplorerState()
    wanted = BookSpec(dataset=spec.dataset, case="docking/1of6/1", filter="task:docking")
    state.set_book(book, wanted)
    assert (case_id(state), len(state.rows), state.position) == ("docking/1of6/1", 6, 3)
    bad = BookSpec(dataset=spec.dataset, case="docking/none/1")
    with pytest.raises(UserError, match="no case 'docking/none/1'; the first one is shown"):
        state.set_book(book, bad)
    assert case_id(state) == "translation/1ia1/0"


def test_one_steps_through_the_listed_cases(state: ExplorerState) -> None:
    state.set_filter(parse_filter("task:docking"))
    listed = ids(state)
    assert state.position is None
    assert state.next_case()
    seen = [case_id(state)]
    while state.next_case():
        seen.append(case_id(state))
    assert seen == listed
    assert state.next_case(-1)
    assert case_id(state) == listed[-2]
    assert state.next_case(-4)
    assert case_id(state) == listed[0]
    assert not state.next_case(-1)


def test_one_steps_to_what_a_model_got_wrong(state: ExplorerState, book: CaseBook) -> None:
    state.set_model("noisy")
    wrong = [book.table.ids[row] for row in state.rows if book.model("noisy").wrong[row]]
    seen = [case_id(state)] if case_id(state) in wrong else []
    while state.next_wrong():
        seen.append(case_id(state))
    assert 10 < len(wrong) < 51
    assert seen == wrong
    assert state.next_wrong(-1)
    assert case_id(state) == wrong[-2]
    state.set_model("perfect")
    assert not state.next_wrong(-1)


def test_models_go_round(state: ExplorerState) -> None:
    heard = Heard(state)
    names = []
    for _ in range(6):
        state.next_model()
        names.append(state.model)
    assert names == [*list(MODELS)[1:], *list(MODELS)[:2]]
    assert heard.take() == ["model_changed"] * 6
    state.next_model(-1)
    assert state.model == "perfect"
    with pytest.raises(UserError, match="no predictions of a model"):
        state.set_model("o3")


def test_a_late_result_is_dropped(book: CaseBook, spec: BookSpec) -> None:
    waiting: list[tuple[Callable[[], object], Callable[[object], None]]] = []
    state = ExplorerState(lambda work, take: waiting.append((work, take)))
    state.set_book(book, spec)
    heard = Heard(state)
    state.set_filter(parse_filter("task:docking"))
    state.set_filter(parse_filter("task:zooming"))
    first, second = [(work(), take) for work, take in waiting]
    second[1](second[0])
    first[1](first[0])
    assert {own.partition("/")[0] for own in ids(state)} == {"zooming"}
    assert heard.take() == ["filter_changed", "filter_changed", "rows_changed"]


def test_order_and_named_filters(state: ExplorerState, book: CaseBook) -> None:
    state.set_sort(Sort(column="score", model="noisy"))
    scores = [float(book.model("noisy").score[row]) for row in state.rows]
    assert scores == sorted(scores)
    state.set_filter(parse_filter("wrong:noisy task:docking"))
    state.save_filter("hard docking")
    state.set_filter(parse_filter(""))
    state.use_named_filter("hard docking")
    assert state.filter == parse_filter("wrong:noisy task:docking")
    assert list(book.side.filters) == ["hard docking"]
    state.forget_filter("hard docking")
    with pytest.raises(UserError, match="no filter named"):
        state.use_named_filter("hard docking")


def test_tags_notes_and_corrections_are_told(state: ExplorerState, book: CaseBook) -> None:
    told: list[frozenset[str]] = []
    state.annotations_changed.connect(told.append)
    own = case_id(state)
    with pytest.raises(UserError, match="No tag has the number 3"):
        state.tag_slot(3)
    state.set_slot(3, "odd")
    state.tag_slot(3)
    assert state.case is not None
    assert state.case.tags == ("odd",)
    state.tag_slot(3)
    assert state.case.tags == ()
    state.tag("odd")
    state.set_note("Look again.")
    assert (state.case.tags, state.case.note) == (("odd",), "Look again.")
    state.set_model("enumerating")
    state.correct("move x 1")
    assert state.prediction is not None
    assert state.prediction.corrected
    state.uncorrect()
    assert not state.prediction.corrected
    assert told == [frozenset(), *[frozenset((own,))] * 6]
    other = book.table.ids[9]
    book.side.tag(other, "seen")
    state.refresh()
    assert told[-1] != frozenset((other,))


def test_links_and_command_lines_lead_back(state: ExplorerState, book: CaseBook, spec: BookSpec) -> None:
    state.set_filter(parse_filter('task:docking right:"perfect"'))
    state.go_to_id("docking/1s3v/0")
    link = parse_link(state.link())
    assert (link.dataset, link.question, link.filter) == (book.id, "docking/1s3v/0", state.filter)
    assert state.command_line().startswith(f"misi-viewer explore '{spec.dataset}' --predictions ")
    assert state.command_line().endswith("--case docking/1s3v/0 '--filter=task:docking right:perfect'")
    with pytest.raises(UserError, match="no case"):
        state.go_to_id("docking/1s3v/99")
    assert case_id(state) == "docking/1s3v/0"


def test_hints_tell_the_following_cases_and_the_one_before(state: ExplorerState, book: CaseBook) -> None:
    state.set_filter(parse_filter("task:translation_rotation"))
    assert [hint.row for hint in state.hints()] == state.rows[:2].tolist()
    state.next_case(2)
    hints = list(state.hints(3))
    assert [hint.row for hint in hints] == [*state.rows[2:5].tolist(), int(state.rows[0])]
    for hint in hints:
        assert hint.complexes == (book.table.complex.text(hint.row), book.table.target.text(hint.row))
        assert len(set(hint.complexes)) == 2
        assert len(hint.pictures) == 11
