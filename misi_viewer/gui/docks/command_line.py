"""The command line: a line to type in, and a log of what was typed and of what was done by mouse and menu."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QKeyEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QPlainTextEdit, QToolButton, QVBoxLayout, QWidget

from misi_viewer.gui.docks.panel import Panel, PanelContext
from misi_viewer.gui.icons import icon
from misi_viewer.gui.shrinking import let_shrink
from misi_viewer.gui.theme import VERDICT_COLOURS, is_dark
from misi_viewer.session.command_line import complete
from misi_viewer.session.command_log import MOST_ENTRIES, Entry

__all__ = ["CommandInput", "CommandLinePanel"]

MOST_PROPOSED = 12
PLACEHOLDER = "Type a command, as in: select within 4 of ligand   (help lists all; Tab completes)"


class CommandInput(QLineEdit):
    """A line with a history (up and down) and completion (Tab).

    Signals
    -------
    entered
        (line,) Enter was pressed.
    proposed
        (words,) what the last word can become.
    left
        Escape was pressed.
    """

    entered = Signal(str)
    proposed = Signal(list)
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("command-input")
        self.setAccessibleName("Command")
        self.setPlaceholderText(PLACEHOLDER)
        self.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self._lines: list[str] = []
        self._place = 0
        self._draft = ""
        self.textEdited.connect(self._propose)
        self.returnPressed.connect(self._enter)

    def event(self, event: QEvent) -> bool:
        """Complete with Tab where there is something to complete; else let it go to the next widget."""
        is_tab = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Tab
        if is_tab and event.type() == QEvent.Type.KeyPress and self.text().strip() and complete(self.text()):
            self._complete()
            return True
        is_escape = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape
        if is_escape and event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go through the lines typed before."""
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        if step is not None:
            self._travel(step)
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def _enter(self) -> None:
        line = self.text().strip()
        if not line:
            return
        if self._lines[-1:] != [line]:
            self._lines.append(line)
            del self._lines[:-MOST_ENTRIES]
        self._place = len(self._lines)
        self.clear()
        self.proposed.emit([])
        self.entered.emit(line)

    def _travel(self, step: int) -> None:
        if self._place == len(self._lines):
            self._draft = self.text()
        place = min(max(self._place + step, 0), len(self._lines))
        if place != self._place:
            self._place = place
            self.setText(self._draft if place == len(self._lines) else self._lines[place])

    def _complete(self) -> None:
        lines = complete(self.text())
        common = _common_beginning(lines)
        if len(common) > len(self.text()) or len(lines) == 1:
            self.setText(common)
        self._propose()

    def _propose(self) -> None:
        text = self.text()
        lines = complete(text) if text.strip() else []
        self.proposed.emit([line.rstrip().rpartition(" ")[2] for line in lines])


class CommandLinePanel(Panel):
    """Log, and a line to type in."""

    def __init__(self, context: PanelContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.setObjectName("command-line")
        self.log = context.controls.log
        self.page = QPlainTextEdit(self)
        self.page.setObjectName("command-log")
        self.page.setAccessibleName("Log of commands")
        self.page.setReadOnly(True)
        self.page.setUndoRedoEnabled(False)
        self.page.setMaximumBlockCount(2 * MOST_ENTRIES)
        self.page.setTabChangesFocus(True)
        self.page.setMinimumHeight(self.fontMetrics().height() * 2)
        self.page.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.input = CommandInput(self)
        self._hint = QLabel(self)
        self._hint.setObjectName("command-hint")
        let_shrink(self._hint)
        self._copy = QToolButton(self)
        self._copy.setObjectName("command-copy")
        self._copy.setAutoRaise(True)
        self._copy.setToolTip("Copy all commands, typed and done by mouse: a script that does the same again")
        self._copy.setAccessibleName("Copy all commands")
        self._arrange()
        self._copy.clicked.connect(self.copy)
        self.input.entered.connect(self.log.type)
        self.input.proposed.connect(self._show_proposed)
        self.log.added.connect(self._append)
        self.log.replaced.connect(self._replace)
        self.input.installEventFilter(self)
        self.take_colours()

    def take_colours(self) -> None:
        """Write the log in the palette's colours."""
        self._copy.setIcon(icon("mdi6.content-copy", self.palette()))
        self.page.clear()
        for entry in self.log.entries:
            self._append(entry)

    def dispose(self) -> None:
        """Let go of the log."""
        self.log.added.disconnect(self._append)
        self.log.replaced.disconnect(self._replace)

    def copy(self) -> None:
        """Copy the commands of the log, one a line."""
        QGuiApplication.clipboard().setText("\n".join(self.log.commands) + "\n")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Propose nothing while something else is typed in."""
        if watched is self.input and event.type() == QEvent.Type.FocusOut:
            self._show_proposed([])
        return False

    def _arrange(self) -> None:
        row = QHBoxLayout()
        row.setContentsMargins(4, 0, 2, 2)
        row.setSpacing(2)
        row.addWidget(self.input, 1)
        row.addWidget(self._copy)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(self.page, 1)
        column.addWidget(self._hint)
        column.addLayout(row)
        self._hint.setContentsMargins(6, 0, 6, 0)
        self._hint.hide()

    def _show_proposed(self, words: list[str]) -> None:
        more = f"   and {len(words) - MOST_PROPOSED} more" if len(words) > MOST_PROPOSED else ""
        self._hint.setText("   ".join(words[:MOST_PROPOSED]) + more)
        self._hint.setVisible(bool(words))

    def _format(self, entry: Entry) -> QTextCharFormat:
        """Return how an entry is written: typed ones bold, answers fainter, errors in their colour."""
        made = QTextCharFormat()
        colour = self.palette().text().color()
        if entry.kind == "typed":
            made.setFontWeight(QFont.Weight.Bold)
        elif entry.kind == "said":
            colour.setAlphaF(0.7)
        elif entry.kind == "error":
            colour = QColor(VERDICT_COLOURS[False, is_dark(self.palette())])
        made.setForeground(colour)
        return made

    def _append(self, entry: Entry) -> None:
        cursor = QTextCursor(self.page.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        if not self.page.document().isEmpty():
            cursor.insertBlock()
        self._write(cursor, entry)

    def _replace(self, entry: Entry) -> None:
        cursor = QTextCursor(self.page.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.movePosition(QTextCursor.MoveOperation.StartOfBlock, QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()
        self._write(cursor, entry)

    def _write(self, cursor: QTextCursor, entry: Entry) -> None:
        cursor.insertText(entry.text, self._format(entry))
        bar = self.page.verticalScrollBar()
        bar.setValue(bar.maximum())


def _common_beginning(lines: list[str]) -> str:
    """Return what all lines begin with."""
    first, last = min(lines), max(lines)
    same = next((place for place, letter in enumerate(first) if last[place : place + 1] != letter), len(first))
    return first[:same]
