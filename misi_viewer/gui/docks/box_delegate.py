"""Check boxes in lists and trees."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from misi_viewer.gui.theme import box_palette

__all__ = ["BoxDelegate"]


class BoxDelegate(QStyledItemDelegate):
    """Makes empty check boxes stand out from a dark list or tree."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        """Fill check boxes in a colour of their own."""
        super().initStyleOption(option, index)
        option.palette = box_palette(option.palette)
