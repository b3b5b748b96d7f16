"""A window without a window, for typed commands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from misi_viewer.chem.complex import Complex
from misi_viewer.chem.selection import AtomRef, Selection, select, selector_of
from misi_viewer.scene.aim import View, aim
from misi_viewer.scene.companions import Companion
from misi_viewer.scene.shot import Shot
from misi_viewer.scene.style import DEFAULT_STYLE, Style
from misi_viewer.session.command_line import run
from misi_viewer.session.history import History, Snapshot
from misi_viewer.session.measurements import Measurement

SIZE = (800, 600)


class FakeWindow:
    """What `Controls` asks for, kept in a history."""

    def __init__(self, complex_: Complex | None, shot: Shot | None = None, style: Style = DEFAULT_STYLE) -> None:
        self.complex = complex_
        self.history = History(Snapshot(shot or Shot(), style))
        self.picked: tuple[AtomRef, ...] = ()
        self.named_views: Mapping[str, Shot] = {}
        self.calls: list[str] = []

    @property
    def shot(self) -> Shot:
        return self.history.state.shot

    @property
    def style(self) -> Style:
        return self.history.state.style

    @property
    def measurements(self) -> tuple[Measurement, ...]:
        return self.history.state.measurements

    @property
    def view(self) -> View | None:
        return None if self.complex is None else aim(self.complex, self.shot, SIZE, self.style)

    @property
    def selection(self) -> Selection:
        assert self.complex is not None
        return select(self.complex, self.history.state.selection)

    def _change(self, **changes: object) -> None:
        state = self.history.state
        fields = {name: getattr(state, name) for name in ("shot", "style", "selection", "measurements", "companions")}
        self.history.record(Snapshot(**{**fields, **changes}), next(iter(changes)))

    @property
    def companions(self) -> tuple[Companion, ...]:
        return self.history.state.companions

    def set_companions(self, companions: Iterable[Companion]) -> None:
        self._change(companions=tuple(companions))

    def work_with(self, place: int) -> None:
        self.calls.append(f"work with {place}")

    def open_files(self, names: Sequence[str], *, beside: bool) -> None:
        self.calls.append(f"{'add' if beside else 'open'} {' '.join(names)}")

    def set_shot(self, shot: Shot) -> None:
        self._change(shot=shot)

    def set_style(self, style: Style) -> None:
        self._change(style=style)

    def set_selection(self, selection: Selection) -> None:
        assert self.complex is not None
        self._change(selection=selector_of(self.complex, selection))

    def set_measurements(self, measurements: tuple[Measurement, ...]) -> None:
        self._change(measurements=measurements)

    def set_named_views(self, views: Mapping[str, Shot]) -> None:
        self.named_views = views

    def rename_view(self, old: str, new: str) -> str:
        self.named_views = {new if name == old else name: shot for name, shot in self.named_views.items()}
        return new

    def fit(self) -> None:
        self.calls.append("fit")

    def reset(self) -> None:
        self.set_shot(Shot())

    def undo(self) -> str | None:
        title = self.history.undo_title
        self.history.undo()
        return title

    def redo(self) -> str | None:
        title = self.history.redo_title
        self.history.redo()
        return title

    def save_picture(self, path: Path) -> None:
        self.calls.append(f"save {path}")

    def type(self, line: str) -> str:
        """Type a line; return the last sentence."""
        return [*run(self, line)][-1]
