"""Just enough of Xlib to find another process's window and to close it as a window manager does."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager

CLIENT_MESSAGE = 33
Window = ctypes.c_ulong


class ClientMessage(ctypes.Structure):
    _fields_ = [
        ("type", ctypes.c_int),
        ("serial", ctypes.c_ulong),
        ("send_event", ctypes.c_int),
        ("display", ctypes.c_void_p),
        ("window", Window),
        ("message_type", ctypes.c_ulong),
        ("format", ctypes.c_int),
        ("data", ctypes.c_long * 5),
        ("padding", ctypes.c_long * 24),
    ]


class Display:
    """An X display."""

    def __init__(self, x11: ctypes.CDLL, handle: ctypes.c_void_p) -> None:
        self._x11 = x11
        self._handle = handle

    def find(self, title: str) -> int | None:
        """Return the top-level window of this title, None if there is none."""
        root = self._x11.XDefaultRootWindow(self._handle)
        return next((window for window in self._children(root) if self._title(window) == title), None)

    def close_window(self, window: int) -> None:
        """Ask a window to close: WM_DELETE_WINDOW."""
        atoms = [self._x11.XInternAtom(self._handle, name, 0) for name in (b"WM_PROTOCOLS", b"WM_DELETE_WINDOW")]
        event = ClientMessage(type=CLIENT_MESSAGE, window=window, message_type=atoms[0], format=32)
        event.data[0] = atoms[1]
        self._x11.XSendEvent(self._handle, window, 0, 0, ctypes.byref(event))
        self._x11.XFlush(self._handle)

    def _children(self, window: int) -> list[int]:
        root, parent, children, count = Window(), Window(), ctypes.POINTER(Window)(), ctypes.c_uint()
        ok = self._x11.XQueryTree(self._handle, window, *map(ctypes.byref, (root, parent, children, count)))
        found = [children[row] for row in range(count.value)] if ok else []
        if children:
            self._x11.XFree(children)
        return found

    def _title(self, window: int) -> str:
        name = ctypes.c_char_p()
        self._x11.XFetchName(self._handle, window, ctypes.byref(name))
        return (name.value or b"").decode(errors="replace")


@contextmanager
def display(name: str) -> Iterator[Display]:
    """Connect to a display, such as ``:99``."""
    x11 = ctypes.CDLL("libX11.so.6")
    x11.XOpenDisplay.restype = ctypes.c_void_p
    x11.XDefaultRootWindow.restype = x11.XInternAtom.restype = Window
    x11.XDefaultRootWindow.argtypes = x11.XCloseDisplay.argtypes = x11.XFlush.argtypes = [ctypes.c_void_p]
    x11.XInternAtom.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int]
    x11.XFetchName.argtypes = [ctypes.c_void_p, Window, ctypes.c_void_p]
    x11.XQueryTree.argtypes = [ctypes.c_void_p, Window, *[ctypes.c_void_p] * 4]
    x11.XSendEvent.argtypes = [ctypes.c_void_p, Window, ctypes.c_int, ctypes.c_long, ctypes.c_void_p]
    x11.XFree.argtypes = [ctypes.c_void_p]
    # A window may go away between being listed and being asked; that is no reason to end the tests.
    handler_type = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
    ignore = handler_type(lambda _display, _event: 0)
    x11.XSetErrorHandler.argtypes = [handler_type]
    x11.XSetErrorHandler.restype = ctypes.c_void_p
    x11.XSetErrorHandler(ignore)
    handle = x11.XOpenDisplay(name.encode())
    if not handle:
        raise OSError(f"no display {name}")
    try:
        yield Display(x11, handle)
    finally:
        x11.XCloseDisplay(handle)
        x11.XSetErrorHandler(handler_type())
