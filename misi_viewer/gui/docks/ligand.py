"""The ligand's card: drawn in two dimensions with the file's names, and its numbers."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from misi_viewer.chem.ligand_card import LigandCard, ligand_card
from misi_viewer.chem.selection import AtomRef
from misi_viewer.gui.docks.depiction import DepictionView
from misi_viewer.gui.docks.panel import Panel, PanelContext
from misi_viewer.gui.icons import icon
from misi_viewer.gui.jobs import Jobs
from misi_viewer.gui.theme import is_dark

__all__ = ["LigandPanel"]

FACTS = ("Formula", "Weight", "Donors", "Acceptors", "Rotatable bonds")
UNKNOWN = "–"


class LigandPanel(Panel):
    """Drawing, facts and SMILES; worked out off the GUI's thread."""

    def __init__(self, context: PanelContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.setObjectName("ligand")
        self.jobs = Jobs(self)
        self.card: LigandCard | None = None
        self._made_for: object = None
        self.drawing = DepictionView(self)
        self.facts = {name: self._fact(name) for name in FACTS}
        self.smiles = QLineEdit(self)
        self.smiles.setObjectName("ligand-smiles")
        self.smiles.setReadOnly(True)
        self.smiles.setAccessibleName("SMILES")
        self._copy = QToolButton(self)
        self._copy.setObjectName("ligand-copy-smiles")
        self._copy.setToolTip("Copy the SMILES")
        self._copy.setAccessibleName("Copy the SMILES")
        self._copy.setAutoRaise(True)
        self.notes = QLabel(self)
        self.notes.setObjectName("ligand-notes")
        self.notes.setWordWrap(True)
        self.notes.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._arrange()
        self._connect()
        self.take_colours()
        self._show("Nothing is open")

    def refresh(self) -> None:
        """Make the card of the ligand that is shown, unless that has been done."""
        shown, dark = self.context.state.complex, is_dark(self.palette())
        key = None if shown is None else (shown.ligand, dark)
        if not self.is_seen or key == self._made_for:
            return
        self._made_for, self.card = key, None
        if shown is None:
            self.jobs.cancel()
            self._show("Nothing is open")
        else:
            self.jobs.start("Drawing the ligand…", partial(ligand_card, shown.ligand, dark=dark))
            self._show("Drawing the ligand…")

    def take_colours(self) -> None:
        """Draw in the palette's colours."""
        self._copy.setIcon(icon("mdi6.content-copy", self.palette()))
        self.refresh()

    def dispose(self) -> None:
        """Let go of the state and of threads."""
        self.context.state.complex_changed.disconnect(self.refresh)
        self.context.marks.hovered_changed.disconnect(self._mark)
        self.context.marks.picked_changed.disconnect(self._mark)
        self.jobs.close()

    def copy_smiles(self) -> None:
        """Copy the SMILES."""
        QGuiApplication.clipboard().setText(self.smiles.text())

    def _fact(self, name: str) -> QLabel:
        fact = QLabel(UNKNOWN, self)
        fact.setObjectName(f"ligand-{name.lower().replace(' ', '-')}")
        fact.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        return fact

    def _arrange(self) -> None:
        left, right = QFormLayout(), QFormLayout()
        for form in (left, right):
            form.setVerticalSpacing(2)
            form.setHorizontalSpacing(8)
        for name in ("Formula", "Weight"):
            left.addRow(name, self.facts[name])
        for name in ("Donors", "Acceptors", "Rotatable bonds"):
            right.addRow(name, self.facts[name])
        forms = QHBoxLayout()
        forms.addLayout(left, 1)
        forms.addLayout(right, 1)
        line = QHBoxLayout()
        line.addWidget(QLabel("SMILES", self))
        line.addWidget(self.smiles, 1)
        line.addWidget(self._copy)
        below = QVBoxLayout()
        below.setContentsMargins(8, 4, 6, 6)
        below.setSpacing(4)
        below.addLayout(forms)
        below.addLayout(line)
        below.addWidget(self.notes)
        self.notes.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.drawing, 1)
        column.addLayout(below)

    def _connect(self) -> None:
        self.jobs.done.connect(self._take)
        self.jobs.failed.connect(self._show)
        self._copy.clicked.connect(self.copy_smiles)
        self.drawing.hovered.connect(self._hover)
        self.drawing.clicked.connect(self._focus)
        self.context.state.complex_changed.connect(self.refresh)
        self.context.marks.hovered_changed.connect(self._mark)
        self.context.marks.picked_changed.connect(self._mark)

    def _take(self, card: LigandCard) -> None:
        self.card = card
        self._show("There is no drawing")
        self._mark()

    def _show(self, without_drawing: str) -> None:
        """Show the card, or nothing but a sentence."""
        card = self.card
        self.drawing.show_depiction(card.depiction if card else None, without_drawing)
        values = _values(card) if card else [UNKNOWN] * len(FACTS)
        for label, value in zip(self.facts.values(), values, strict=True):
            label.setText(value)
        self.smiles.setText(card.smiles if card else "")
        self.smiles.setCursorPosition(0)
        self._copy.setEnabled(bool(self.smiles.text()))
        self.notes.setText(" ".join(card.notes) if card else "")
        self.notes.setVisible(bool(self.notes.text()))

    def _hover(self, row: int | None) -> None:
        self.context.marks.hover(*(() if row is None else (AtomRef("ligand", row),)))

    def _focus(self, row: int) -> None:
        self.context.controls.focus([AtomRef("ligand", row)])

    def _mark(self) -> None:
        marks = self.context.marks
        self.drawing.mark(_ligand_rows(marks.hovered), _ligand_rows(marks.picked))


def _ligand_rows(atoms: tuple[AtomRef, ...]) -> list[int]:
    return [atom.row for atom in atoms if atom.part == "ligand"]


def _values(card: LigandCard) -> list[str]:
    """Return the card's facts as text, in the order of `FACTS`."""
    counts = (card.donors, card.acceptors, card.rotatable_bonds)
    weight = UNKNOWN if card.weight != card.weight else f"{card.weight:.2f} g/mol"
    charge = f"  (charge {card.charge:+d})" if card.charge else ""
    return [card.formula + charge, weight, *(UNKNOWN if count is None else str(count) for count in counts)]
