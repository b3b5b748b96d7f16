"""The catalogue: an SQLite index of questions, pictures, predictions and scores."""

from misi_viewer.dataset.catalogue.catalogue import Catalogue
from misi_viewer.dataset.catalogue.entries import Case, Entry, Filter, PictureEntry
from misi_viewer.dataset.catalogue.importing import ImportReport, import_sources

__all__ = ["Case", "Catalogue", "Entry", "Filter", "ImportReport", "PictureEntry", "import_sources"]
