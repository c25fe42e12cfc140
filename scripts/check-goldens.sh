#!/bin/sh
# Runs the release program as a user without a terminal would, and compares its pictures with the
# recorded ones. Usage: check-goldens.sh BINARY
set -eu
binary=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0
say() { echo "$*" >&2; failed=1; }

"$binary" --demo </dev/null >"$folder/demo.txt"
[ "$(grep -c '^╭' "$folder/demo.txt")" -eq 3 ] || say "the demo does not print three widgets"
if grep -q "$(printf '\033')" "$folder/demo.txt"; then say "the demo writes escapes into a pipe"; fi

"$binary" screenshot --check Tests/Goldens >&2 || say "the widgets are not as recorded in Tests/Goldens"
[ "$failed" -eq 0 ]
