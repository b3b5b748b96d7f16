"""The side file: what people add to a data set: tags, notes, corrected parses, named filters, and who did it when."""

from misi_viewer.dataset.side_file.changes import MOST_SLOTS, Change, Correction
from misi_viewer.dataset.side_file.place import side_file_place
from misi_viewer.dataset.side_file.side_file import MergeReport, SideFile

__all__ = ["MOST_SLOTS", "Change", "Correction", "MergeReport", "SideFile", "side_file_place"]
