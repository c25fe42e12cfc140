#!/bin/sh
# Installs the program with its manual, completions, link handler, icon and timer.
# Usage: install.sh BINARY DESTDIR PREFIX UNITFOLDER
set -eu
binary=$1 root=$2 prefix=$3 units=$4
# Only some shells expand the tilde of PREFIX=~/.local.
case $prefix in "~/"*) prefix=$HOME/${prefix#"~/"} ;; esac
case $units in "~/"*) units=$HOME/${units#"~/"} ;; esac
share=$root$prefix/share
# What sed would read as its own signs in a replacement.
escaped() { # TEXT
  printf '%s' "$1" | sed 's/[\\&|]/\\&/g'
}

put() { # MODE FILE DESTINATION
  mkdir -p "$(dirname "$3")"
  install -m "$1" "$2" "$3"
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
    -e "s|@BINDIR@/bitpal|$(escaped "$program")|" "$1" >"$2"
  chmod 644 "$2"
}

put 755 "$binary" "$root$prefix/bin/bitpal"
put 644 LICENSE "$share/doc/bitpal/copyright"
put 644 NOTICE "$share/doc/bitpal/NOTICE"
fill dist/bitpal.cron "$share/doc/bitpal/examples/bitpal.cron"
fill dist/bitpal.desktop "$share/applications/bitpal.desktop"
put 644 dist/bitpal.svg "$share/icons/hicolor/scalable/apps/bitpal.svg"
fill dist/bitpal-refresh.service "$root$units/bitpal-refresh.service"
fill dist/bitpal-refresh.timer "$root$units/bitpal-refresh.timer"

pages=$(mktemp -d)
trap 'rm -rf "$pages"' EXIT
"$binary" man --all "$pages"
for page in "$pages"/*; do
  put 644 "$page" "$share/man/man${page##*.}/${page##*/}"
done

for shell in bash zsh fish; do "$binary" completions "$shell" >"$pages/$shell"; done
put 644 "$pages/bash" "$share/bash-completion/completions/bitpal"
put 644 "$pages/zsh" "$share/zsh/site-functions/_bitpal"
put 644 "$pages/fish" "$share/fish/vendor_completions.d/bitpal.fish"

# Packages leave this to their system's triggers.
if [ -z "$root" ] && command -v update-desktop-database >/dev/null 2>&1; then
  update-desktop-database -q "$share/applications" || true
fi
echo "Installed $prefix/bin/bitpal. Prices every 30 minutes: systemctl --user enable --now bitpal-refresh.timer"
