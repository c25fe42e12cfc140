#!/bin/sh
# Collects everything to install in one folder: the program, its manual, completions, units, launcher entry, recipes
# and the install and uninstall scripts. Used by `make install`, the Debian package and the release.
# Usage: stage.sh BINARY FOLDER
set -eu
binary=$1 folder=$2
mkdir -p "$folder/completions"
install -m 755 "$binary" "$folder/bitpal"
install -m 644 LICENSE NOTICE docs/recipes.md dist/bitpal.* dist/bitpal-refresh.* "$folder"
install -m 755 dist/install.sh dist/uninstall.sh "$folder"
"$binary" man --all "$folder/man"
"$binary" completions bash >"$folder/completions/bitpal.bash"
"$binary" completions zsh >"$folder/completions/_bitpal"
"$binary" completions fish >"$folder/completions/bitpal.fish"
