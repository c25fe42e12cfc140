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

for golden in Tests/WholeProgramTests/Goldens/screenshot-*.txt; do
  name=$(basename "$golden" .txt)
  state=${name#screenshot-}
  size=${state%%-*}
  state=${state#*-}
  "$binary" screenshot --size "$size" --state "$state" >"$folder/$name.txt"
  diff -u "$golden" "$folder/$name.txt" >&2 || say "$name is not as recorded"
done
[ "$failed" -eq 0 ]
