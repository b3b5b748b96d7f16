"""The panel of the structure: chains, residues and atoms to show, select and find."""

from __future__ import annotations

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QPoint, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMenu,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from misi_viewer.chem.complex import Complex
from misi_viewer.chem.selection import AtomRef, Selection
from misi_viewer.gui.docks.box_delegate import BoxDelegate
from misi_viewer.gui.docks.panel import Panel, PanelContext
from misi_viewer.gui.docks.structure_model import StructureModel
from misi_viewer.gui.shrinking import let_shrink
from misi_viewer.session.structure_tree import Level

__all__ = ["StructurePanel"]

Flag = QItemSelectionModel.SelectionFlag


class StructurePanel(Panel):
    """A box to find in, and the tree."""

    def __init__(self, context: PanelContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.setObjectName("structure")
        self.model = StructureModel(self)
        self.find_box = QLineEdit(self)
        self.find_box.setObjectName("structure-find")
        self.find_box.setAccessibleName("Find residues and atoms")
        self.find_box.setPlaceholderText("Find: ARG 45, within 4 of ligand")
        self.find_box.setClearButtonEnabled(True)
        self._count = QLabel(self)
        self._count.setObjectName("structure-count")
        let_shrink(self._count)
        self.view = self._make_view()
        self._shown: Complex | None = None
        self._shot_key: object = None
        self._is_ours = False
        self._found: list[int] = []
        self._place = -1
        self._arrange()
        self._connect()

    def refresh(self) -> None:
        """Show the tree of what is open, unless that has been done."""
        state = self.context.state
        if not self.is_seen:
            return
        if state.complex is not self._shown:
            self._shown = state.complex
            self._shot_key = None
            self.model.set_complex(self._shown)
            self._search(self.find_box.text())
            self._expand_first()
        key = (state.shot.hide, state.shot.parts, state.shot.residue, state.shot.ligand_commands)
        if self._shown is not None and key != self._shot_key:
            self._shot_key = key
            self.model.set_shot(state.shot)
            self.view.viewport().update()
        self._take_selection()

    def dispose(self) -> None:
        """Let go of the state."""
        self.context.state.scene_changed.disconnect(self.refresh)
        self.context.controls.selection_changed.disconnect(self._take_selection)

    def find_next(self) -> None:
        """Select the next of what was found."""
        if self._found:
            self._place = (self._place + 1) % len(self._found)
            index = self.model.index_of(self._found[self._place])
            self.view.setCurrentIndex(index)
            self.view.scrollTo(index, QAbstractItemView.ScrollHint.PositionAtCenter)
            self._show_count()

    def _make_view(self) -> QTreeView:
        view = QTreeView(self)
        view.setObjectName("structure-tree")
        view.setAccessibleName("Chains, residues and atoms")
        view.setModel(self.model)
        view.setItemDelegate(BoxDelegate(view))
        view.setUniformRowHeights(True)
        view.setHeaderHidden(True)
        view.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        view.setExpandsOnDoubleClick(False)
        header = view.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Fixed)
        header.resizeSection(1, view.fontMetrics().horizontalAdvance("00,000 residues "))
        return view

    def _arrange(self) -> None:
        row = QHBoxLayout()
        row.setContentsMargins(4, 4, 4, 0)
        row.addWidget(self.find_box, 1)
        row.addWidget(self._count)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(3)
        column.addLayout(row)
        column.addWidget(self.view, 1)

    def _connect(self) -> None:
        self.find_box.textChanged.connect(self._search)
        self.find_box.returnPressed.connect(self.find_next)
        self.model.toggled.connect(self._toggle)
        self.view.selectionModel().selectionChanged.connect(self._select)
        self.view.doubleClicked.connect(lambda index: self._focus(self.model.atoms_of([index])))
        self.view.customContextMenuRequested.connect(self._open_menu)
        self.context.state.scene_changed.connect(self.refresh)
        self.context.controls.selection_changed.connect(self._take_selection)

    def _expand_first(self) -> None:
        """Open the ligand, which is the last of the chains."""
        last = self.model.rowCount() - 1
        if last >= 0:
            self.view.expand(self.model.index(last, 0))

    def _search(self, text: str) -> None:
        tree = self.model.tree
        self._found = tree.find(text) if tree is not None else []
        self._place = -1
        self._show_count()

    def _show_count(self) -> None:
        if not self.find_box.text().strip() or self.model.tree is None:
            self._count.setText("")
        elif self._place < 0:
            self._count.setText(f"{len(self._found):,} found" if self._found else "none")
        else:
            self._count.setText(f"{self._place + 1:,} of {len(self._found):,}")

    def _toggle(self, node: int, on: bool) -> None:
        if self.model.tree is not None:
            atoms = self.model.tree.atoms(node)
            (self.context.controls.show if on else self.context.controls.hide)(atoms)

    def _chosen(self) -> Selection | None:
        return self.model.atoms_of(self.view.selectionModel().selectedRows())

    def _select(self, *_changes: QItemSelection) -> None:
        """Select in the window what was selected in the tree."""
        if self._is_ours:
            return
        atoms = self._chosen()
        if atoms is not None:
            self._is_ours = True
            self.context.controls.set_selection(atoms)
            self._is_ours = False

    def _take_selection(self) -> None:
        """Select in the tree what is selected in the window."""
        if self._is_ours or not self.is_seen or self.model.tree is None:
            return
        if self.context.state.complex is not self._shown:
            return
        rows = self.model.selection_of(self.context.controls.selection)
        self._is_ours = True
        self.view.selectionModel().select(rows, Flag.ClearAndSelect)
        if rows.count():
            self.view.scrollTo(rows.at(0).topLeft())
        self._is_ours = False

    def _focus(self, atoms: Selection | None) -> None:
        if atoms:
            self.context.controls.focus([AtomRef(part, row) for part, row in atoms.atoms()])

    def _open_menu(self, place: QPoint) -> None:
        menu = self.menu_at(place)
        if menu is not None:
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.popup(self.view.viewport().mapToGlobal(place))

    def menu_at(self, place: QPoint) -> QMenu | None:
        """Return the menu for the row at a place of the tree, or for the selected rows it is among."""
        index = self.view.indexAt(place)
        tree, controls = self.model.tree, self.context.controls
        if tree is None or not index.isValid():
            return None
        if not self.view.selectionModel().isRowSelected(index.row(), index.parent()):
            self.view.setCurrentIndex(index.siblingAtColumn(0))
        atoms = self._chosen() or tree.atoms(self.model.node(index))
        menu = QMenu(self)
        menu.setObjectName("structure-menu")
        menu.addAction("&Focus").triggered.connect(lambda: self._focus(atoms))
        menu.addSeparator()
        menu.addAction("&Show").triggered.connect(lambda: controls.show(atoms))
        menu.addAction("&Hide").triggered.connect(lambda: controls.hide(atoms))
        menu.addAction("Hide &others").triggered.connect(lambda: controls.show_only(atoms))
        if tree.level(self.model.node(index)) is not Level.ATOM:
            menu.addSeparator()
            menu.addAction("&Expand").triggered.connect(lambda: self.view.expand(index.siblingAtColumn(0)))
        menu.addSeparator()
        menu.addAction(self.context.actions["view.labels"])
        return menu
