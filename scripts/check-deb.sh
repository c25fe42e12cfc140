#!/bin/sh
# Installs the Debian package in a bare Debian, uses it and removes it again; needs root and debootstrap.
# Usage: check-deb.sh PACKAGE.deb [SUITE]
# DEBIAN_MIRROR sets the mirror.
set -eu
package=$1 suite=${2:-bookworm} mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
say() { echo "check-deb: $*" >&2; }

wget -q --timeout=20 --tries=2 -O /dev/null "$mirror/dists/$suite/Release" || {
  say "not checked, because $mirror cannot be reached. Name another: DEBIAN_MIRROR=URL"; exit 1
}
debootstrap --variant=minbase --include=man-db,bash-completion "$suite" "$root" "$mirror" >"$root.log" 2>&1 || {
  say "debootstrap failed; the end of its log:"; tail -5 "$root.log" >&2; exit 1
}
rm -f "$root.log"
cp "$package" "$root/tmp/bitpal.deb"
inside() { chroot "$root" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 "$@"; }
inside sh -c 'rm -f /etc/dpkg/dpkg.cfg.d/*; apt-get install -y -qq --no-install-recommends /tmp/bitpal.deb' >/dev/null 2>&1

inside bitpal --version
[ "$(inside bitpal --demo </dev/null | grep -c '^╭')" -eq 3 ] || { say "the demo does not print three widgets"; exit 1; }
inside bitpal buy bitcoin 1 --price 10 >/dev/null
inside bitpal verify
inside man -l /usr/share/man/man1/bitpal-buy.1.gz >/dev/null
inside bash -c 'source /usr/share/bash-completion/completions/bitpal; COMP_WORDS=(bitpal bu); COMP_CWORD=1; _bitpal; [ "${COMPREPLY[0]}" = buy ]'
inside sh -c 'apt-get purge -y -qq bitpal' >/dev/null 2>&1
left=$(inside find /usr /etc -path '*bitpal*')
[ -z "$left" ] || { say "left behind: $left"; exit 1; }
echo "The package installs, runs, completes, shows its manual and is removed without a trace."
