"""The status bar: the atom under the pointer, work under way, and what is shown."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QStatusBar, QToolButton, QWidget

from misi_viewer.gui.shrinking import let_shrink
from misi_viewer.scene.parts import AtomIdentity

__all__ = ["Status", "describe_atom", "short_name"]

PROGRESS_WIDTH = 120


def describe_atom(atom: AtomIdentity) -> str:
    """Return who an atom is, as ``pocket  chain A  TYR 57  OH``; a blank chain is left out."""
    chain = f"chain {atom.chain.strip()}  " if atom.chain.strip() else ""
    residue = f"{atom.residue_name} {atom.residue_number}{atom.insertion_code}"
    return f"{atom.part}  {chain}{residue}  {atom.atom}"


def short_name(atom: AtomIdentity) -> str:
    """Return an atom's name as it is written beside it: ``TYR 57 OH``, of the ligand the atom alone."""
    if atom.part == "ligand":
        return atom.atom
    return f"{atom.residue_name} {atom.residue_number}{atom.insertion_code} {atom.atom}"


class Status(QStatusBar):
    """The window's status bar.

    Signals
    -------
    cancelled
        The user does not want to wait for the work under way.
    """

    cancelled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hover = QLabel(self)
        self._hover.setObjectName("status-hover")
        self._hover.setContentsMargins(6, 0, 0, 0)
        self._shown = QLabel(self)
        self._shown.setObjectName("status-shown")
        self._shown.setContentsMargins(0, 0, 6, 0)
        self._work = self._make_work()
        let_shrink(self._hover, self._shown, self._what)
        self.addWidget(self._hover, 1)
        self.addPermanentWidget(self._work)
        self.addPermanentWidget(self._shown)
        self.work_done()

    def show_atoms(self, atoms: Sequence[AtomIdentity], of: str = "") -> None:
        """Name the atoms pointed at, and the complex that they are of if it is another one."""
        names = "  ···  ".join(map(describe_atom, atoms))
        _write(self._hover, f"{of}  {names}" if of else names)

    def show_complex(self, text: str) -> None:
        """Say what is shown."""
        _write(self._shown, text)

    def show_work(self, what: str, *, can_cancel: bool) -> None:
        """Show that something is under way."""
        self._what.setText(what)
        self._cancel.setVisible(can_cancel)
        self._work.show()

    def work_done(self) -> None:
        """Show that nothing is under way."""
        self._work.hide()

    @property
    def work(self) -> str:
        """What is under way, "" if nothing."""
        return "" if self._work.isHidden() else self._what.text()

    @property
    def hover_text(self) -> str:
        """What is said about the atom under the pointer."""
        return self._hover.text()

    def _make_work(self) -> QWidget:
        work = QWidget(self)
        self._what = QLabel(work)
        bar = QProgressBar(work)
        bar.setRange(0, 0)
        bar.setTextVisible(False)
        bar.setFixedWidth(PROGRESS_WIDTH)
        self._cancel = QToolButton(work)
        self._cancel.setText("Cancel")
        self._cancel.setToolTip("Do not wait for it (Esc)")
        self._cancel.clicked.connect(self.cancelled)
        row = QHBoxLayout(work)
        row.setContentsMargins(0, 0, 12, 0)
        for widget in (self._what, bar, self._cancel):
            row.addWidget(widget)
        return work


def _write(label: QLabel, text: str) -> None:
    label.setText(text)
    label.setToolTip(text)
