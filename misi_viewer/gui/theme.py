"""Dark and light: as the system has it where Qt can tell, else as the user chooses."""

from __future__ import annotations

from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QCheckBox, QRadioButton

__all__ = [
    "APPEARANCES",
    "MESSAGE_COLOURS",
    "VERDICT_COLOURS",
    "box_palette",
    "is_dark",
    "set_appearance",
    "show_empty_box",
    "start_theme",
]

APPEARANCES = ("system", "light", "dark")

MESSAGE_COLOURS = {
    ("error", False): ("#fde7e7", "#7a1212"),
    ("error", True): ("#5a1f22", "#ffe3e1"),
    ("notice", False): ("#e6f0fb", "#123c69"),
    ("notice", True): ("#1f3a57", "#e2efff"),
}
"""Background and text of a message by kind and darkness; contrast at least 8 to 1."""

VERDICT_COLOURS = {
    (True, False): "#0f6a2c",
    (True, True): "#6fdc8c",
    (False, False): "#a3161a",
    (False, True): "#ff9d96",
}
"""Text of what passed and what failed, by darkness; contrast at least 6 to 1."""

Role = QPalette.ColorRole

ROLES = {
    "light": {
        Role.Window: "#efefef",
        Role.WindowText: "#1b1b1d",
        Role.Base: "#ffffff",
        Role.AlternateBase: "#f6f6f7",
        Role.Text: "#1b1b1d",
        Role.Button: "#f3f3f4",
        Role.ButtonText: "#1b1b1d",
        Role.BrightText: "#ffffff",
        Role.ToolTipBase: "#fffde8",
        Role.ToolTipText: "#1b1b1d",
        Role.PlaceholderText: "#6b6b70",
        Role.Link: "#0b57b0",
        Role.Highlight: "#2f6fc4",
        Role.HighlightedText: "#ffffff",
    },
    "dark": {
        Role.Window: "#2b2c30",
        Role.WindowText: "#ececee",
        Role.Base: "#1e1f22",
        Role.AlternateBase: "#26272b",
        Role.Text: "#ececee",
        Role.Button: "#3a3b40",
        Role.ButtonText: "#ececee",
        Role.BrightText: "#ffffff",
        Role.ToolTipBase: "#3a3b40",
        Role.ToolTipText: "#ececee",
        Role.PlaceholderText: "#9a9aa0",
        Role.Link: "#7ab4ff",
        Role.Light: "#4b4c52",
        Role.Midlight: "#414247",
        Role.Mid: "#232428",
        Role.Dark: "#17181a",
        Role.Shadow: "#0c0c0e",
        Role.Highlight: "#3f7fd6",
        Role.HighlightedText: "#ffffff",
    },
}
"""The colours of a palette that was chosen; text on its ground at least 12 to 1."""

DARK_BOX_LIGHTNESS = 160
"""Percent of a button's lightness."""

DISABLED = {"light": "#9b9ba0", "dark": "#77787d"}


def start_theme(application: QApplication) -> None:
    """Use one widget style everywhere; it takes dark or light from the system."""
    application.setStyle("Fusion")


def set_appearance(application: QApplication, appearance: str) -> None:
    """Take one of `APPEARANCES`; "system" is whatever Qt makes of the desktop's setting."""
    application.setPalette(QPalette() if appearance == "system" else _palette(appearance))


def is_dark(palette: QPalette) -> bool:
    """Say whether text is lighter than its ground."""
    return palette.color(Role.WindowText).lightness() > palette.color(Role.Window).lightness()


def show_empty_box(box: QCheckBox | QRadioButton) -> None:
    """Make a box to be checked stand out from a dark window when it is empty; call again when the palette changes."""
    box.setPalette(QPalette())
    if is_dark(box.palette()):
        box.setPalette(box_palette(box.palette()))


def box_palette(palette: QPalette) -> QPalette:
    """Return a palette in which empty check boxes stand out."""
    made = QPalette(palette)
    if is_dark(palette):
        made.setColor(Role.Base, palette.color(Role.Button).lighter(DARK_BOX_LIGHTNESS))
    return made


def _palette(appearance: str) -> QPalette:
    roles = ROLES[appearance]
    palette = QPalette(QColor(roles[Role.Button]), QColor(roles[Role.Window]))
    for role, colour in roles.items():
        palette.setColor(role, QColor(colour))
    for role in (Role.WindowText, Role.Text, Role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, role, QColor(DISABLED[appearance]))
    return palette
