"""The one way to an asset: in a checkout, an editable install, a wheel and a frozen bundle."""

from __future__ import annotations

import sys
from pathlib import Path

__all__ = ["path", "root"]


def root() -> Path:
    """Return the folder that holds the assets.

    Raises
    ------
    FileNotFoundError
        If the installation is incomplete.
    """
    package = Path(__file__).resolve().parent
    bundle = getattr(sys, "_MEIPASS", None)
    places = [package / "assets", package.parent / "assets"]
    if bundle is not None:
        places.insert(0, Path(bundle) / "misi_viewer" / "assets")
    for place in places:
        if place.is_dir():
            return place
    raise FileNotFoundError(f"The assets of MiSI Viewer are missing beside {package}; install it again.")


def path(name: str) -> Path:
    """Return the path of an asset.

    Parameters
    ----------
    name
        Relative name with forward slashes, such as ``fonts/LiberationSans-Regular.ttf``.

    Raises
    ------
    FileNotFoundError
        If there is no such asset.
    """
    asset = root() / name
    if not asset.exists():
        raise FileNotFoundError(f"There is no asset {name!r} in {root()}.")
    return asset
