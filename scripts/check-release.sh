#!/bin/sh
# Installs a release archive as an unprivileged user in bare systems, uses it and removes it again; needs root and
# debootstrap. Usage: check-release.sh ARCHIVE.tar.gz [SUITE…]
# DEBIAN_MIRROR and UBUNTU_MIRROR set the mirrors.
set -eu
archive=$1
shift
[ $# -gt 0 ] || set -- bookworm trixie jammy noble
name=$(basename "$archive" .tar.gz)
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
status=0

for suite; do
  case $suite in
  jammy | noble) setting=UBUNTU_MIRROR script=gutsy mirror=${UBUNTU_MIRROR:-http://archive.ubuntu.com/ubuntu} ;;
  *) setting=DEBIAN_MIRROR script=sid mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian} ;;
  esac
  wget -q --timeout=20 --tries=2 -O /dev/null "$mirror/dists/$suite/Release" || {
    echo "check-release: $suite: not checked, because $mirror cannot be reached. Name another: $setting=URL" >&2
    status=1
    continue
  }
  system=$root/$suite
  # An older debootstrap lacks scripts for newer suites; all suites of a distribution share one.
  debootstrap --variant=minbase --include=libncursesw6,libsqlite3-0 \
    "$suite" "$system" "$mirror" "/usr/share/debootstrap/scripts/$script" >"$root/log" 2>&1 || {
    echo "check-release: $suite: debootstrap failed; the end of its log:" >&2
    tail -5 "$root/log" >&2
    exit 1
  }
  chroot "$system" useradd -m someone
  tar -xzf "$archive" -C "$system/home/someone"
  as() { chroot --userspec=someone "$system" env -i HOME=/home/someone PATH=/home/someone/.local/bin:/usr/bin:/bin LC_ALL=C.UTF-8 "$@"; }
  before=$(chroot "$system" find /home/someone | sort)
  as "/home/someone/$name/install.sh" >/dev/null
  [ "$(as bitpal --demo </dev/null | grep -c '^╭')" -eq 3 ] || { echo "check-release: $suite: the demo does not print three widgets" >&2; exit 1; }
  as env BITPAL_HOME=/tmp/ledger bitpal buy bitcoin 1 --price 10 >/dev/null
  as env BITPAL_HOME=/tmp/ledger bitpal verify >/dev/null
  as "/home/someone/$name/uninstall.sh"
  after=$(chroot "$system" find /home/someone | grep -v '/\.local/share/bitpal' | sort)
  [ "$before" = "$after" ] || { echo "check-release: $suite: left behind:" >&2; printf '%s\n' "$after" | grep -vxF "$before" >&2; exit 1; }
  echo "$suite: installs without root, runs, and is removed without a trace"
  rm -rf "$system"
done
exit $status
