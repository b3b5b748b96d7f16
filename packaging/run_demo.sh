#!/bin/sh
# Show the demo: in a window where there is a display, otherwise as pictures in out/demo.
set -eu
cd "$(dirname "$0")/.."

has_display() {
    case $(uname -s) in Darwin) return 0 ;; esac
    [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] || return 1
    # The name of a display may outlive the display itself; Qt ends the process where it cannot connect.
    timeout 30 .venv/bin/python -c 'from PySide6.QtGui import QGuiApplication; QGuiApplication([])' >/dev/null 2>&1
}

if has_display; then
    exec .venv/bin/misi-viewer assets/demo/1ia1
fi

echo "There is no display to open a window on: drawing the demo's pictures into out/demo instead."
.venv/bin/misi-viewer render assets/demo/* -o out/demo --view all
echo "Drew $(find out/demo -name '*.png' | wc -l | tr -d ' ') pictures into out/demo."
