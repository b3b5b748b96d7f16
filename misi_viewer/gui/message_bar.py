"""A sentence above the view that stays until it is dismissed."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QToolButton, QWidget

from misi_viewer.gui.icons import icon
from misi_viewer.gui.theme import MESSAGE_COLOURS, is_dark

__all__ = ["MessageBar"]


class MessageBar(QFrame):
    """An error or a notice in one sentence, with a button that closes it.

    It lies over the top of its parent, so that what is there keeps its size.

    Attributes
    ----------
    last_error
        What went wrong last, "" if nothing has.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._place_of = parent
        parent.installEventFilter(self)
        self.setObjectName("message-bar")
        self.setAutoFillBackground(True)
        self._is_error = False
        self.last_error = ""
        self._icon = QLabel(self)
        self._text = QLabel(self)
        self._text.setObjectName("message-text")
        self._text.setWordWrap(True)
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._close = QToolButton(self)
        self._close.setObjectName("message-close")
        self._close.setAutoRaise(True)
        self._close.setToolTip("Dismiss this message (Esc)")
        self._close.setAccessibleName("Dismiss this message")
        self._close.clicked.connect(self.dismiss)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 6, 6, 6)
        layout.setSpacing(10)
        layout.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignVCenter)
        layout.addWidget(self._text, 1)
        layout.addWidget(self._close, 0, Qt.AlignmentFlag.AlignVCenter)
        self.hide()

    @property
    def text(self) -> str:
        """The sentence shown, "" if none."""
        return self._text.text() if not self.isHidden() else ""

    def show_error(self, sentence: str) -> None:
        """Say what went wrong."""
        self.last_error = sentence
        self._show(sentence, is_error=True)

    def show_notice(self, sentence: str) -> None:
        """Say what happened."""
        self._show(sentence, is_error=False)

    def dismiss(self) -> None:
        """Take the message away."""
        self.hide()

    def set_colours(self) -> None:
        """Take the colours of the present scheme; call again when it changes."""
        kind = "error" if self._is_error else "notice"
        background, text = (QColor(name) for name in MESSAGE_COLOURS[kind, is_dark(self._place_of.palette())])
        palette = QPalette()
        palette.setColor(QPalette.ColorRole.Window, background)
        for role in (QPalette.ColorRole.WindowText, QPalette.ColorRole.ButtonText, QPalette.ColorRole.Text):
            palette.setColor(role, text)
        self.setPalette(palette)
        size = self.fontMetrics().height()
        name = "mdi6.alert-circle-outline" if self._is_error else "mdi6.information-outline"
        self._icon.setPixmap(icon(name, palette).pixmap(size, size))
        self._close.setIcon(icon("mdi6.close", palette))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay as wide as the parent."""
        if event.type() == QEvent.Type.Resize and watched is self._place_of:
            self._place()
        return False

    def _place(self) -> None:
        width = self._place_of.width()
        self.setGeometry(0, 0, width, self.heightForWidth(width))

    def _show(self, sentence: str, *, is_error: bool) -> None:
        self._is_error = is_error
        self._text.setText(sentence)
        self.setAccessibleName("Error" if is_error else "Notice")
        self.setAccessibleDescription(sentence)
        self.set_colours()
        self._place()
        self.show()
        self.raise_()
