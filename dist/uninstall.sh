#!/bin/sh
# Removes what install.sh installed, and the folders that are empty then; the ledger is not touched.
# Usage: uninstall.sh [--prefix DIR] [--units DIR] [--destdir DIR]
set -eu
if [ "$(id -u)" -eq 0 ]; then prefix=/usr/local; else prefix=$HOME/.local; fi
units='' root=''
while [ $# -gt 0 ]; do
  case $1 in
  --prefix) prefix=$2 ;;
  --units) units=$2 ;;
  --destdir) root=$2 ;;
  *) echo "uninstall.sh: unknown option \"$1\". It has --prefix DIR, --units DIR and --destdir DIR." >&2; exit 64 ;;
  esac
  shift 2
done
case $prefix in "~/"*) prefix=$HOME/${prefix#"~/"} ;; /*) ;; *) prefix=$PWD/$prefix ;; esac
units=${units:-$prefix/share/systemd/user}
cd "$root$prefix" 2>/dev/null || exit 0

# Folders that other programs use stay, because they are not empty.
drop() { # FILE…
  for file; do
    rm -f "$file"
    rmdir -p "${file%/*}" 2>/dev/null || true
  done
}
rm -rf share/doc/bitpal
rm -f "$root$units/bitpal-refresh.service" "$root$units/bitpal-refresh.timer"
drop bin/bitpal share/applications/bitpal.desktop share/icons/hicolor/scalable/apps/bitpal.svg \
  share/bash-completion/completions/bitpal share/zsh/site-functions/_bitpal \
  share/fish/vendor_completions.d/bitpal.fish share/doc/bitpal share/systemd/user/bitpal-refresh.timer \
  share/man/man1/bitpal.1 share/man/man1/bitpal-*.1 share/man/man5/bitpal-config.5

# Rebuilds the list of link handlers, and removes it if no program is left.
if [ -z "$root" ] && [ -d share/applications ]; then
  if ls share/applications/*.desktop >/dev/null 2>&1; then
    ! command -v update-desktop-database >/dev/null 2>&1 || update-desktop-database -q share/applications || true
  else
    drop share/applications/mimeinfo.cache
  fi
fi
cd /
rmdir "$root$prefix" 2>/dev/null || true
