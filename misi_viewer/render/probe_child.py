"""The child process of `probe`: make a context, say what it is, as JSON. A bad driver kills this process only."""

from __future__ import annotations

import json
import sys
from typing import cast

from misi_viewer.errors import UserError
from misi_viewer.render.backend import Backend, make_window

__all__ = ["describe", "main"]

STRINGS = {
    "vendor": "OpenGL vendor string:",
    "renderer": "OpenGL renderer string:",
    "version": "OpenGL version string:",
}


def describe(backend: Backend, device: int | None) -> dict[str, str]:
    """Return vendor, renderer and version of a context; or the sentence that says why there is none."""
    try:
        window = make_window(backend, device)
    except UserError as error:
        return {"problem": str(error)}
    lines = window.ReportCapabilities().splitlines()
    window.Finalize()
    return {
        name: next((line.removeprefix(start).strip() for line in lines if line.startswith(start)), "unknown")
        for name, start in STRINGS.items()
    }


def main() -> None:
    """Describe the backend and device named on the command line."""
    backend, device = sys.argv[1:3]
    facts = describe(cast("Backend", backend), None if device == "-" else int(device))
    sys.stdout.write("\n" + json.dumps(facts) + "\n")


if __name__ == "__main__":
    main()
