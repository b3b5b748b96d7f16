"""The panel of a question: as the model saw it, and what was answered."""

from __future__ import annotations

from functools import partial

from psygnal import SignalInstance
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import QLabel, QListView, QListWidget, QListWidgetItem, QPlainTextEdit, QVBoxLayout, QWidget

from misi_viewer.errors import ReadError
from misi_viewer.gui.docks.panel import Panel, PanelContext
from misi_viewer.gui.jobs import Jobs
from misi_viewer.session.explorer.book import CaseBook
from misi_viewer.session.explorer.lines import OpenCase

__all__ = ["QuestionPanel"]

THUMBNAIL = QSize(192, 144)
LEAST_HEIGHT = 36
"""Pixels; panels of a small screen are low."""

LONGEST = 200_000
"""Letters of a reply that are shown; more would take the window's time."""

INVITATION = "Open a case to read its question."


class QuestionPanel(Panel):
    """Pictures, prompt, answer, and the reply of the model that is looked at."""

    def __init__(self, context: PanelContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.setObjectName("question")
        self.explorer = context.explorer
        self.jobs = Jobs(self)
        self.title = QLabel(INVITATION, self)
        self.title.setObjectName("question-title")
        self.title.setTextFormat(Qt.TextFormat.PlainText)
        self.title.setWordWrap(True)
        self.pictures = QListWidget(self)
        self.pictures.setObjectName("question-pictures")
        self.pictures.setAccessibleName("Pictures of the question")
        self.pictures.setViewMode(QListView.ViewMode.IconMode)
        self.pictures.setIconSize(THUMBNAIL)
        self.pictures.setResizeMode(QListView.ResizeMode.Adjust)
        self.pictures.setMovement(QListView.Movement.Static)
        self.prompt = self._text("question-prompt", "Prompt")
        self.score = QLabel(self)
        self.score.setObjectName("question-score")
        self.score.setTextFormat(Qt.TextFormat.PlainText)
        self.score.setWordWrap(True)
        self.reply = self._text("question-reply", "Reply")
        column = QVBoxLayout(self)
        column.setContentsMargins(4, 4, 4, 4)
        for widget, share in ((self.title, 0), (self.pictures, 2), (self.prompt, 2), (self.score, 0), (self.reply, 2)):
            column.addWidget(widget, share)
            if share:
                widget.setMinimumHeight(LEAST_HEIGHT)
        self._shown: OpenCase | None = None
        self.jobs.done.connect(self._show_pictures)
        for signal in self._signals():
            signal.connect(self._follow)

    def refresh(self) -> None:
        """Show the case that is open."""
        case = self.explorer.case
        self._show_texts(case)
        if case is not self._shown:
            self._shown = case
            self.pictures.clear()
            book = self.explorer.book
            if case is not None and book is not None:
                self.jobs.start("Reading pictures…", partial(_read_pictures, book, case))

    def dispose(self) -> None:
        """Let go of the state and of work."""
        self.jobs.close()
        for signal in self._signals():
            signal.disconnect(self._follow)

    def _signals(self) -> tuple[SignalInstance, ...]:
        explorer = self.explorer
        return explorer.case_changed, explorer.model_changed, explorer.annotations_changed

    def _text(self, name: str, title: str) -> QPlainTextEdit:
        text = QPlainTextEdit(self)
        text.setObjectName(name)
        text.setAccessibleName(title)
        text.setPlaceholderText(title)
        text.setReadOnly(True)
        text.setTabChangesFocus(True)
        return text

    def _follow(self, _questions: object = None) -> None:
        if self.is_seen:
            self.refresh()

    def _show_texts(self, case: OpenCase | None) -> None:
        prediction = self.explorer.prediction
        self.title.setText(INVITATION if case is None else f"{case.id}\nAnswer: {case.case.entry.answer}")
        self.prompt.setPlainText("" if case is None else case.case.prompt)
        if prediction is None:
            self.score.setText("" if case is None else "No reply is looked at.")
            self.reply.setPlainText("")
            return
        now = prediction.now.prediction
        given = prediction.now.printed or f"({now.state})"
        corrected = ", corrected by hand" if prediction.corrected else ""
        percent = f"{100.0 * prediction.score.score:.0f} %"
        self.score.setText(f"{prediction.model}: {given}, {percent}{corrected} ({now.reason or now.state})")
        thinking = f"[thinking]\n{now.reasoning}\n\n[reply]\n" if now.reasoning else ""
        self.reply.setPlainText(f"{thinking}{now.raw}"[:LONGEST])

    def _show_pictures(self, pictures: list[bytes | str]) -> None:
        self.pictures.clear()
        for number, data in enumerate(pictures, start=1):
            item = QListWidgetItem(f"{number}", self.pictures)
            pixmap = QPixmap()
            if isinstance(data, bytes) and pixmap.loadFromData(data):
                item.setIcon(QIcon(pixmap))
            else:
                item.setText(f"{number}: missing")
                item.setToolTip(data if isinstance(data, str) else "It is of no kind that is shown.")


def _read_pictures(book: CaseBook, case: OpenCase) -> list[bytes | str]:
    return [str(data) if isinstance(data, ReadError) else data for data in book.pictures(case)]
