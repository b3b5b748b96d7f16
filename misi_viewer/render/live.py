"""The batch renderer's drawing in an OpenGL context that someone else owns (spec rendering.md, gui.md).

How a Qt widget uses it (this room knows no Qt)::

    class Canvas(QOpenGLWidget):
        def __init__(self) -> None:
            self.live = LiveView(
                make_current=self.makeCurrent,
                is_current=lambda: QOpenGLContext.currentContext() is self.context(),
                size=lambda: (device pixels across, device pixels down),
                framebuffer=self.defaultFramebufferObject,
            )

        def initializeGL(self) -> None:      # also after docking made a new context
            self.context().aboutToBeDestroyed.connect(self.live.release, Qt.ConnectionType.DirectConnection)
            self.live.initialize()

        def paintGL(self) -> None:
            self.live.paint(moving=self.dragging)

    live.set_scene(scene, style)      # any time, also before initialize(); then widget.update()
    live.set_view(view)               # any time; then widget.update()
    live.supersample, live.quality    # as in the shot; used at rest (moving draws one pass)

Whenever a drag ends the widget calls ``update()`` once more, so that a picture
at rest is painted. `LiveView` never asks for a repaint itself.
The default QSurfaceFormat (set before QApplication): desktop OpenGL 3.2 core
or later, depth 24, no alpha, no multisampling.
"""
