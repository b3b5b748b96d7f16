"""MiSI Viewer: molecules as vision-language models are shown them."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

__all__ = ["__version__"]

try:
    __version__ = version("misi-viewer")
except PackageNotFoundError:  # run from a source tree that was never installed
    __version__ = "0+unknown"
