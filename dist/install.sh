#!/bin/sh
# Installs bitpal from the folder this script is in, with its manual, completions, icon, launcher entry and timer.
# Usage: install.sh [--prefix DIR] [--units DIR] [--destdir DIR]
# Without --prefix it installs for you alone, in ~/.local; as root, for everyone, in /usr/local.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
if [ "$(id -u)" -eq 0 ]; then prefix=/usr/local; else prefix=$HOME/.local; fi
units='' root=''
while [ $# -gt 0 ]; do
  case $1 in
  --prefix) prefix=$2 ;;
  --units) units=$2 ;;
  --destdir) root=$2 ;;
  *) echo "install.sh: unknown option \"$1\". It has --prefix DIR, --units DIR and --destdir DIR." >&2; exit 64 ;;
  esac
  shift 2
done
# Only some shells expand the tilde of PREFIX=~/.local; units and entries need the whole path.
case $prefix in "~/"*) prefix=$HOME/${prefix#"~/"} ;; /*) ;; *) prefix=$PWD/$prefix ;; esac
# systemd reads units from its own list of folders: ~/.local/share and /usr/local/share are on it.
units=${units:-$prefix/share/systemd/user}
share=$root$prefix/share

put() { # MODE FILE DESTINATION
  mkdir -p "$(dirname "$3")"
  install -m "$1" "$here/$2" "$3"
}
# What sed would read as its own signs in a replacement.
escaped() { # TEXT
  printf '%s' "$1" | sed 's/[\\&|]/\\&/g'
}
# A template with the program's own path: timers and cron know no other.
fill() { # FILE DESTINATION
  mkdir -p "$(dirname "$2")"
  # A percent sign is special in units, desktop entries and crontabs; a blank needs quotes.
  case $2 in *.cron) percent='\\%' ;; *) percent=%% ;; esac
  program=$(printf '%s' "$prefix/bin/bitpal" | sed "s/%/$percent/g")
  case $program in *[!A-Za-z0-9/._+@%:,\\-]*) program="\"$program\"" ;; esac
  # TryExec is a bare path.
  sed -e "/^TryExec=/s|@BINDIR@|$(escaped "$prefix/bin")|" \
    -e "s|@BINDIR@/bitpal|$(escaped "$program")|" "$here/$1" >"$2"
  chmod 644 "$2"
}

put 755 bitpal "$root$prefix/bin/bitpal"
put 644 LICENSE "$share/doc/bitpal/copyright"
put 644 NOTICE "$share/doc/bitpal/NOTICE"
put 644 recipes.md "$share/doc/bitpal/recipes.md"
fill bitpal.cron "$share/doc/bitpal/examples/bitpal.cron"
fill bitpal.desktop "$share/applications/bitpal.desktop"
put 644 bitpal.svg "$share/icons/hicolor/scalable/apps/bitpal.svg"
fill bitpal-refresh.service "$root$units/bitpal-refresh.service"
fill bitpal-refresh.timer "$root$units/bitpal-refresh.timer"
for page in "$here"/man/*; do
  put 644 "man/${page##*/}" "$share/man/man${page##*.}/${page##*/}"
done
put 644 completions/bitpal.bash "$share/bash-completion/completions/bitpal"
put 644 completions/_bitpal "$share/zsh/site-functions/_bitpal"
put 644 completions/bitpal.fish "$share/fish/vendor_completions.d/bitpal.fish"

# Packages leave this to their system's triggers.
[ -z "$root" ] || exit 0
if command -v update-desktop-database >/dev/null 2>&1; then
  update-desktop-database -q "$share/applications" || true
fi
echo "Installed $prefix/bin/bitpal. Prices every 30 minutes: systemctl --user enable --now bitpal-refresh.timer"
case :$PATH: in
*:"$prefix/bin":*) ;;
*) echo "$prefix/bin is not in your PATH; add it: export PATH=\"$prefix/bin:\$PATH\"" ;;
esac
