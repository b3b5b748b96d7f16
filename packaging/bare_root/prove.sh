#!/bin/sh
# Prove that `make run` or `make test` does all its set-up on a machine that has git, make and Python only.
#
# Makes a minimal Debian (or Ubuntu) system in a folder, clones the last commit of this checkout into it, runs the
# target there twice, and fails unless both runs succeed, the second finds everything set up in under 5 s, and the
# clone is left clean. Needs root and debootstrap. Packages come from where this machine gets its own: apt's mirror
# and proxy, pip's index and certificates.
#
#   packaging/bare_root/prove.sh [--suite bookworm] [--target run] [--args "..."] [--mirror URL] [--components main]
#                                [--folder DIR] [--keep]
#
#   --suite       release to make (bookworm, trixie, ...)
#   --target      make's target: run (without a display: draws the demo) or test
#   --args        ARGS for make, such as "tests/unit -x"
#   --mirror      archive of the release, where it is not the one of this machine (Ubuntu on Debian)
#   --components  parts of the archive, such as main,universe
#   --folder      where to make the system (removed afterwards unless --keep)
set -eu

suite=bookworm target=run arguments='' mirror='' components=main folder='' keep=no
while [ $# -gt 0 ]; do
    case $1 in
        --suite) suite=$2; shift ;;
        --target) target=$2; shift ;;
        --args) arguments=$2; shift ;;
        --mirror) mirror=$2; shift ;;
        --components) components=$2; shift ;;
        --folder) folder=$2; shift ;;
        --keep) keep=yes ;;
        *) sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
    esac
    shift
done

SETUP_LIMIT=5 # seconds that set-up may take where everything is there

checkout=$(cd "$(dirname "$0")/../.." && pwd -P)
fail() { printf '%s\n' "FAILED: $*" >&2; exit 1; }
heading() { printf '\n==== %s\n' "$*"; }

[ "$(id -u)" -eq 0 ] || fail "a bare system can only be made by root"
command -v debootstrap >/dev/null || fail "debootstrap is missing: apt-get install debootstrap"

made_here=no
if [ -z "$folder" ]; then
    folder=$(mktemp -d /var/tmp/bare-root.XXXXXX)
    made_here=yes
fi
mkdir -p "$folder"
system=$folder/$suite
remove() {
    [ "$keep" = no ] || return 0
    rm -rf --one-file-system "$system"
    [ "$made_here" = no ] || rmdir "$folder"
}
trap remove EXIT
trap 'exit 130' INT TERM HUP

# The archive that this machine's apt uses for the distribution itself (not for its security updates).
host_mirror() {
    # shellcheck disable=SC2016
    apt-get indextargets --format '$(REPO_URI) $(ORIGIN) $(LABEL)' "Created-By: Packages" |
        awk '($2 == "Debian" || $2 == "Ubuntu") && $2 == $3 { print $1; exit }'
}

make_system() {
    [ -n "$mirror" ] || mirror=$(host_mirror)
    [ -n "$mirror" ] || fail "apt knows no archive here; run apt-get update, or name one with --mirror"
    include=git,make,python3
    case $mirror in https:*) include=$include,ca-certificates ;; esac
    set -- --variant=minbase --include="$include" --components="$components" "$suite" "$system" "$mirror"
    # A release that is younger than this debootstrap is made as the other releases of its distribution are.
    scripts=/usr/share/debootstrap/scripts
    if [ ! -e "$scripts/$suite" ]; then
        case $components in *universe*) set -- "$@" gutsy ;; *) set -- "$@" sid ;; esac
    fi
    debootstrap "$@" >"$folder/debootstrap.log" 2>&1 || {
        tail -n 20 "$folder/debootstrap.log" >&2
        fail "debootstrap"
    }
    rm -f "$folder/debootstrap.log"
}

# Let the system reach what this machine reaches: name server, apt's proxy and date checks, pip's index.
share_network_settings() {
    cp -L /etc/resolv.conf "$system/etc/resolv.conf"
    apt-config dump | grep -E '^Acquire::(https?::|Check-)' >"$system/etc/apt/apt.conf.d/90host" || true
    python=python3
    [ ! -x "$checkout/.venv/bin/python" ] || python=$checkout/.venv/bin/python
    # Environment before files, and each key once, as pip itself ranks them. Folders of this machine are not there.
    "$python" -m pip config list 2>/dev/null |
        sed -n "s/^\(:env:\|global\|install\)\.\([a-z-]*\)='\(.*\)'$/\2 = \3/p" |
        grep -E '^(index-url|extra-index-url|trusted-host|proxy|timeout|retries) = ' |
        grep -v 'file:' | awk '!seen[$1]++' >"$folder/pip-settings" || true
    bundle=$("$python" -m pip config list 2>/dev/null | sed -n "s/.*\.cert='\(.*\)'$/\1/p" | head -n 1)
    if [ -n "$bundle" ] && [ -r "$bundle" ]; then
        cp -L "$bundle" "$system/etc/host-certificates.pem"
        echo "cert = /etc/host-certificates.pem" >>"$folder/pip-settings"
    fi
    { echo "[global]"; cat "$folder/pip-settings"; } >"$system/etc/pip.conf"
    rm -f "$folder/pip-settings"
}

# Run a command in the clone inside the system, in a mount namespace of its own, so that no mount stays behind.
inside() {
    # shellcheck disable=SC2016
    unshare --mount --propagation private sh -c '
        system=$1; shift
        mount -t proc proc "$system/proc"
        mount --rbind /dev "$system/dev"
        mount -t tmpfs tmpfs "$system/tmp"
        exec chroot "$system" /usr/bin/env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 \
            sh -c "cd /root/checkout && exec \"\$@\"" sh "$@"
    ' sh "$system" "$@"
}

now() { date +%s.%N; }
seconds_since() { awk -v a="$1" -v b="$(now)" 'BEGIN { printf "%.1f", b - a }'; }

heading "A bare system: $suite"
make_system
share_network_settings
git clone -q --depth 1 "file://$checkout" "$system/root/checkout"
inside sh -c 'grep PRETTY_NAME /etc/os-release; python3 -V; dpkg-query -W | wc -l'

for run in first second; do
    heading "$suite: $run make $target $arguments"
    start=$(now)
    inside make "$target" ARGS="$arguments" </dev/null || fail "make $target, $run run, on $suite"
    echo "$run run: $(seconds_since "$start") s"
done

heading "$suite: what is left behind"
profile=$target
[ "$profile" = run ] || profile="test"
start=$(now)
inside packaging/setup.sh "$profile" || fail "set-up once more"
setup_time=$(seconds_since "$start")
echo "set-up where everything is there: $setup_time s"
awk -v t="$setup_time" -v limit=$SETUP_LIMIT 'BEGIN { exit t >= limit }' || fail "set-up took $setup_time s"
[ "$target" != run ] || [ -n "$(find "$system/root/checkout/out/demo" -name '*.png')" ] || fail "no picture was drawn"
changes=$(inside git status --porcelain)
[ -z "$changes" ] || fail "the clone is not clean: $changes"
echo "PROVEN: make $target on $suite"
