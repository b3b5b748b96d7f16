"""The set-up script, run in a small checkout whose system tools only record what they are asked."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="system packages are set up on Linux only")

TOOLS = ("sh", "cat", "cksum", "dirname", "env", "grep", "mktemp", "rm", "tail", "uname", "cp", "mkdir")
WORKING_PYTHON = f"""#!/bin/sh
echo "$(basename "$0") $*" >>"$LOG"
case "$1 $2" in
    "-m venv") mkdir -p "$3/bin" && cp "$0" "$3/bin/python" ;;
    "-m pip") [ ! -e "$FAILURE" ] || {{ echo "no such version"; exit 1; }} ;;
    *) exec {sys.executable} "$@" ;;
esac
"""
BROKEN_PYTHON = "#!/bin/sh\necho 'command not found' >&2\nexit 127\n"


class SmallCheckout:
    """A folder with the set-up script, and a search path on which every tool is a stand-in."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "checkout"
        self.tools = folder / "tools"
        self.log = folder / "log"
        self.failure = folder / "pip-fails"
        (self.root / "packaging").mkdir(parents=True)
        self.tools.mkdir()
        self.log.touch()
        shutil.copy(ROOT / "packaging" / "setup.sh", self.root / "packaging")
        (self.root / "pyproject.toml").write_text("one")
        (self.root / "constraints.txt").write_text("two")
        for name in (*TOOLS, "basename"):
            real = shutil.which(name)
            assert real is not None
            (self.tools / name).symlink_to(real)
        self.tool("id", "echo 1000")
        self.tool("apt-get", 'echo "apt-get $*" >>"$LOG"')
        self.tool("apt-cache", "exit 1")
        self.tool("Xvfb", "exit 0")
        self.libraries_present(True)
        self.python("python3.11", WORKING_PYTHON)

    def tool(self, name: str, script: str) -> None:
        """Put a stand-in on the search path."""
        self.python(name, f"#!/bin/sh\n{script}\n")

    def python(self, name: str, text: str) -> None:
        """Put a program on the search path."""
        (self.tools / name).write_text(text)
        (self.tools / name).chmod(0o755)

    def libraries_present(self, present: bool) -> None:
        """Say whether the linker knows the libraries."""
        script = (self.root / "packaging" / "setup.sh").read_text()
        names = [word for word in script.split() if word.startswith("lib") and ".so." in word]
        known = "".join(f"\\t{name} (libc6,x86-64) => /usr/lib/{name}\\n" for name in names)
        self.tool("ldconfig", f"printf '{known}'" if present else "exit 0")

    def set_up(self, profile: str = "run", **environment: str) -> subprocess.CompletedProcess[str]:
        """Run the script."""
        known = {"PATH": str(self.tools), "LOG": str(self.log), "FAILURE": str(self.failure), "HOME": str(self.root)}
        return subprocess.run(
            [str(self.tools / "sh"), "packaging/setup.sh", profile],
            cwd=self.root,
            env=known | environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    def log_lines(self, start: str) -> list[str]:
        """Return what was asked of one tool."""
        return [line for line in self.log.read_text().splitlines() if line.startswith(start)]


@pytest.fixture
def checkout(tmp_path: Path) -> SmallCheckout:
    return SmallCheckout(tmp_path)


@pytest.mark.parametrize("profile", ["run", "test", "bench", "peers"])
def test_second_run_asks_nothing(checkout: SmallCheckout, profile: str) -> None:
    first = checkout.set_up(profile)
    assert first.returncode == 0, first.stderr
    installs = checkout.log_lines("python -m pip")
    assert len(installs) == 2
    assert all("-c constraints.txt" in line for line in installs)
    second = checkout.set_up(profile)
    assert (second.returncode, second.stderr) == (0, "")
    assert checkout.log_lines("python -m pip") == installs


def test_each_purpose_includes_those_before_it(checkout: SmallCheckout) -> None:
    checkout.set_up("test")
    assert ".[gui,test,lint,build]" in checkout.log_lines("python -m pip")[-1]
    assert checkout.set_up("run").stderr == "", "what serves the tests serves the program"
    checkout.set_up("bench")
    assert ".[gui,test,lint,bench,build]" in checkout.log_lines("python -m pip")[-1], "but not the comparison"


def test_changed_requirements_are_installed_into_the_same_environment(checkout: SmallCheckout) -> None:
    checkout.set_up()
    (checkout.root / "constraints.txt").write_text("three")
    assert checkout.set_up().returncode == 0
    assert len(checkout.log_lines("python -m pip")) == 4
    assert len(checkout.log_lines("python3.11 -m venv")) == 1


@pytest.mark.parametrize("damage", ["interrupted", "no interpreter", "broken interpreter"])
def test_damaged_environment_is_made_anew(checkout: SmallCheckout, damage: str) -> None:
    checkout.set_up()
    python = checkout.root / ".venv" / "bin" / "python"
    relic = checkout.root / ".venv" / "relic"
    relic.touch()
    if damage == "interrupted":
        (checkout.root / ".venv" / ".unfinished").touch()
    elif damage == "no interpreter":
        python.unlink()
    else:
        python.write_text(BROKEN_PYTHON)
    assert checkout.set_up().returncode == 0
    assert not relic.exists()
    assert len(checkout.log_lines("python3.11 -m venv")) == 2


def test_moved_environment_is_made_anew(checkout: SmallCheckout) -> None:
    checkout.set_up()
    checkout.root = checkout.root.rename(checkout.root.with_name("elsewhere"))
    assert checkout.set_up().returncode == 0
    assert len(checkout.log_lines("python3.11 -m venv")) == 2


def test_launcher_that_does_not_start_is_passed_over(checkout: SmallCheckout) -> None:
    checkout.python("python3.13", BROKEN_PYTHON)
    result = checkout.set_up()
    assert result.returncode == 0, result.stderr
    assert checkout.log_lines("python3.11 -m venv")


def test_no_python_gives_a_sentence(checkout: SmallCheckout) -> None:
    checkout.python("python3.11", BROKEN_PYTHON)
    result = checkout.set_up()
    assert result.returncode == 1
    assert "No Python of these versions was found: 3.13 3.12 3.11" in result.stderr


def test_missing_libraries_without_privilege_print_one_line(checkout: SmallCheckout) -> None:
    checkout.libraries_present(False)
    result = checkout.set_up()
    assert result.returncode == 1
    line = result.stderr.splitlines()[-1]
    assert line.startswith("sudo apt-get update && sudo apt-get install -y --no-install-recommends libegl1 ")
    assert " libxcb-cursor0 " in line
    assert not checkout.log_lines("apt-get")
    assert not (checkout.root / ".venv").exists()


def test_missing_libraries_are_installed_by_root(checkout: SmallCheckout) -> None:
    checkout.libraries_present(False)
    checkout.tool("id", "echo 0")
    checkout.tool("apt-cache", '[ "$2" = libglib2.0-0t64 ]')
    result = checkout.set_up("test")
    assert result.returncode == 0, result.stderr
    update, install = checkout.log_lines("apt-get")
    assert update.endswith("update")
    packages = install.split()
    assert "libglib2.0-0t64" in packages, "the name that this release gives it"
    assert "libglib2.0-0" not in packages


def test_missing_libraries_are_installed_with_sudo(checkout: SmallCheckout) -> None:
    checkout.libraries_present(False)
    checkout.tool("sudo", '[ "$1" != -n ] || exit 0\necho "sudo $*" >>"$LOG"')
    result = checkout.set_up()
    assert result.returncode == 0, result.stderr
    assert len(checkout.log_lines("sudo env DEBIAN_FRONTEND=noninteractive apt-get")) == 2


def test_failure_of_pip_is_shown_and_tried_again(checkout: SmallCheckout) -> None:
    checkout.failure.touch()
    result = checkout.set_up()
    assert result.returncode == 1
    assert "no such version" in result.stderr
    checkout.failure.unlink()
    assert checkout.set_up().returncode == 0


def test_supported_versions_are_those_of_the_project(checkout: SmallCheckout) -> None:
    script = (ROOT / "packaging" / "setup.sh").read_text()
    line = next(line for line in script.splitlines() if line.startswith("SUPPORTED="))
    versions = [tuple(map(int, word.split("."))) for word in line.partition("=")[2].strip('"').split()]
    project = (ROOT / "pyproject.toml").read_text()
    lowest, highest = min(versions), max(versions)
    assert f'requires-python = ">={lowest[0]}.{lowest[1]},<{highest[0]}.{highest[1] + 1}"' in project


@pytest.mark.skipif(not Path("/usr/bin/Xvfb").exists(), reason="no virtual display here")
@pytest.mark.parametrize("status", [0, 3])
def test_virtual_display_passes_on_the_status_and_goes(status: int) -> None:
    command = f'echo "$DISPLAY $QT_QPA_PLATFORM $LIBGL_ALWAYS_SOFTWARE"; exit {status}'
    result = subprocess.run(
        [ROOT / "packaging" / "with_display.sh", "sh", "-c", command],
        env=dict(os.environ) | {"DISPLAY": ":none"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert result.returncode == status, result.stderr
    display, platform, software = result.stdout.split()
    assert (platform, software) == ("xcb", "1")
    assert display.startswith(":")
    assert not Path(f"/tmp/.X11-unix/X{display[1:]}").exists(), "the server is gone"
