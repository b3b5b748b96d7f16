"""The OpenGL that the window asks for. Must be set before the application is made."""

from __future__ import annotations

from PySide6.QtGui import QSurfaceFormat

__all__ = ["default_format"]

DEPTH_BITS = 24


def default_format() -> QSurfaceFormat:
    """Return desktop OpenGL 3.2 core with depth, without alpha and without multisampling.

    Without alpha the window behind never shines through; multisampling would
    not smooth ray-cast sticks (spec rendering.md) and would spoil exactness.
    """
    wanted = QSurfaceFormat()
    wanted.setRenderableType(QSurfaceFormat.RenderableType.OpenGL)
    wanted.setVersion(3, 2)
    wanted.setProfile(QSurfaceFormat.OpenGLContextProfile.CoreProfile)
    wanted.setDepthBufferSize(DEPTH_BITS)
    wanted.setAlphaBufferSize(0)
    wanted.setSamples(0)
    return wanted
