"""What mouse and touchpad do, as tables; they drive the viewport and the help page alike.

Each preset has the habits of one program (spec gui.md): ChimeraX, PyMOL, Maestro.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from misi_viewer.session.mouse import Motion

__all__ = [
    "DEFAULT_PRESET",
    "PRESETS",
    "BoxDrag",
    "Button",
    "ClickAction",
    "ClickBinding",
    "Keys",
    "MouseBinding",
    "MousePreset",
    "preset_named",
]


class Button(StrEnum):
    """What is held, turned or touched."""

    LEFT = "left"
    MIDDLE = "middle"
    RIGHT = "right"
    WHEEL = "wheel"
    SCROLL = "scroll"
    PINCH = "pinch"
    TWIST = "twist"


class Keys(StrEnum):
    """Keys held meanwhile; Ctrl is Command on a Mac."""

    NONE = ""
    SHIFT = "Shift"
    CTRL = "Ctrl"
    CTRL_SHIFT = "Ctrl + Shift"


class BoxDrag(StrEnum):
    """What a drag does with the atoms in the box that it draws; nothing moves."""

    SELECT = "select box"
    ADD = "add box"


class ClickAction(StrEnum):
    """What a press and release without a drag does to the atom under the pointer."""

    SELECT = "select"
    PICK = "pick"
    CENTRE = "centre"
    MENU = "menu"


TOUCHES = {
    Button.WHEEL: "Turn the wheel",
    Button.SCROLL: "Two fingers on a touchpad",
    Button.PINCH: "Pinch on a touchpad",
    Button.TWIST: "Twist two fingers on a touchpad",
}

DOES: dict[Motion | BoxDrag, str] = {
    Motion.ROTATE: "Rotate about the centre of rotation",
    Motion.ROLL: "Roll in the plane of the screen",
    Motion.TRANSLATE: "Translate",
    Motion.ZOOM: "Zoom",
    BoxDrag.SELECT: "Select the atoms in a box",
    BoxDrag.ADD: "Add the atoms in a box to the selection",
}


@dataclass(frozen=True, slots=True)
class MouseBinding:
    """One row of the table of drags.

    Attributes
    ----------
    button
        What is held, turned or touched.
    does
        What the scene does, or what a box is for.
    keys
        What is held meanwhile.
    edge
        True: only when the drag starts near the window's edge; False: only
        when it does not; None: wherever it starts.
    """

    button: Button
    does: Motion | BoxDrag
    keys: Keys = Keys.NONE
    edge: bool | None = None

    @property
    def gesture(self) -> str:
        """The gesture in words, for the help page."""
        name = TOUCHES.get(self.button) or f"{self.button.value.capitalize()} drag"
        return _held(self.keys, name) + (" near the window's edge" if self.edge else "")

    @property
    def summary(self) -> str:
        """What it does in words, for the help page."""
        return DOES[self.does]


@dataclass(frozen=True, slots=True)
class ClickBinding:
    """One row of the table of clicks.

    Attributes
    ----------
    button
        What is pressed.
    action
        What it does.
    keys
        What is held meanwhile.
    double
        Whether it is pressed twice.
    """

    button: Button
    action: ClickAction
    keys: Keys = Keys.NONE
    double: bool = False

    @property
    def gesture(self) -> str:
        """The gesture in words, for the help page."""
        name = f"{self.button.value.capitalize()} {'double ' if self.double else ''}click"
        return _held(self.keys, name)

    @property
    def summary(self) -> str:
        """What it does in words, for the help page."""
        return ACTS[self.action]


ACTS = {
    ClickAction.SELECT: "Select the atom; on the background, select nothing",
    ClickAction.CENTRE: "Bring the atom into the middle",
    ClickAction.PICK: "Add an atom to the selection, or take it away; for one of the pocket and one of the ligand the "
    "panel of hydrogen bonds explains the pair",
    ClickAction.MENU: "What can be done with the atom",
}


@dataclass(frozen=True, slots=True)
class MousePreset:
    """The habits of one program.

    Attributes
    ----------
    id
        As settings and actions call it.
    title
        As menus show it.
    tip
        One sentence for the menu.
    drags, clicks
        The tables; a gesture that is in none does nothing.
    """

    id: str
    title: str
    tip: str
    drags: tuple[MouseBinding, ...]
    clicks: tuple[ClickBinding, ...]

    @property
    def plain_title(self) -> str:
        """The title without its mnemonic."""
        return self.title.replace("&", "")

    def drag(self, button: Button, keys: Keys, edge: bool = False) -> Motion | BoxDrag | None:
        """Return what a gesture does, None if it is not bound.

        Parameters
        ----------
        button, keys
            What is held.
        edge
            Whether the gesture started near the window's edge.
        """
        for row in self.drags:
            if row.button is button and row.keys is keys and row.edge in (None, edge):
                return row.does
        return None

    def click(self, button: Button, keys: Keys, double: bool = False) -> ClickAction | None:
        """Return what a click does, None if it is not bound."""
        for row in self.clicks:
            if (row.button, row.keys, row.double) == (button, keys, double):
                return row.action
        return None


def _held(keys: Keys, gesture: str) -> str:
    return f"{keys.value} + {gesture[0].lower()}{gesture[1:]}" if keys else gesture


def _rolling_at_the_edge(button: Button, keys: Keys = Keys.NONE) -> tuple[MouseBinding, MouseBinding]:
    return (
        MouseBinding(button, Motion.ROTATE, keys, edge=False),
        MouseBinding(button, Motion.ROLL, keys, edge=True),
    )


_FINGERS = (MouseBinding(Button.PINCH, Motion.ZOOM), MouseBinding(Button.TWIST, Motion.ROLL))

_CLICKS = (
    ClickBinding(Button.LEFT, ClickAction.SELECT),
    ClickBinding(Button.LEFT, ClickAction.CENTRE, double=True),
    ClickBinding(Button.LEFT, ClickAction.PICK, Keys.CTRL),
    ClickBinding(Button.LEFT, ClickAction.PICK, Keys.SHIFT),
    ClickBinding(Button.RIGHT, ClickAction.MENU),
)

CHIMERAX = MousePreset(
    "chimerax",
    "&ChimeraX",
    "Left rotates, middle and right translate, the wheel zooms",
    (
        *_rolling_at_the_edge(Button.LEFT),
        MouseBinding(Button.MIDDLE, Motion.TRANSLATE),
        MouseBinding(Button.RIGHT, Motion.TRANSLATE),
        MouseBinding(Button.WHEEL, Motion.ZOOM),
        MouseBinding(Button.LEFT, Motion.TRANSLATE, Keys.SHIFT),
        *_rolling_at_the_edge(Button.MIDDLE, Keys.SHIFT),
        *_rolling_at_the_edge(Button.RIGHT, Keys.SHIFT),
        MouseBinding(Button.LEFT, BoxDrag.SELECT, Keys.CTRL),
        MouseBinding(Button.LEFT, BoxDrag.ADD, Keys.CTRL_SHIFT),
        MouseBinding(Button.SCROLL, Motion.ROTATE),
        MouseBinding(Button.SCROLL, Motion.TRANSLATE, Keys.SHIFT),
        *_FINGERS,
    ),
    _CLICKS,
)

PYMOL = MousePreset(
    "pymol",
    "&PyMOL",
    "Left rotates, middle moves, right and the wheel zoom",
    (
        *_rolling_at_the_edge(Button.LEFT),
        MouseBinding(Button.MIDDLE, Motion.TRANSLATE),
        MouseBinding(Button.RIGHT, Motion.ZOOM),
        MouseBinding(Button.WHEEL, Motion.ZOOM),
        MouseBinding(Button.LEFT, Motion.TRANSLATE, Keys.CTRL),
        MouseBinding(Button.LEFT, BoxDrag.SELECT, Keys.SHIFT),
        MouseBinding(Button.LEFT, BoxDrag.ADD, Keys.CTRL_SHIFT),
        MouseBinding(Button.SCROLL, Motion.ZOOM),
        *_FINGERS,
    ),
    (*_CLICKS, ClickBinding(Button.MIDDLE, ClickAction.CENTRE)),
)

MAESTRO = MousePreset(
    "maestro",
    "&Maestro",
    "Left selects in a box, middle rotates, right translates, the wheel zooms",
    (
        MouseBinding(Button.LEFT, BoxDrag.SELECT),
        MouseBinding(Button.LEFT, BoxDrag.ADD, Keys.SHIFT),
        MouseBinding(Button.MIDDLE, Motion.ROTATE),
        MouseBinding(Button.MIDDLE, Motion.ROLL, Keys.CTRL),
        MouseBinding(Button.RIGHT, Motion.TRANSLATE),
        MouseBinding(Button.WHEEL, Motion.ZOOM),
        MouseBinding(Button.SCROLL, Motion.ZOOM),
        *_FINGERS,
    ),
    _CLICKS,
)

PRESETS = (CHIMERAX, PYMOL, MAESTRO)
DEFAULT_PRESET = CHIMERAX


def preset_named(name: str) -> MousePreset:
    """Return a preset by its id, the default one for a name that is not known."""
    return next((preset for preset in PRESETS if preset.id == name), DEFAULT_PRESET)
