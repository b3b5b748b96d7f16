"""Resolve every dependency anew and write constraints.txt.

Run it with the Pythons to be supported, oldest first:
``packaging/refresh_constraints.py python3.11 python3.12 python3.13``.
The answers for the oldest bind the others, so one version of each package serves all of them; where a later Python
needs a package of its own, its line carries a marker.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CONSTRAINTS = ROOT / "constraints.txt"
HEADER = """\
# The versions that MiSI Viewer is tested with, for Python 3.11 to 3.13.
# Made by packaging/refresh_constraints.py from pyproject.toml; do not edit by hand.
"""


def canonical(name: str) -> str:
    """Return a package's name as the packaging standard (PEP 503) spells it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def every_extra() -> list[str]:
    """Return the names of all optional groups of the project."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return sorted(project["optional-dependencies"])


def resolve(python: str, bound: dict[str, str]) -> tuple[str, dict[str, str]]:
    """Return the Python's version ("3.11") and the version of every package that pip would install with it.

    Parameters
    ----------
    python
        Name or path of an interpreter that has pip.
    bound
        Versions that are settled already, by package name.

    Raises
    ------
    subprocess.CalledProcessError
        If the requirements cannot be met together.
    """
    environment = {key: value for key, value in os.environ.items() if key not in ("PIP_CONSTRAINT", "PYTHONPATH")}
    with tempfile.TemporaryDirectory() as folder:
        bounds, report = Path(folder, "bounds.txt"), Path(folder, "report.json")
        bounds.write_text("".join(f"{name}=={version}\n" for name, version in bound.items()))
        command = [python, "-m", "pip", "install", "--quiet", "--dry-run", "--ignore-installed"]
        command += ["--report", str(report), "-c", str(bounds), f"{ROOT}[{','.join(every_extra())}]"]
        subprocess.run(command, check=True, env=environment)
        answer = json.loads(report.read_text())
    found = {
        canonical(package["metadata"]["name"]): package["metadata"]["version"]
        for package in answer["install"]
        if canonical(package["metadata"]["name"]) != "misi-viewer"
    }
    return str(answer["environment"]["python_version"]), found


def constraint_lines(resolved: dict[str, dict[str, str]]) -> list[str]:
    """Return the lines of the constraints file.

    Parameters
    ----------
    resolved
        By Python version, the version of each package.
    """
    names = sorted({name for packages in resolved.values() for name in packages})
    lines = []
    for name in names:
        holders = [python for python, packages in resolved.items() if name in packages]
        version = resolved[holders[0]][name]
        marker = ""
        if len(holders) < len(resolved):
            marker = " ; " + " or ".join(f'python_version == "{python}"' for python in holders)
        lines.append(f"{name}=={version}{marker}")
    return lines


def main(pythons: list[str]) -> int:
    """Write the constraints file; return the exit status."""
    if not pythons:
        print(__doc__, file=sys.stderr)
        return 2
    resolved: dict[str, dict[str, str]] = {}
    bound: dict[str, str] = {}
    for python in pythons:
        version, packages = resolve(python, bound)
        print(f"Python {version}: {len(packages)} packages")
        resolved[version] = packages
        bound |= packages
    CONSTRAINTS.write_text(HEADER + "\n".join(constraint_lines(resolved)) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
