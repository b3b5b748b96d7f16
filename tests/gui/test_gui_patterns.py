"""Charts in a real window: what is clicked, brushed or chosen by keys narrows the list, and charts follow it."""

from __future__ import annotations

import csv
import io
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QLabel, QPushButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot
from seeing import WAIT, pixels_of

from misi_viewer.gui.docks.panel import PanelContext
from misi_viewer.gui.explorer.charts.colours import chart_colours, model_colour
from misi_viewer.gui.explorer.charts.panel import PatternsPanel
from misi_viewer.gui.explorer.charts.view import ChartView
from misi_viewer.gui.message_bar import MessageBar
from misi_viewer.gui.theme import set_appearance
from misi_viewer.scene.style import DEFAULT_STYLE
from misi_viewer.session.explorer.filter_text import parse_filter
from misi_viewer.session.explorer.filters import EVERYTHING, Filter
from misi_viewer.session.explorer.opening import BookSpec, open_book
from misi_viewer.session.explorer.patterns.chart import Chart, Mark
from misi_viewer.session.explorer.places import Places
from misi_viewer.session.explorer.state import ExplorerState
from misi_viewer.session.marks import Marks
from misi_viewer.session.named_views import NamedViews
from misi_viewer.session.state import WindowState
from misi_viewer.session.window_controls import WindowControls
from tests.invented_models import ExplorerSet

pytestmark = [pytest.mark.window, pytest.mark.gl]


@pytest.fixture
def parent(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    return made


@pytest.fixture
def explorer(
    explorer_set: ExplorerSet,
    tmp_path_factory: pytest.TempPathFactory,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[ExplorerState]:
    monkeypatch.setattr(
        "misi_viewer.session.explorer.opening.side_file_place", lambda _dataset, own, folder: folder / f"{own}.sqlite"
    )
    cache = tmp_path_factory.getbasetemp() / "patterns-cache"
    spec = BookSpec(dataset=str(explorer_set.dataset), predictions=tuple(map(str, explorer_set.predictions.values())))
    state = ExplorerState()
    state.set_book(open_book(spec, places=Places(cache, tmp_path / "data"), author="me"))
    yield state
    state.set_book(None)


@pytest.fixture
def panel(qtbot: QtBot, parent: QWidget, explorer: ExplorerState) -> Iterator[PatternsPanel]:
    """The panel, shown on the whole data set."""
    state = WindowState(DEFAULT_STYLE)
    views = NamedViews(state)
    controls = WindowControls(state, views, lambda *_: None, lambda *_: None)  # type: ignore[arg-type]
    context = PanelContext(state, Marks(), views, controls, {}, MessageBar(parent), lambda _dock: None, explorer)
    made = PatternsPanel(context, explorer)
    qtbot.addWidget(made)
    made.resize(760, 620)
    with qtbot.waitExposed(made):
        made.show()
    with qtbot.waitActive(made):
        made.activateWindow()
    with qtbot.waitSignal(made.jobs.done, timeout=WAIT):
        made.set_seen(True)
    yield made
    made.dispose()
    controls.dispose()


def chart_of(panel: PatternsPanel) -> Chart:
    assert panel.chart is not None
    return panel.chart


def view_of(panel: PatternsPanel) -> ChartView:
    assert panel.view is not None
    return panel.view


def show(qtbot: QtBot, panel: PatternsPanel, name: str) -> Chart:
    with qtbot.waitSignal(panel.jobs.done, timeout=WAIT):
        panel.bar.set_chart(name)
    QApplication.processEvents()
    return chart_of(panel)


def mark_of(chart: Chart, model: str, place: str, line: int = 0) -> Mark:
    series = [one.name for one in chart.series].index(model)
    found = chart.mark_at(series, [slot.name for slot in chart.x.slots].index(place), line)
    assert found is not None
    return found


def position(panel: PatternsPanel, mark: Mark) -> QPoint:
    """Return where a bar stands, in the plot's widget; half way up, where the bar itself need not reach."""
    from misi_viewer.gui.explorer.charts.places import box_of

    chart, view = chart_of(panel), view_of(panel)
    box = box_of(chart, mark)
    middle = (box.bottom + box.top) / 2 if chart.y is not None else mark.value if chart.kind == "line" else 50.0
    return view.canvas.to_view((box.left + box.right) / 2, middle).toPoint()


def click(qtbot: QtBot, panel: PatternsPanel, mark: Mark) -> None:
    view = view_of(panel).canvas.view.viewport()
    with qtbot.waitSignal(panel.jobs.done, timeout=WAIT):
        QTest.mouseClick(view, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, position(panel, mark))


def drag(qtbot: QtBot, panel: PatternsPanel, start: QPoint, end: QPoint) -> None:
    view = view_of(panel).canvas.view.viewport()
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    with qtbot.waitSignal(panel.jobs.done, timeout=WAIT):
        QTest.mousePress(view, left, none, start)
        QTest.mouseMove(view, (start + end) / 2)
        QTest.mouseMove(view, end)
        assert "let go" in words_of(panel)
        QTest.mouseRelease(view, left, none, end)


def text_of(panel: PatternsPanel, name: str) -> str:
    label = panel.findChild(QLabel, f"patterns-{name}")
    assert isinstance(label, QLabel)
    return label.text() if label.isVisible() else ""


def words_of(panel: PatternsPanel) -> str:
    return text_of(panel, "words")


def test_a_click_on_a_bar_lists_its_cases_and_another_one_takes_it_back(
    qtbot: QtBot, panel: PatternsPanel, explorer: ExplorerState
) -> None:
    assert text_of(panel, "caption") == "All 51 cases"
    chart = chart_of(panel)
    mark = mark_of(chart, "noisy", "T2")
    QTest.mouseMove(view_of(panel).canvas.view.viewport(), position(panel, mark))
    assert words_of(panel).startswith("noisy, task T2: ")
    assert "95 % interval" in words_of(panel)
    click(qtbot, panel, mark)
    assert explorer.filter == Filter(terms=chart.terms_of(mark))
    assert len(explorer.rows) == mark.count == 6
    assert (
        text_of(panel, "caption")
        == "6 of 51 cases: column of the table rotation; not noisy: reply no prediction, failed call"
    )
    assert [slot.name for slot in chart_of(panel).x.slots] == ["T2"]
    click(qtbot, panel, mark_of(chart_of(panel), "noisy", "T2"))
    assert explorer.filter == EVERYTHING
    refusing = mark_of(chart_of(panel), "axis-confused", "T1")
    assert refusing.value == 0.0  # a bar of no height is clicked all the same
    click(qtbot, panel, refusing)
    with qtbot.waitSignal(panel.jobs.done, timeout=WAIT):
        explorer.set_filter(parse_filter("task:rotation,docking wrong:noisy"))
    assert text_of(panel, "caption").endswith("cases: task rotation, docking; noisy wrong")
    button = panel.findChild(QPushButton, "patterns-all")
    assert button is not None
    with qtbot.waitSignal(panel.jobs.done, timeout=WAIT):
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert len(explorer.rows) == 51
    assert not button.isEnabled()


def test_charts_of_all_cases_stay_when_the_list_is_narrowed(
    qtbot: QtBot, panel: PatternsPanel, explorer: ExplorerState
) -> None:
    follow = panel.findChild(QCheckBox, "patterns-follow")
    assert follow is not None
    with qtbot.waitSignal(panel.jobs.done, timeout=WAIT):
        follow.setChecked(False)
    click(qtbot, panel, mark_of(chart_of(panel), "noisy", "T2"))
    assert len(explorer.rows) == 6
    assert len(chart_of(panel).x.slots) == 11
    assert text_of(panel, "caption") == "All 51 cases, whatever is listed"


def test_a_range_is_brushed_with_the_mouse_and_with_keys(
    qtbot: QtBot, panel: PatternsPanel, explorer: ExplorerState
) -> None:
    chart = chart_of(panel)
    start, end = (position(panel, mark_of(chart, "noisy", place)) for place in ("T2", "T3"))
    drag(qtbot, panel, start, end)
    assert explorer.filter == parse_filter("column:rotation,zooming")
    with qtbot.waitSignal(panel.jobs.done, timeout=WAIT):
        explorer.set_filter(EVERYTHING)
    chart = show(qtbot, panel, "confusion:axis")
    with qtbot.waitSignal(panel.jobs.done, timeout=WAIT):
        panel.bar.models.setCurrentIndex(panel.bar.models.findText("axis-confused"))
    chart = chart_of(panel)
    start, end = (position(panel, mark) for mark in (chart.marks[1], chart.marks[6]))
    drag(qtbot, panel, start, end)
    missing = '-state:axis-confused="no prediction","failed call"'
    assert explorer.filter == parse_filter(f"axis:x,y given-axis:axis-confused=y,z {missing}")
    assert len(explorer.rows) == chart.marks[1].count + chart.marks[6].count == 14
    with qtbot.waitSignal(panel.jobs.done, timeout=WAIT):
        explorer.set_filter(EVERYTHING)
    chart = show(qtbot, panel, "factor:magnitude")
    view = view_of(panel)
    assert view.hasFocus()
    assert not view.accessibleDescription()
    QTest.keyClick(view, Qt.Key.Key_Right)
    assert view.accessibleDescription().startswith("perfect, angle or distance, angstrom 1")
    QTest.keyClick(view, Qt.Key.Key_Right)
    QTest.keyClick(view, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert words_of(panel).startswith("angle or distance, angstrom 2 to 3")
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert words_of(panel).startswith("perfect, ")
    QTest.keyClick(view, Qt.Key.Key_Left)
    QTest.keyClick(view, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    with qtbot.waitSignal(panel.jobs.done, timeout=WAIT):
        QTest.keyClick(view, Qt.Key.Key_Return)
    assert explorer.filter == parse_filter("task:translation magnitude:2..3")


def test_keys_walk_through_elements_and_choose_one(qtbot: QtBot, panel: PatternsPanel, explorer: ExplorerState) -> None:
    view = view_of(panel)
    view.setFocus(Qt.FocusReason.TabFocusReason)
    chart = chart_of(panel)
    assert words_of(panel).startswith("perfect, task Avg: 100.0 %")
    QTest.keyClick(view, Qt.Key.Key_Right)
    QTest.keyClick(view, Qt.Key.Key_Right)
    QTest.keyClick(view, Qt.Key.Key_Down)
    assert view.accessibleDescription() == words_of(panel)
    assert words_of(panel).startswith("noisy, task T2: ")
    with qtbot.waitSignal(panel.jobs.done, timeout=WAIT):
        QTest.keyClick(view, Qt.Key.Key_Return)
    assert explorer.filter == Filter(terms=chart.terms_of(mark_of(chart, "noisy", "T2")))
    QTest.keyClick(view, Qt.Key.Key_End)
    assert words_of(panel).startswith("refusing, task T2: ")


def test_the_table_has_the_same_numbers_and_chooses_too(
    qtbot: QtBot, panel: PatternsPanel, explorer: ExplorerState
) -> None:
    toggle = panel.findChild(QToolButton, "patterns-table-toggle")
    assert toggle is not None
    QTest.mouseClick(toggle, Qt.MouseButton.LeftButton)
    assert panel.table.isVisible()
    assert not view_of(panel).isVisible()
    chart = chart_of(panel)
    model = panel.model
    assert model.rowCount() == len(chart.marks)
    titles = [model.headerData(column, Qt.Orientation.Horizontal) for column in range(model.columnCount())]
    assert titles == ["model", "task", "Weighted score, %", "95 % from", "to", "cases", "of"]
    row = chart.marks.index(mark_of(chart, "noisy", "T8"))
    cells = [model.data(model.index(row, column)) for column in range(3)]
    assert cells == ["noisy", "T8", f"{chart.marks[row].value:.1f}"]
    panel.table.setCurrentIndex(model.index(row, 0))
    assert words_of(panel).startswith("noisy, task T8: ")
    panel.table.setFocus()
    with qtbot.waitSignal(panel.jobs.done, timeout=WAIT):
        QTest.keyClick(panel.table, Qt.Key.Key_Return)
    assert len(explorer.rows) == chart.marks[row].count


def test_saved_files_open_and_show_the_chart(qtbot: QtBot, panel: PatternsPanel, tmp_path: Path) -> None:
    before = pixels_of(view_of(panel).grab().toImage())
    for kind in ("PNG", "SVG", "CSV"):
        panel.save(tmp_path / f"chart.{kind.lower()}", kind)
        assert panel.context.message.text == f"Wrote {tmp_path / f'chart.{kind.lower()}'}."
    image = QImage(str(tmp_path / "chart.png"))
    assert (image.width(), image.height()) == (2000, 1240)
    own = model_colour(0, dark=False).getRgb()[:3]
    assert_has_colour(pixels_of(image), own, 500)
    root = ET.fromstring((tmp_path / "chart.svg").read_bytes())
    texts = " ".join("".join(node.itertext()) for node in root.iter() if node.tag.endswith("text"))
    assert {"T4+", "noisy", "Human"} <= set(texts.split())
    assert "Score by task" in texts
    renderer = QSvgRenderer(str(tmp_path / "chart.svg"))
    assert renderer.isValid()
    drawn = QImage(image.size(), QImage.Format.Format_RGB32)
    drawn.fill(Qt.GlobalColor.white)
    painter = QPainter(drawn)
    renderer.render(painter)
    painter.end()
    differs = (np.abs(pixels_of(drawn).astype(int) - pixels_of(image)) > 60).any(axis=2)
    assert differs.mean() < 0.02  # letters are a little elsewhere, bars and marks are not
    rows = list(csv.reader(io.StringIO((tmp_path / "chart.csv").read_text())))
    chart = chart_of(panel)
    assert len(rows) == 1 + len(chart.marks) + sum(
        value is not None for reference in chart.references for value in reference.values
    )
    assert float(rows[1][2]) == pytest.approx(chart.marks[0].value, abs=1e-4)
    QApplication.processEvents()
    assert np.array_equal(before, pixels_of(view_of(panel).grab().toImage()))  # the window's is as it was
    panel.save(tmp_path / "no folder" / "chart.png", "PNG")
    assert "cannot be written" in panel.context.message.text


def assert_has_colour(pixels: np.ndarray, colour: object, least: int) -> None:
    assert int((pixels == np.array(colour)).all(axis=2).sum()) >= least


def test_dark_and_light_and_what_is_there(qtbot: QtBot, panel: PatternsPanel, qapp: QApplication) -> None:
    for appearance in ("dark", "light"):
        set_appearance(qapp, appearance)
        QApplication.processEvents()
        pixels = pixels_of(view_of(panel).grab().toImage())
        dark = appearance == "dark"
        assert_has_colour(pixels, chart_colours(panel.palette()).ground.getRgb()[:3], 10_000)
        assert_has_colour(pixels, model_colour(0, dark=dark).getRgb()[:3], 50)
    set_appearance(qapp, "system")
    chart = show(qtbot, panel, "factor:ligand-atoms")
    assert chart.problem == text_of(panel, "problem")
    measure = panel.findChild(QPushButton, "patterns-measure-factor")
    assert measure is not None
    assert measure.isVisible()
    with qtbot.waitSignal(panel.measuring.jobs.failed, timeout=WAIT):
        QTest.mouseClick(measure, Qt.MouseButton.LeftButton)
    assert "link their folder" in panel.context.message.text
    show(qtbot, panel, "confusion:letter")
    assert not measure.isVisible()
    assert panel.bar.models.isVisible()
    assert not panel.bar.measures.isVisible()


EYES = {
    "usual": np.eye(3),
    "protanopia": [[0.1523, 1.0526, -0.2049], [0.1145, 0.7863, 0.0992], [-0.0039, -0.0481, 1.0520]],
    "deuteranopia": [[0.3673, 0.8606, -0.2280], [0.2801, 0.6725, 0.0474], [-0.0118, 0.0429, 0.9689]],
    "tritanopia": [[1.2555, -0.0767, -0.1788], [-0.0784, 0.9308, 0.1476], [0.0047, 0.6914, 0.3039]],
}
"""What is seen of linear red, green and blue (Machado, Oliveira and Fernandes 2009)."""


def lab_of(linear: np.ndarray) -> np.ndarray:
    """Return CIE L*a*b* of linear red, green and blue."""
    to_xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
    x, y, z = np.cbrt(to_xyz @ np.clip(linear, 0.0, 1.0) / np.array([0.9505, 1.0, 1.089]))
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def linear(colour: QColor) -> np.ndarray:
    parts = np.array(colour.getRgbF()[:3])  # type: ignore[index]
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("eyes", EYES)
def test_models_are_told_apart_by_everybody(eyes: str, dark: bool) -> None:
    ground = linear(QColor("#1e1f22" if dark else "#ffffff")) @ (0.2126, 0.7152, 0.0722)
    seen = []
    for number in range(6):
        own = linear(model_colour(number, dark=dark))
        bright = own @ (0.2126, 0.7152, 0.0722)
        assert (max(bright, ground) + 0.05) / (min(bright, ground) + 0.05) >= 3.0
        seen.append(lab_of(np.array(EYES[eyes]) @ own))
    for number, one in enumerate(seen):
        assert all(np.linalg.norm(one - other) > 20.0 for other in seen[:number])


def test_sizes_are_measured_from_the_panel(
    qtbot: QtBot, panel: PatternsPanel, explorer: ExplorerState, explorer_set: ExplorerSet
) -> None:
    assert explorer.book is not None
    explorer.book.find_complexes(explorer_set.complexes)
    show(qtbot, panel, "factor:ligand-atoms")
    measure = panel.findChild(QPushButton, "patterns-measure-factor")
    assert measure is not None
    with qtbot.waitSignal(panel.measuring.measured, timeout=WAIT):
        QTest.mouseClick(measure, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not panel.jobs.busy, timeout=WAIT)
    chart = chart_of(panel)
    assert not chart.problem
    assert len(chart.x.slots) == 3
    assert not measure.isVisible()


def test_two_hundred_charts_make_no_more_items_than_one_of_each(qtbot: QtBot, panel: PatternsPanel) -> None:
    view = view_of(panel)
    charts = [show(qtbot, panel, name) for name in ("paper:zoom", "confusion:axis", "move-error", "scores")]
    for chart in charts:
        view.show_chart(chart, [one.name for one in chart.references], lambda _terms: True)
    items, widgets = view.canvas.items(), len(QApplication.allWidgets())
    for number in range(200):
        chart = charts[number % len(charts)]
        view.show_chart(chart, [one.name for one in chart.references], lambda _terms: True)
    assert view.canvas.items() == items
    assert len(QApplication.allWidgets()) == widgets


def test_a_window_closes_while_the_keys_are_in_the_chart(
    qtbot: QtBot, panel: PatternsPanel, explorer: ExplorerState
) -> None:
    view_of(panel).setFocus(Qt.FocusReason.TabFocusReason)
    assert view_of(panel).hasFocus()
    panel.dispose()
    panel.close()
    QApplication.processEvents()
    explorer.set_filter(parse_filter("task:rotation"))
    assert not panel.jobs.busy


def test_without_a_data_set_or_predictions_the_panel_says_what_to_do(
    qtbot: QtBot, panel: PatternsPanel, explorer: ExplorerState
) -> None:
    assert explorer.book is not None
    with qtbot.waitSignal(panel.jobs.done, timeout=WAIT):
        explorer.set_filter(parse_filter("task:rotation complex:none"))
    assert text_of(panel, "problem") == "No case is listed."
    explorer.set_book(None)
    assert text_of(panel, "problem") == "Open a data set and predictions to see patterns in the answers."
    assert not panel.findChildren(QComboBox)[0].isVisible()
    assert panel.saved("PNG") == b""
