"""What is asked for above a chart: which one, of which task and model, which score, beside which published numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QMenu, QPushButton, QVBoxLayout, QWidget

from misi_viewer.scoring.rows import COLUMNS
from misi_viewer.session.explorer.patterns.catalogue import CHARTS
from misi_viewer.session.explorer.patterns.chart import Chart, Measure, Reference, Request

__all__ = ["RequestBar"]

ALL_TASKS: Final = "All tasks"
FIRST_REFERENCES: Final = ("Human", "Qwen2.5-VL-7B SFT", "Claude Sonnet 4.5")
"""Published rows that are shown beside the scores until others are chosen; the last is the best untrained one."""

MEASURES: Final[tuple[tuple[str, Measure], ...]] = (("Weighted score", "score"), ("Exact match", "exact"))


class RequestBar(QWidget):
    """Combo boxes; those that a chart does not need are hidden.

    Signals
    -------
    changed
        Another chart is wanted.
    references_changed
        Other published numbers are wanted beside it.
    """

    changed = Signal()
    references_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.charts = self._box("patterns-chart", "Chart")
        self.tasks = self._box("patterns-task", "Task of the chart")
        self.models = self._box("patterns-model", "Model of the chart")
        self.measures = self._box("patterns-measure", "Weighted score or exact match")
        self.published = QPushButton("&Published", self)
        self.published.setObjectName("patterns-published")
        self.published.setToolTip("Choose the published results that are shown beside the scores")
        self._menu = QMenu(self.published)
        self.published.setMenu(self._menu)
        self._wanted = set(FIRST_REFERENCES)
        self._task = self._model = ""
        self._fill()
        second = QHBoxLayout()
        second.setContentsMargins(0, 0, 0, 0)
        for box in (self.tasks, self.models, self.measures):
            second.addWidget(box, 1)
        second.addWidget(self.published)
        self.first = QHBoxLayout()
        self.first.setContentsMargins(0, 0, 0, 0)
        self.first.addWidget(self.charts, 1)
        for needed in (self.tasks, self.models, self.published):  # where a chart asks for them
            needed.hide()
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(3)
        rows.addLayout(self.first)
        rows.addLayout(second)

    @property
    def request(self) -> Request:
        """What is asked for."""
        return Request(
            chart=self.charts.currentData() or "scores",
            task=self._task,
            model=self._model,
            measure=self.measures.currentData() or "score",
        )

    def set_chart(self, name: str) -> None:
        """Ask for a chart by its name in `CHARTS`."""
        self.charts.setCurrentIndex(self.charts.findData(name))

    def references(self, chart: Chart) -> tuple[str, ...]:
        """Return the names of the published numbers that are wanted beside a chart."""
        names = tuple(reference.name for reference in chart.references)
        return tuple(name for name in names if name in self._wanted) if self._is_choice(chart) else names

    def show_chart(self, chart: Chart) -> None:
        """Offer what can be asked for, and show what is."""
        tasks = [
            (f"{COLUMNS.get(task, 'T4' if task == 'residue_ligand' else '')} {task}".strip(), task)
            for task in chart.tasks
        ]
        _offer(self.tasks, [(name if task else ALL_TASKS, task) for name, task in tasks], chart.request.task)
        _offer(self.models, [(name, name) for name in chart.models], chart.request.model)
        self.measures.setVisible(CHARTS[chart.request.chart].has_measure)
        self.published.setVisible(self._is_choice(chart))
        if self._is_choice(chart) and not self._menu.actions():
            self._fill_menu(chart.references)

    @staticmethod
    def _is_choice(chart: Chart) -> bool:
        return chart.request.chart == "scores" and bool(chart.references)

    def _box(self, name: str, title: str) -> QComboBox:
        box = QComboBox(self)
        box.setObjectName(name)
        box.setAccessibleName(title)
        box.setToolTip(title)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.setMinimumContentsLength(8)
        box.setMaxVisibleItems(30)
        return box

    def _fill(self) -> None:
        model = QStandardItemModel(self.charts)
        group = ""
        for name, kind in CHARTS.items():
            if kind.group != group:
                group = kind.group
                heading = QStandardItem(group)
                heading.setFlags(Qt.ItemFlag.NoItemFlags)
                model.appendRow(heading)
            item = QStandardItem(f"{kind.group}: {kind.title}")
            item.setData(name, Qt.ItemDataRole.UserRole)
            model.appendRow(item)
        self.charts.setModel(model)
        self.charts.setCurrentIndex(self.charts.findData("scores"))
        for title, measure in MEASURES:
            self.measures.addItem(title, measure)
        self.tasks.currentIndexChanged.connect(self._take_task)
        self.models.currentIndexChanged.connect(self._take_model)
        for box in (self.charts, self.measures):
            box.currentIndexChanged.connect(self.changed)

    def _fill_menu(self, references: Sequence[Reference]) -> None:
        for reference in references:
            action = self._menu.addAction(reference.name.replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(reference.name in self._wanted)
            action.setToolTip(reference.note)
            action.setData(reference.name)
        self._menu.setToolTipsVisible(True)
        self._menu.triggered.connect(self._take_references)

    def _take_task(self) -> None:
        self._task = self.tasks.currentData() or ""
        self.changed.emit()

    def _take_model(self) -> None:
        self._model = self.models.currentData() or ""
        self.changed.emit()

    def _take_references(self) -> None:
        self._wanted = {action.data() for action in self._menu.actions() if action.isChecked()}
        self.references_changed.emit()


def _offer(box: QComboBox, choices: Sequence[tuple[str, str]], chosen: str) -> None:
    """Offer choices without a word about it; a box without any is hidden."""
    with QSignalBlocker(box):
        if [(box.itemText(row), box.itemData(row)) for row in range(box.count())] != list(choices):
            box.clear()
            for title, value in choices:
                box.addItem(title, value)
        box.setCurrentIndex(box.findData(chosen))
    box.setVisible(bool(choices))
