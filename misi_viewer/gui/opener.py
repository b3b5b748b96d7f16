"""Opening: dialogs, files read off the GUI's thread, the choice of a ligand, and what was opened lately."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from misi_viewer.gui.jobs import Jobs
from misi_viewer.gui.ligand_chooser import LigandChooser
from misi_viewer.gui.recent import remember
from misi_viewer.gui.settings import Settings
from misi_viewer.session.grouping import Group
from misi_viewer.session.opening import (
    LigandChoice,
    MissingFiles,
    NotOpened,
    Outcome,
    are_large,
    open_files,
    prepare_to_show,
)
from misi_viewer.session.state import WindowState

__all__ = ["Opener"]

OPEN_FILTER = (
    "Structures and pictures (*.pdb *.ent *.cif *.mmcif *.bcif *.mol2 *.sdf *.sd *.mol *.png *.json "
    "*.pdb.gz *.ent.gz *.cif.gz *.bcif.gz *.mol2.gz *.sdf.gz *.misi);;Sessions (*.misi);;All files (*)"
)
"""``misi-viewer`` tells formats by content; the filter only makes lists shorter."""


class Opener(QObject):
    """Reads what a person names and hands it on.

    Signals
    -------
    opened
        (Opened,) what was read.
    added
        (Opened,) what was read to be shown beside what is open.
    failed
        (sentence,) why something is not opened.

    Parameters
    ----------
    state
        What is shown now; never changed here.
    settings
        Where what was opened is remembered.
    parent
        The window of dialogs.
    """

    opened = Signal(object)
    added = Signal(object)
    failed = Signal(str)

    def __init__(self, state: WindowState, settings: Settings, parent: QWidget) -> None:
        super().__init__(parent)
        self._window = parent
        self._state = state
        self._settings = settings
        self._specs: tuple[str, ...] = ()
        self._adds = False
        self._more: tuple[Group, ...] = ()
        self.is_typed = False
        self.goes_on = False
        self.jobs = Jobs(self)
        self.jobs.done.connect(self._take)
        self.jobs.failed.connect(self._tell)
        self.last_folder = ""

    def open_files(
        self,
        files: Sequence[str],
        ligand: str | None = None,
        *,
        beside: bool = False,
        typed: bool = False,
        trees: Sequence[Path] = (),
        more: tuple[Group, ...] = (),
    ) -> None:
        """Read files off the GUI's thread; see `session.opening.open_files`.

        The first of several complexes is opened in place of what is open, the
        others beside it.

        Parameters
        ----------
        files
            Names; none does nothing.
        ligand
            Which ligand of a structure file.
        beside
            Whether what is open stays; of no account where nothing is.
        typed
            Whether it stands in the log already.
        trees
            Folders that are searched through for the files of a picture or session.
        more
            Files of further complexes, to be opened beside it.
        """
        if not files:
            return
        self._more, self.goes_on = more, False
        state = self._state
        self._specs, self._adds = tuple(files), beside and state.complex is not None
        self.is_typed = typed
        shot, style = state.fresh_shot(), state.own_style
        read = partial(open_files, self._specs, shot, style, ligand, self._known_folders(), tuple(trees))
        what = f"Opening {Path(files[0]).name}…"
        self.jobs.start(what, read, in_child=self._are_large(files), then=prepare_to_show)

    def _known_folders(self) -> tuple[Path, ...]:
        """Return the folders of what is open and of what was opened lately."""
        complexes = [self._state.complex, *(one.complex for one in self._state.companions)]
        present = [source.path.parent for one in complexes if one is not None for source in one.sources]
        recent = [path if path.is_dir() else path.parent for path in map(Path, self._settings.recent)]
        return tuple(dict.fromkeys((*present, *recent)))

    def _are_large(self, files: Sequence[str]) -> bool:
        try:
            return are_large(files)
        except (OSError, ValueError):  # whatever it is, reading will say so
            return False

    def open_spec(self, spec: str) -> None:
        """Open what was opened before."""
        self.open_files([spec])

    def ask_files(self) -> None:
        """Ask for files and open them."""
        names, _ = QFileDialog.getOpenFileNames(self._window, "Open files", self.last_folder, OPEN_FILTER)
        self._open_chosen(names)

    def ask_more(self) -> None:
        """Ask for files and show what they hold beside what is open."""
        names, _ = QFileDialog.getOpenFileNames(self._window, "Add a complex", self.last_folder, OPEN_FILTER)
        self._open_chosen(names, beside=True)

    def ask_folder(self) -> None:
        """Ask for a folder and open it."""
        name = QFileDialog.getExistingDirectory(self._window, "Open a complex's folder", self.last_folder)
        self._open_chosen([name] if name else [])

    def _open_chosen(self, names: list[str], *, beside: bool = False) -> None:
        if names:
            self.last_folder = str(Path(names[0]).parent)
            self.open_files(names, beside=beside)

    def _take(self, outcome: Outcome) -> None:
        more, beside = (*outcome.rest, *self._more), self._adds
        if isinstance(outcome, LigandChoice):
            self._ask_ligand(outcome, more)
            return
        if isinstance(outcome, MissingFiles):
            self._ask_where(outcome)
        elif isinstance(outcome, NotOpened):
            self.failed.emit(outcome.problem)
        else:
            remember(self._settings, outcome.spec)
            (self.added if beside else self.opened).emit(outcome)
            beside = True
        self._open_more(more, beside=beside)

    def _tell(self, problem: str) -> None:
        self.failed.emit(problem)
        self._open_more(self._more, beside=self._adds)

    def _open_more(self, more: tuple[Group, ...], *, beside: bool) -> None:
        """Go on with further complexes."""
        if more:
            self.open_files(more[0], beside=beside, typed=self.is_typed, more=more[1:])
            self.goes_on = True

    def _ask_where(self, missing: MissingFiles) -> None:
        """Ask for the folder of a session's or picture's files, once for each folder that does not have them."""
        question = QMessageBox(self._window)
        question.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        question.setObjectName("missing-files")
        question.setIcon(QMessageBox.Icon.Question)
        question.setWindowTitle("Files are missing")
        question.setText(f"The files that {missing.path.name} shows are not found.")
        question.setInformativeText(missing.problem)
        choose = question.addButton("Choose their folder…", QMessageBox.ButtonRole.AcceptRole)
        question.addButton(QMessageBox.StandardButton.Cancel)
        choose.clicked.connect(lambda: self._choose_folder(missing.path))
        question.open()

    def _choose_folder(self, session: Path) -> None:
        name = QFileDialog.getExistingDirectory(self._window, f"Folder with the files of {session.name}")
        if name:
            self.open_files([str(session)], typed=self.is_typed, trees=[Path(name)])

    def _ask_ligand(self, choice: LigandChoice, more: tuple[Group, ...]) -> None:
        chooser = LigandChooser(choice.path, choice.ligands, self._window)
        chooser.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        beside, typed, path = self._adds, self.is_typed, str(choice.path)
        chooser.accepted.connect(
            lambda: self.open_files([path], chooser.chosen.selector, beside=beside, typed=typed, more=more)
        )
        chooser.rejected.connect(lambda: self._open_more(more, beside=beside))
        chooser.open()
