"""Panels round the view, declared as data in `table.DOCKS`."""
