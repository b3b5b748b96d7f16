"""One shader program with its quads, as a VTK actor."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from vtkmodules.vtkCommonCore import vtkCommand, vtkPoints
from vtkmodules.vtkCommonDataModel import vtkCellArray, vtkDataObject, vtkImageData, vtkPolyData
from vtkmodules.vtkRenderingOpenGL2 import vtkOpenGLActor, vtkOpenGLPolyDataMapper, vtkOpenGLTexture

from misi_viewer.render.geometry import Faces, Quads
from misi_viewer.render.shaders import Shader, fragment_code
from misi_viewer.render.vtk_arrays import copy_of, ids_of

__all__ = ["Layer", "coverage_texture", "quad_data"]

SETTERS = {1: "SetUniformf", 2: "SetUniform2f", 3: "SetUniform3f", 4: "SetUniform4f"}


class Layer:
    """Quads drawn by one shader program.

    Parameters
    ----------
    shader
        The program.
    blended
        True for what is laid over all else, in order, without a depth test.

    Attributes
    ----------
    actor
        To be added to a renderer.
    """

    def __init__(self, shader: Shader, *, blended: bool = False) -> None:
        self.actor = vtkOpenGLActor()
        self._mapper = vtkOpenGLPolyDataMapper()
        self._mapper.SetVBOShiftScaleMethod(0)
        self._mapper.ScalarVisibilityOff()
        self._mapper.StaticOn()
        for name in shader.attributes:
            self._mapper.MapDataArrayToVertexAttribute(name, name, vtkDataObject.FIELD_ASSOCIATION_POINTS, -1)
        self.actor.SetMapper(self._mapper)
        self._shader = shader
        properties = self.actor.GetShaderProperty()
        properties.SetVertexShaderCode(shader.vertex)
        self._uniforms = (properties.GetVertexCustomUniforms(), properties.GetFragmentCustomUniforms())
        self._shown: dict[str, tuple[float, ...]] = {}
        self._empty = True
        self._program: tuple[float, bool] | None = None
        self._problem = ""
        self._mapper.AddObserver(vtkCommand.ErrorEvent, self._note_problem)
        if blended:
            self.actor.ForceTranslucentOn()
        else:
            self.actor.ForceOpaqueOn()
        self.actor.VisibilityOff()

    @property
    def visible(self) -> bool:
        """Whether it is drawn; never when it has no quads."""
        return bool(self.actor.GetVisibility())

    @visible.setter
    def visible(self, value: bool) -> None:
        self.actor.SetVisibility(value and not self._empty)

    def _note_problem(self, _source: object, _event: str) -> None:
        self._problem = "the graphics driver does not accept a shader program of this program"

    @property
    def problem(self) -> str:
        """What went wrong when it was drawn; "" if nothing."""
        return self._problem

    def set_program(self, exponent: float, quick: bool) -> None:
        """Take the sharpness of highlights, and whether to draw for four samples on a turned grid."""
        if self._program != (exponent, quick):
            self._program = exponent, quick
            self.actor.GetShaderProperty().SetFragmentShaderCode(fragment_code(self._shader, exponent, quick))

    def set_data(self, data: vtkPolyData) -> None:
        """Take the quads to draw, as `quad_data` makes them; layers may share them."""
        self._empty = not data.GetNumberOfPoints()
        self.visible = True
        self._mapper.SetInputData(data)
        self._mapper.Update()

    def set_uniforms(self, values: dict[str, tuple[float, ...]]) -> None:
        """Give the program numbers, by name."""
        for name, value in values.items():
            if self._shown.get(name) == value:
                continue
            self._shown[name] = value
            for uniforms in self._uniforms:
                getattr(uniforms, SETTERS[len(value)])(name, value[0] if len(value) == 1 else value)


def quad_data(quads: Quads | Faces) -> vtkPolyData:
    """Return quads, or a surface, in VTK's form."""
    data, points = vtkPolyData(), vtkPoints()
    points.SetData(copy_of(quads.points))
    data.SetPoints(points)
    data.SetPolys(_cells(quads.triangles))
    for name, values in quads.attributes.items():
        array = copy_of(values)
        array.SetName(name)
        data.GetPointData().AddArray(array)
    return data


def _cells(triangles: NDArray[np.int64]) -> vtkCellArray:
    cells = vtkCellArray()
    offsets = ids_of(np.arange(0, 3 * len(triangles) + 1, 3, dtype=np.int64))
    connectivity = ids_of(triangles.ravel())
    cells.SetData(offsets, connectivity)
    return cells


def coverage_texture(image: NDArray[np.uint8]) -> vtkOpenGLTexture:
    """Return a texture of one channel, filtered linearly, without mipmaps.

    Parameters
    ----------
    image
        (h, w) uint8; its first row lies at texture coordinate 0.
    """
    data = vtkImageData()
    data.SetDimensions(image.shape[1], image.shape[0], 1)
    data.GetPointData().SetScalars(copy_of(image.ravel()))
    texture = vtkOpenGLTexture()
    texture.SetInputData(data)
    texture.InterpolateOn()
    texture.MipmapOff()
    texture.RepeatOff()
    texture.EdgeClampOn()
    texture.SetColorModeToDirectScalars()
    return texture
