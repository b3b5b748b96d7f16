"""The command line: typed commands over the same functions as the window."""

from __future__ import annotations

from misi_viewer.cli.app import main

__all__ = ["main"]
