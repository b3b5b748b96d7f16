"""Windows that no screen shows: EGL, or OSMesa where there is no EGL."""

from __future__ import annotations

import sys
from typing import Literal

from vtkmodules.vtkRenderingCore import vtkRenderWindow
from vtkmodules.vtkRenderingOpenGL2 import vtkOpenGLRenderWindow

from misi_viewer.errors import UserError

__all__ = ["BACKENDS", "Backend", "make_window"]

Backend = Literal["EGL", "OSMesa", "native"]

BACKENDS: tuple[Backend, ...] = ("EGL", "OSMesa") if sys.platform.startswith("linux") else ("native",)
"""What can be tried on this system, the best first."""


def _new(backend: Backend) -> vtkRenderWindow:
    if backend == "EGL":
        from vtkmodules.vtkRenderingOpenGL2 import vtkEGLRenderWindow

        return vtkEGLRenderWindow()
    if backend == "OSMesa":
        from vtkmodules.vtkRenderingOpenGL2 import vtkOSOpenGLRenderWindow

        return vtkOSOpenGLRenderWindow()
    return vtkRenderWindow()


def make_window(backend: Backend, device: int | None = None) -> vtkOpenGLRenderWindow:
    """Return an off-screen window with a context.

    A missing driver ends the process here: ask `probe` first.

    Parameters
    ----------
    backend
        One of `BACKENDS`.
    device
        Number of the graphics device, EGL only; None: the system's choice.

    Raises
    ------
    UserError
        If there is no such device, or no context to be had.
    """
    window = _new(backend)
    if not isinstance(window, vtkOpenGLRenderWindow):
        raise UserError("This installation of VTK draws without OpenGL; install the vtk package of PyPI.")
    window.SetOffScreenRendering(1)
    window.SetMultiSamples(0)
    window.SetSwapBuffers(0)
    window.SetSize(8, 8)
    if device is not None:
        _choose_device(window, backend, device)
    window.Initialize()
    if not window.SupportsOpenGL():
        raise UserError(f"There is no OpenGL 3.2 to be had by way of {backend}; a newer graphics driver is needed.")
    return window


def _choose_device(window: vtkOpenGLRenderWindow, backend: Backend, device: int) -> None:
    if backend != "EGL":
        raise UserError(f"A graphics device can be chosen with EGL only; this system draws by way of {backend}.")
    count = window.GetNumberOfDevices()
    if not 0 <= device < count:
        raise UserError(f"There is no graphics device {device}; this machine has {count}, counted from 0.")
    window.SetDeviceIndex(device)
