#!/bin/sh
# Removes what install.sh installed; the ledger is not touched. Usage: uninstall.sh DESTDIR PREFIX UNITFOLDER
set -eu
root=$1 prefix=$2 units=$3
case $prefix in "~/"*) prefix=$HOME/${prefix#"~/"} ;; esac
case $units in "~/"*) units=$HOME/${units#"~/"} ;; esac
share=$root$prefix/share
rm -f "$root$prefix/bin/bitpal" "$share/applications/bitpal.desktop" \
  "$share/icons/hicolor/scalable/apps/bitpal.svg" \
  "$root$units/bitpal-refresh.service" "$root$units/bitpal-refresh.timer" \
  "$share/bash-completion/completions/bitpal" "$share/zsh/site-functions/_bitpal" \
  "$share/fish/vendor_completions.d/bitpal.fish"
rm -f "$share"/man/man1/bitpal.1 "$share"/man/man1/bitpal-*.1 "$share"/man/man5/bitpal-config.5
rm -rf "$share/doc/bitpal"

# Rebuilds the list of link handlers, and removes it if no program is left.
if [ -z "$root" ] && [ -d "$share/applications" ]; then
  if ls "$share"/applications/*.desktop >/dev/null 2>&1; then
    ! command -v update-desktop-database >/dev/null 2>&1 || update-desktop-database -q "$share/applications" || true
  else
    rm -f "$share/applications/mimeinfo.cache"
  fi
fi
