"""Whether everything that can be used has a name for screen readers and is reached by keys."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QLabel,
    QMenuBar,
    QRadioButton,
    QScrollBar,
    QToolBar,
    QWidget,
)

MOST_TABS = 400


def controls_of(window: QWidget) -> list[QWidget]:
    """Return what a person can use in a window now: what takes the focus or can be pressed."""
    return [widget for widget in _inside(window) if _is_control(widget)]


def _inside(window: QWidget) -> Iterator[QWidget]:
    for widget in window.findChildren(QWidget):
        if widget.isVisible() and widget.window() is window and not widget.objectName().startswith("qt_"):
            yield widget


def _is_control(widget: QWidget) -> bool:
    if isinstance(widget, (QLabel, QScrollBar, QMenuBar)):
        return False
    return widget.focusPolicy() != Qt.FocusPolicy.NoFocus or isinstance(widget, QAbstractButton)


def unnamed(window: QWidget) -> list[str]:
    """Return the controls that a screen reader could not name."""
    return [_place(widget) for widget in controls_of(window) if not _spoken(widget)]


def _spoken(widget: QWidget) -> str:
    interface = QAccessible.queryAccessibleInterface(widget)
    return "" if interface is None else interface.text(QAccessible.Text.Name).strip()


def unreached(window: QWidget, start: QWidget) -> list[str]:
    """Return the controls that Tab does not come to, pressed again and again.

    Buttons of a toolbar are reached through the menu that has the same action,
    radio buttons by the arrows from the one that is chosen, views of their
    scroll areas by their content.
    """
    start.setFocus(Qt.FocusReason.TabFocusReason)
    reached: set[QWidget] = set()
    for _ in range(MOST_TABS):
        focused = window.focusWidget()
        if focused is None or (focused is start and reached):
            break
        reached |= {focused, *_proxies(focused)}
        QTest.keyClick(focused, Qt.Key.Key_Tab)
        if window.focusWidget() is focused:
            if len(controls_of(window)) == 1:
                return []
            return [f"{_place(focused)} keeps the focus"]
    return [_place(widget) for widget in controls_of(window) if _needs_tab(widget) and widget not in reached]


def _proxies(focused: QWidget) -> Iterator[QWidget]:
    """Yield the widgets for which another one takes the focus, such as a spin box for its line."""
    parent = focused.parentWidget()
    if parent is not None and parent.focusProxy() is focused:
        yield parent


def _needs_tab(widget: QWidget) -> bool:
    if not widget.isEnabled() or isinstance(widget, QRadioButton):
        return False
    parent = widget.parentWidget()
    return not (isinstance(parent, QToolBar) and _has_menu(widget))


def _has_menu(button: QWidget) -> bool:
    return any(action.associatedObjects() for action in button.actions())


def _place(widget: QWidget) -> str:
    """Return where a widget is, for a person who looks for it."""
    steps: list[str] = []
    while widget is not None and len(steps) < 4:
        steps.append(f"{type(widget).__name__} '{widget.objectName()}'")
        widget = widget.parentWidget()
    return " in ".join(steps)
