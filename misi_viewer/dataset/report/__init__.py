"""The report on some models' scores: one HTML file that needs nothing else and runs nothing."""

from misi_viewer.dataset.report.html import write_report

__all__ = ["write_report"]
