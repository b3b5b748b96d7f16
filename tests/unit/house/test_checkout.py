"""Rules of the checkout as a whole."""

from __future__ import annotations

import os
import re
import subprocess
import tomllib
from fnmatch import fnmatch
from importlib.metadata import version
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import misi_viewer
from tests.conftest import ROOT

TOP_LEVEL = {
    ".ci",
    ".gitattributes",
    ".gitignore",
    ".pre-commit-config.yaml",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "Makefile",
    "README.md",
    "assets",
    "constraints.txt",
    "docs",
    "misi_viewer",
    "packaging",
    "pyproject.toml",
    "tests",
}
# Written in pieces, so that this file does not name what it looks for.
REGISTRY_HOSTS = [
    "pypi" + ".org",
    "pythonhosted" + ".org",
    "deb.debian" + ".org",
    "security.debian" + ".org",
    "archive.ubuntu" + ".com",
    "registry.npmjs" + ".org",
    "anaconda" + ".org",
    "conda" + ".io",
]
REGISTRY_ADDRESS = re.compile(
    "|".join(re.escape(host) for host in REGISTRY_HOSTS)
    + r"|https?://[^\s\"'<>]*/simple\b|^deb(?:-src)? (?:\[[^]]*\] )?[a-z]+://|--(?:extra-)?index-url[ =]\S*://",
    re.MULTILINE,
)


@pytest.fixture(scope="module")
def tracked() -> list[Path]:
    """Return the checkout's own files, relative to its root: those that git knows or would add."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listing = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
    if listing.returncode != 0:
        pytest.skip("this is no git checkout")
    names = [Path(name) for name in listing.stdout.decode().split("\0") if name]
    return [name for name in names if (ROOT / name).is_file()]


@pytest.fixture(scope="module")
def project() -> dict[str, object]:
    """Return the project table of pyproject.toml."""
    table: dict[str, object] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return table


@pytest.fixture(scope="module")
def constraints() -> dict[str, str]:
    """Return the pinned version of each package."""
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    pins = [Requirement(line) for line in lines if line and not line.startswith("#")]
    return {canonicalize_name(pin.name): str(pin.specifier) for pin in pins}


def all_requirements(project: dict[str, object]) -> list[Requirement]:
    required = project["dependencies"]
    optional = project["optional-dependencies"]
    assert isinstance(required, list)
    assert isinstance(optional, dict)
    return [Requirement(text) for group in (required, *optional.values()) for text in group]


def test_top_level_holds_only_what_is_expected(tracked: list[Path]) -> None:
    assert {path.parts[0] for path in tracked} - TOP_LEVEL == set()


def test_no_file_names_a_package_registry(tracked: list[Path]) -> None:
    named = []
    for path in tracked:
        text = (ROOT / path).read_bytes().decode("utf-8", errors="replace")
        named += [f"{path}: {match.group()}" for match in REGISTRY_ADDRESS.finditer(text)]
    assert named == []


@pytest.mark.parametrize(
    "text",
    [
        "https://" + REGISTRY_HOSTS[0] + "/project/numpy",
        "pip install --index-url https" + "://packages.example/x numpy",
        "https" + "://packages.example/root/simple",
        "\ndeb http" + "://packages.example/debian bookworm main",
    ],
)
def test_registry_addresses_are_recognised(text: str) -> None:
    assert REGISTRY_ADDRESS.search(text)


@pytest.mark.parametrize("text", ["Debian's package libegl1", "as simple as that", "--index-url names an address"])
def test_words_about_packages_are_not_addresses(text: str) -> None:
    assert not REGISTRY_ADDRESS.search(text)


def test_every_asset_has_its_origin_recorded(tracked: list[Path]) -> None:
    assets = ROOT / "assets"
    recorded = re.findall(r"^## .*`([^`]+)`$", (assets / "README.md").read_text(), re.MULTILINE)
    names = [path.relative_to("assets").as_posix() for path in tracked if path.parts[0] == "assets"]
    assert [name for name in names if name != "README.md" and not any(fnmatch(name, p) for p in recorded)] == []
    assert [pattern for pattern in recorded if not any(fnmatch(name, pattern) for name in names)] == []


def test_every_demo_complex_is_described(tracked: list[Path]) -> None:
    text = (ROOT / "assets" / "README.md").read_text()
    folders = {"/".join(path.parts[1:3]) for path in tracked if path.parts[:2] == ("assets", "demo")}
    assert {folder for folder in folders if f"`{folder}`" not in text} == set()


def test_version_is_the_same_everywhere(project: dict[str, object]) -> None:
    assert project["version"] == misi_viewer.__version__ == version("misi-viewer")


def test_every_requirement_is_pinned_within_its_bounds(project: dict[str, object], constraints: dict[str, str]) -> None:
    for requirement in all_requirements(project):
        if requirement.marker is not None and not requirement.marker.evaluate({"python_version": "3.11"}):
            continue
        pin = constraints.get(canonicalize_name(requirement.name))
        assert pin is not None, f"{requirement.name} is not pinned"
        assert pin.startswith("=="), f"{requirement.name} is not pinned to one version"
        assert requirement.specifier.contains(pin.removeprefix("==")), f"{requirement} does not allow {pin}"


def test_every_installed_package_is_the_pinned_one(project: dict[str, object], constraints: dict[str, str]) -> None:
    for requirement in all_requirements(project):
        try:
            installed = version(requirement.name)
        except ModuleNotFoundError:  # of an optional group
            continue
        assert f"=={installed}" == constraints[canonicalize_name(requirement.name)], requirement.name


@pytest.mark.parametrize("target", ["run", "test", "lint", "types", "contracts", "wheel-check", "bench", "test-peers"])
def test_every_target_sets_up_first(target: str) -> None:
    command = ["make", "--dry-run", "--no-print-directory", target]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    listing = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    commands = listing.stdout.splitlines()
    assert commands[0].startswith("packaging/setup.sh ")
    assert len(commands) > 1


@pytest.mark.parametrize(
    "name", [".ci/run", "packaging/setup.sh", "packaging/with_display.sh", "packaging/run_demo.sh"]
)
def test_scripts_can_be_run_and_parse(name: str) -> None:
    script = ROOT / name
    assert script.stat().st_mode & 0o111
    shell = script.read_text().splitlines()[0].removeprefix("#!")
    subprocess.run([shell, "-n", script], check=True)
