"""What the files of a data set are called, beside its questions."""

from __future__ import annotations

from typing import Final

__all__ = ["CARD", "CHARTS", "MANIFEST", "PICTURES", "REPORT", "TABLE"]

MANIFEST: Final = "manifest.json"

CARD: Final = "README.md"

CHARTS: Final = "charts.svg"

REPORT: Final = "report.json"

TABLE: Final = "pictures.tsv"

PICTURES: Final = "pictures"
"""Folder of the pictures."""
