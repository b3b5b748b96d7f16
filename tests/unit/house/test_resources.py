"""Assets are found in a checkout, beside an installed package and in a frozen bundle."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from misi_viewer import resources
from tests.conftest import ROOT


def ask(package: Path, code: str) -> str:
    """Run code that imports the package copied to a folder, and return what it prints."""
    lines = ["import sys", f"sys.path.insert(0, {str(package.parent)!r})", "from misi_viewer import resources", code]
    command = [sys.executable, "-S", "-c", "\n".join(lines)]
    return subprocess.run(command, check=True, capture_output=True, text=True, cwd=package.parent).stdout.strip()


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """Return a copy of the package's foundation, outside the checkout and without assets."""
    folder = tmp_path / "site" / "misi_viewer"
    folder.mkdir(parents=True)
    for name in ("__init__.py", "resources.py"):
        shutil.copy(ROOT / "misi_viewer" / name, folder)
    return folder


def test_checkout_has_its_own_assets() -> None:
    assert resources.path("fonts/OFL.txt") == ROOT / "assets" / "fonts" / "OFL.txt"
    assert resources.path("demo").is_dir()


def test_installed_package_carries_its_assets(package: Path) -> None:
    (package / "assets" / "fonts").mkdir(parents=True)
    (package / "assets" / "fonts" / "OFL.txt").touch()
    assert ask(package, "print(resources.path('fonts/OFL.txt'))") == str(package / "assets" / "fonts" / "OFL.txt")


def test_frozen_bundle_comes_first(package: Path, tmp_path: Path) -> None:
    (package / "assets").mkdir()
    bundled = tmp_path / "bundle" / "misi_viewer" / "assets"
    bundled.mkdir(parents=True)
    code = f"sys._MEIPASS = {str(tmp_path / 'bundle')!r}; print(resources.root())"
    assert ask(package, code) == str(bundled)


def test_missing_asset_is_named() -> None:
    with pytest.raises(FileNotFoundError, match=r"no asset 'fonts/nothing\.ttf'"):
        resources.path("fonts/nothing.ttf")


def test_installation_without_assets_says_so(package: Path) -> None:
    code = "try: resources.root()\nexcept FileNotFoundError as error: print(error)"
    assert "assets of MiSI Viewer are missing" in ask(package, code)


def test_wheel_carries_assets_and_licence_but_no_tests(tmp_path: Path) -> None:
    options = ["--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check"]
    subprocess.run([sys.executable, "-m", "pip", "wheel", *options, "--wheel-dir", tmp_path, ROOT], check=True)
    (wheel,) = tmp_path.glob("misi_viewer-*-py3-none-any.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    for name in ("fonts/LiberationSans-Regular.ttf", "fonts/OFL.txt", "demo/1ia1/1ia1_pocket.pdb", "README.md"):
        assert f"misi_viewer/assets/{name}" in names
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert "misi_viewer/py.typed" in names
    assert [name for name in names if not name.startswith(("misi_viewer/", "misi_viewer-"))] == []
