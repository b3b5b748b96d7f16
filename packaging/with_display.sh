#!/bin/sh
# Run a command on a virtual display of its own, with software OpenGL and settings that do not depend on the machine.
#
#   packaging/with_display.sh COMMAND [ARGUMENTS...]
set -eu

folder=$(mktemp -d)
server=
clean() {
    [ -z "$server" ] || { kill "$server" && wait "$server"; } 2>/dev/null || true
    rm -rf "$folder"
}
trap clean EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# The server chooses a free display and writes its number when it is ready to be used.
Xvfb -displayfd 3 -screen 0 1920x1200x24 -nolisten tcp -noreset +extension GLX \
    3>"$folder/number" >"$folder/log" 2>&1 </dev/null &
server=$!
waited=0
while [ ! -s "$folder/number" ]; do
    if [ $waited -ge 300 ] || ! kill -0 "$server" 2>/dev/null; then
        cat "$folder/log" >&2
        echo "The virtual display (Xvfb) did not start." >&2
        exit 1
    fi
    sleep 0.1
    waited=$((waited + 1))
done

DISPLAY=:$(cat "$folder/number")
unset WAYLAND_DISPLAY XAUTHORITY QT_QPA_PLATFORMTHEME QT_STYLE_OVERRIDE QT_SCALE_FACTOR QT_SCREEN_SCALE_FACTORS
export DISPLAY
export QT_QPA_PLATFORM=xcb
export LIBGL_ALWAYS_SOFTWARE=1
export GALLIUM_DRIVER=llvmpipe
export LC_ALL=C.UTF-8
export TZ=UTC
export PYTHONHASHSEED=0

# Settings and caches of the user neither help nor are touched.
for purpose in RUNTIME_DIR CONFIG_HOME CACHE_HOME DATA_HOME STATE_HOME; do
    mkdir -m 700 "$folder/$purpose"
    export "XDG_$purpose=$folder/$purpose"
done

status=0
"$@" || status=$?
exit $status
