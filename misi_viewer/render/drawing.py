"""The drawing that batch and live rendering share: a scene in a VTK renderer."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from vtkmodules.vtkRenderingOpenGL2 import vtkOpenGLRenderer

from misi_viewer.errors import UserError
from misi_viewer.render import geometry
from misi_viewer.render.extent import Extent
from misi_viewer.render.frame import Rectangle, Uniforms, camera_uniforms, half_width, style_uniforms, tile_uniforms
from misi_viewer.render.layer import Layer, coverage_texture, quad_data
from misi_viewer.render.prepared import prepare
from misi_viewer.render.shaders import CAPSULE, CUT_CAPSULE, LABEL, SEGMENT, SURFACE, WIRE
from misi_viewer.scene.aim import View
from misi_viewer.scene.arrays import Labels, Scene
from misi_viewer.scene.colours import Rgb
from misi_viewer.scene.style import Style

__all__ = ["Drawing"]

FloatArray = NDArray[np.float64]

LEAST_ACROSS = 2
"""Samples across the square in which a transparent surface has its holes; a pixel where that has as many."""

LABELS_PER_LAYER = 200
"""So many texts fit one texture, however long they are."""


class Drawing:
    """A scene, ready to be drawn from any view by the window that holds `renderer`.

    Attributes
    ----------
    renderer
        To be added to a render window.
    background
        Red, green, blue, 0 to 255.
    """

    def __init__(self) -> None:
        self.renderer = vtkOpenGLRenderer()
        self.renderer.GetCullers().RemoveAllItems()
        self.renderer.AutomaticLightCreationOff()
        self.renderer.UseDepthPeelingOff()
        self.renderer.SetUseOIT(False)
        self.renderer.GetActiveCamera()
        self.background: Rgb = (0, 0, 0)
        self._capsules = self._add(Layer(CAPSULE))
        self._cut_capsules = self._add(Layer(CUT_CAPSULE))
        self._segments = self._add(Layer(SEGMENT))
        self._wires = self._add(Layer(WIRE))
        self._surface = self._add(Layer(SURFACE))
        self._labels: list[Layer] = []
        self._style = Style()
        self._centre: FloatArray = np.zeros(3)
        self._extent: Extent | None = None

    @property
    def _layers(self) -> tuple[Layer, ...]:
        return (self._capsules, self._cut_capsules, self._segments, self._wires, self._surface, *self._labels)

    def _add(self, layer: Layer) -> Layer:
        self.renderer.AddActor(layer.actor)
        return layer

    def set_scene(self, scene: Scene, style: Style) -> None:
        """Take what to draw, and how."""
        self._style = style
        self.background = style.background_rgb
        self.renderer.SetBackground(*(part / 255.0 for part in self.background))
        prepared = prepare(scene)
        self._centre = prepared.centre
        capsules = quad_data(prepared.capsules)
        self._capsules.set_data(capsules)
        self._cut_capsules.set_data(capsules)
        self._wires.set_data(quad_data(prepared.wires))
        self._segments.set_data(quad_data(prepared.segments))
        self._surface.set_data(quad_data(prepared.surface))
        self._surface.set_uniforms({"opacity": (1.0 if scene.surface is None else scene.surface.opacity,)})
        self._extent = Extent.of(scene, self._set_labels(scene.labels))
        self._set_uniforms(style_uniforms(style))

    def _set_labels(self, labels: Labels) -> NDArray[np.int64]:
        """Make the layers of labels, and return (l,) their widths in pixels of their images."""
        parts = geometry.split_labels(labels, LABELS_PER_LAYER)
        while len(self._labels) > len(parts):
            self.renderer.RemoveActor(self._labels.pop().actor)
        while len(self._labels) < len(parts):
            self._labels.append(self._add(Layer(LABEL, blended=True)))
        widths = [np.empty(0, dtype=np.int64)]
        for layer, part in zip(self._labels, parts, strict=True):
            quads, atlas, part_widths = geometry.label_quads(part, self._centre)
            layer.set_data(quad_data(quads))
            layer.actor.SetTexture(coverage_texture(atlas.image))
            layer.set_uniforms({"atlasSize": (float(atlas.image.shape[1]), float(atlas.image.shape[0]))})
            widths.append(part_widths)
        return np.concatenate(widths)

    def _set_uniforms(self, values: Uniforms) -> None:
        for layer in self._layers:
            layer.set_uniforms(values)

    def aim(self, view: View, size: tuple[int, int], supersample: int) -> None:
        """Look from a view.

        Parameters
        ----------
        view
            The camera.
        size
            Columns and rows of samples of the whole picture.
        supersample
            Samples per pixel and axis.
        """
        line_half_width = supersample * half_width(view.projection) / size[0]
        self._set_uniforms(camera_uniforms(view, self._style, self._centre, line_half_width))
        self._surface.set_uniforms({"samplesAcross": (float(max(supersample, LEAST_ACROSS)),)})
        cut = self._extent is not None and self._extent.is_cut(view)
        self._capsules.visible = not cut
        self._cut_capsules.visible = cut

    def rectangle(self, view: View, size: tuple[int, int], supersample: int) -> Rectangle:
        """Return the part of the picture that holds anything, in samples; parameters as in `aim`."""
        if self._extent is None:
            return Rectangle(0, 0, 0, 0)
        return self._extent.rectangle(view, size, supersample)

    def select(self, view: View, size: tuple[int, int], tile: Rectangle, skew: float) -> None:
        """Draw a part of the picture next; parameters as in `aim` and `tile_uniforms`."""
        for layer in self._layers:
            layer.set_program(self._style.light.exponent, quick=skew > 0.0)
        self._set_uniforms(tile_uniforms(view.projection, size, tile, skew))
        self._surface.set_uniforms({"tileStart": (float(tile.left), float(tile.bottom))})

    def check(self) -> None:
        """Refuse a picture in which something is missing.

        Raises
        ------
        UserError
            If OpenGL did not draw all of it.
        """
        for layer in self._layers:
            if layer.problem:
                raise UserError(
                    f"The picture cannot be drawn: {layer.problem}; OpenGL 3.2 or later is needed "
                    "(`misi-viewer info` says what there is)."
                )
