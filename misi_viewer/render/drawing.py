"""The drawing that batch and live rendering share: a scene in a VTK renderer."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from vtkmodules.vtkRenderingOpenGL2 import vtkOpenGLRenderer

from misi_viewer.render import geometry
from misi_viewer.render.frame import Rectangle, camera_uniforms, style_uniforms, tile_uniforms
from misi_viewer.render.layer import Layer, coverage_texture
from misi_viewer.render.shaders import CAPSULE, CUT_CAPSULE, LABEL, SEGMENT, WIRE
from misi_viewer.scene.aim import View
from misi_viewer.scene.arrays import Scene
from misi_viewer.scene.style import Style

__all__ = ["Drawing"]

FloatArray = NDArray[np.float64]


class Drawing:
    """A scene, ready to be drawn from any view by the window that holds `renderer`.

    Attributes
    ----------
    renderer
        To be added to a render window.
    """

    def __init__(self) -> None:
        self.renderer = vtkOpenGLRenderer()
        self.renderer.GetCullers().RemoveAllItems()
        self.renderer.AutomaticLightCreationOff()
        self.renderer.UseDepthPeelingOff()
        self.renderer.SetUseOIT(False)
        self.renderer.GetActiveCamera()
        self._capsules = Layer(CAPSULE)
        self._cut_capsules = Layer(CUT_CAPSULE)
        self._segments = Layer(SEGMENT)
        self._wires = Layer(WIRE)
        self._labels = Layer(LABEL, blended=True)
        self._layers = (self._capsules, self._cut_capsules, self._segments, self._wires, self._labels)
        for layer in self._layers:
            self.renderer.AddActor(layer.actor)
        self._scene: Scene | None = None
        self._style = Style()
        self._centre: FloatArray = np.zeros(3)

    def set_scene(self, scene: Scene, style: Style) -> None:
        """Take what to draw, and how."""
        self._scene, self._style = scene, style
        self._centre = geometry.scene_centre(scene)
        capsules = geometry.capsules(scene, self._centre)
        self._capsules.set_quads(capsules)
        self._cut_capsules.set_quads(capsules)
        self._wires.set_quads(geometry.wires(scene, self._centre))
        self._segments.set_quads(geometry.segment_quads(scene.segments, self._centre))
        labels, atlas = geometry.label_quads(scene.labels, self._centre)
        self._labels.set_quads(labels)
        self._labels.actor.SetTexture(coverage_texture(atlas.image))
        self._labels.set_uniforms({"atlasSize": (float(atlas.image.shape[1]), float(atlas.image.shape[0]))})
        for layer in self._layers:
            layer.set_uniforms(style_uniforms(style))
        self.renderer.SetBackground(*(part / 255.0 for part in style.background_rgb))

    def aim(self, view: View, size: tuple[int, int], supersample: int) -> None:
        """Look from a view; `size` is the picture's width and height in samples."""
        line_half_width = supersample * view.projection.half_width(1.0) / size[0]
        uniforms = camera_uniforms(view, self._style, self._centre, line_half_width)
        for layer in self._layers:
            layer.set_uniforms(uniforms)
        cut = self._is_cut(view)
        self._capsules.visible = not cut
        self._cut_capsules.visible = cut

    def select(self, view: View, size: tuple[int, int], tile: Rectangle) -> None:
        """Draw this part of the picture next."""
        uniforms = tile_uniforms(view.projection, size, tile)
        for layer in self._layers:
            layer.set_uniforms(uniforms)

    def _is_cut(self, view: View) -> bool:
        """Return whether the near plane goes through anything round."""
        if self._scene is None:
            return False
        spheres, sticks = self._scene.spheres, self._scene.sticks
        points = np.concatenate((spheres.centres, sticks.starts, sticks.ends))
        radii = np.concatenate((spheres.radii, sticks.radii, sticks.radii))
        depth = -view.pose.to_camera(points)[:, 2]
        return bool((np.abs(depth - view.near) < radii).any() or self._straddling(view))

    def _straddling(self, view: View) -> bool:
        sticks = self._scene.sticks if self._scene else None
        if sticks is None or not len(sticks.radii):
            return False
        start, end = (-view.pose.to_camera(points)[:, 2] < view.near for points in (sticks.starts, sticks.ends))
        return bool((start != end).any())
