"""Typed doors between numpy and VTK arrays."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
from numpy.typing import NDArray
from vtkmodules.util.numpy_support import numpy_to_vtk, numpy_to_vtkIdTypeArray, vtk_to_numpy
from vtkmodules.vtkCommonCore import vtkDataArray, vtkIdTypeArray, vtkUnsignedCharArray

__all__ = ["bytes_of", "copy_of", "ids_of"]


def copy_of(values: NDArray[Any]) -> vtkDataArray:
    """Return a VTK array with a copy of (n,) or (n, c) values."""
    return cast("vtkDataArray", numpy_to_vtk(np.ascontiguousarray(values), deep=True))  # type: ignore[no-untyped-call]


def ids_of(values: NDArray[np.int64]) -> vtkIdTypeArray:
    """Return a VTK array of row numbers with a copy of (n,) values."""
    array = numpy_to_vtkIdTypeArray(np.ascontiguousarray(values), deep=True)  # type: ignore[no-untyped-call]
    return cast("vtkIdTypeArray", array)


def bytes_of(array: vtkUnsignedCharArray) -> NDArray[np.uint8]:
    """Return the memory of a VTK array, without a copy."""
    return cast("NDArray[np.uint8]", vtk_to_numpy(array))  # type: ignore[no-untyped-call]
