#!/bin/sh
# Set up everything that a make target needs: .venv, Python packages, system libraries.
#
#   packaging/setup.sh run    to look at complexes: the program and its window
#   packaging/setup.sh test   also to test it: test and lint tools, a virtual display
#   packaging/setup.sh bench  also to compare its speed: PyMOL, plots
#   packaging/setup.sh peers  also to compare its hydrogen bonds: ProLIF
#
# Does nothing where all is there already. PYTHON=... chooses the interpreter of a new .venv.
# System packages are installed by apt as root or with sudo; otherwise the line to run is printed.
set -eu

SUPPORTED="3.13 3.12 3.11"
profile=${1:-}
case $profile in
    run) extras="gui,build" ;;
    test) extras="gui,test,lint,build" ;;
    bench | peers) extras="gui,test,lint,$profile,build" ;;
    *) echo "usage: packaging/setup.sh run|test|bench|peers" >&2; exit 2 ;;
esac

cd "$(dirname "$0")/.."
root=$(pwd -P)
venv=.venv
unfinished=$venv/.unfinished
unset PYTHONPATH PYTHONHOME PIP_USER PIP_TARGET PIP_PREFIX PIP_REQUIRE_VIRTUALENV

say() { printf '%s\n' "$*" >&2; }
fail() { say "$@"; exit 1; }

# ---- Python ---------------------------------------------------------------------------------------------------------

# Does "$1" start, and is it of a version that is supported? (Launchers exist that only say what they lack.)
python_works() {
    "$1" -c 'import sys; sys.exit(("%d.%d" % sys.version_info[:2]) not in sys.argv[1].split())' "$SUPPORTED" 2>/dev/null
}

can_make_venv() { "$1" -c 'import ensurepip, venv' 2>/dev/null; }

# Print the path of every program called "$1" on the search path.
programs_called() {
    old_ifs=$IFS
    IFS=:
    for folder in $PATH; do
        [ -x "$folder/$1" ] && printf '%s\n' "$folder/$1"
    done
    IFS=$old_ifs
}

# Print the newest supported Python, one that can make virtual environments before one that cannot.
find_python() {
    if [ -n "${PYTHON:-}" ]; then
        python_works "$PYTHON" && command -v "$PYTHON"
        return 0
    fi
    second_choice=
    for name in $(for version in $SUPPORTED; do echo "python$version"; done) python3 python; do
        for program in $(programs_called "$name"); do
            python_works "$program" || continue
            if can_make_venv "$program"; then
                printf '%s\n' "$program"
                return 0
            fi
            second_choice=${second_choice:-$program}
        done
    done
    printf '%s\n' "$second_choice"
}

venv_version() { "$venv/bin/python" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null || true; }

venv_is_whole() {
    [ ! -e "$unfinished" ] && python_works "$venv/bin/python" && "$venv/bin/python" -c 'import pip' 2>/dev/null
}

# ---- system libraries -----------------------------------------------------------------------------------------------

# What Qt and OpenGL load at run time: the file's name, then Debian's package.
libraries="
    libEGL.so.1 libegl1
    libGL.so.1 libgl1
    libdbus-1.so.3 libdbus-1-3
    libfontconfig.so.1 libfontconfig1
    libglib-2.0.so.0 libglib2.0-0
    libxcb-cursor.so.0 libxcb-cursor0
    libxcb-icccm.so.4 libxcb-icccm4
    libxcb-image.so.0 libxcb-image0
    libxcb-keysyms.so.1 libxcb-keysyms1
    libxcb-randr.so.0 libxcb-randr0
    libxcb-render-util.so.0 libxcb-render-util0
    libxcb-shape.so.0 libxcb-shape0
    libxcb-xkb.so.1 libxcb-xkb1
    libxkbcommon-x11.so.0 libxkbcommon-x11-0
    libxkbcommon.so.0 libxkbcommon0
"

has_opengl_driver() {
    for file in /usr/lib/*/dri/*_dri.so /usr/lib*/dri/*_dri.so /usr/lib/*/libgallium*.so /usr/lib*/libgallium*.so; do
        [ -e "$file" ] && return 0
    done
    return 1
}

# Print Debian's packages for what this machine lacks.
missing_packages() {
    known=$(PATH=$PATH:/sbin:/usr/sbin ldconfig -p 2>/dev/null || true)
    # shellcheck disable=SC2086
    set -- $libraries
    while [ $# -gt 0 ]; do
        case $known in *[[:space:]]"$1 ("*) ;; *) printf '%s ' "$2" ;; esac
        shift 2
    done
    has_opengl_driver || printf 'libgl1-mesa-dri '
    [ "$profile" = run ] || command -v Xvfb >/dev/null || printf 'xvfb '
    if [ -n "$python" ] && ! can_make_venv "$python"; then
        "$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2], end=" ")'
    fi
}

# Print the packages under the names that this release gives them (the 64-bit time change renamed libglib2.0-0).
local_names() {
    for package in "$@"; do
        if apt-cache show "${package}t64" >/dev/null 2>&1; then package=${package}t64; fi
        printf '%s ' "$package"
    done
}

# Print what must stand before an apt command so that it may install: nothing, or sudo. Fail where neither will do.
privilege() {
    [ "$(id -u)" -ne 0 ] || return 0
    command -v sudo >/dev/null || return 1
    sudo -n true 2>/dev/null || [ -t 0 ] || return 1
    echo sudo
}

install_system_packages() {
    command -v apt-get >/dev/null ||
        fail "These libraries are missing (under Debian's names; install your system's packages for them): $*"
    if ! as=$(privilege); then
        # shellcheck disable=SC2046
        say "System packages are missing. Run this line, then try again:"
        fail "sudo apt-get update && sudo apt-get install -y --no-install-recommends $(local_names "$@")"
    fi
    say "Installing system packages: $*"
    log=$(mktemp)
    # shellcheck disable=SC2046,SC2086
    if ! { $as env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 update &&
        $as env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 install -y \
            --no-install-recommends $(local_names "$@"); } >"$log" 2>&1 </dev/null; then
        tail -n 20 "$log" >&2
        rm -f "$log"
        fail "apt-get could not install: $*"
    fi
    rm -f "$log"
}

# ---- the virtual environment ----------------------------------------------------------------------------------------

pip_install() {
    "$venv/bin/python" -m pip --disable-pip-version-check --no-input install -c constraints.txt "$@" \
        >>"$venv/set-up.log" 2>&1 </dev/null && return 0
    rm -f "$unfinished"
    grep -v '^WARNING: Location' "$venv/set-up.log" | tail -n 20 >&2
    fail "pip could not install the packages; all it said is in $venv/set-up.log"
}

make_venv() {
    say "Making $venv with $python"
    rm -rf "$venv"
    "$python" -m venv "$venv" >/dev/null || fail "$python could not make a virtual environment in $root/$venv"
}

install_python_packages() {
    say "Installing Python packages into $venv (some 300 MB the first time)"
    : >"$venv/set-up.log"
    : >"$unfinished"
    pip_install editables hatchling
    pip_install --no-build-isolation -e ".[$extras]"
    rm -f "$unfinished"
}

# ---- all of it ------------------------------------------------------------------------------------------------------

inputs=$(cat pyproject.toml constraints.txt packaging/setup.sh | cksum)
wanted() { printf '%s|%s|%s\n' "$root" "$(venv_version)" "$inputs"; }
stamp=$venv/.set-up-$profile
is_current() { [ -e "$stamp" ] && [ ! -e "$unfinished" ] && [ "$(cat "$stamp")" = "$(wanted)" ]; }
# A folder that was moved has scripts that name the old place.
was_moved() { [ -e "$venv/.set-up-run" ] && case $(cat "$venv/.set-up-run") in "$root|"*) false ;; esac; }

python=
fresh=no
if ! is_current; then
    if ! venv_is_whole || was_moved; then
        fresh=yes
        python=$(find_python)
        [ -n "$python" ] ||
            fail "No Python of these versions was found: $SUPPORTED. Install one, or name it: make PYTHON=..."
    fi
fi

if [ "$(uname -s)" = Linux ]; then
    packages=$(missing_packages)
    # shellcheck disable=SC2086
    [ -z "$packages" ] || install_system_packages $packages
fi

is_current && exit 0
[ "$fresh" = no ] || make_venv
install_python_packages
# What serves a later purpose serves the earlier ones.
wanted >"$venv/.set-up-run"
[ "$profile" = run ] || wanted >"$venv/.set-up-test"
wanted >"$stamp"
say "Set up."
