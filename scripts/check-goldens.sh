#!/bin/sh
# Runs the release program without a terminal and compares its pictures with the recorded ones.
# Usage: check-goldens.sh BINARY
set -eu
binary=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0
say() { echo "$*" >&2; failed=1; }

"$binary" --demo </dev/null >"$folder/demo.txt"
[ "$(grep -c '^╭' "$folder/demo.txt")" -eq 3 ] || say "the demo does not print three widgets"
if grep -q "$(printf '\033')" "$folder/demo.txt"; then say "the demo writes escapes into a pipe"; fi

"$binary" screenshot --check Tests/Goldens -o .build/bitpal-check.html || failed=1

# The documentation must show what the program draws today.
mkdir -p "$folder/docs/images"
scripts/draw-pictures.sh "$binary" "$folder/docs"
for picture in gallery.md $(cd "$folder/docs" && find images -name '*.svg' | sort); do
  cmp -s "$folder/docs/$picture" "docs/$picture" || say "docs/$picture is not current: make pictures"
done
for picture in $(cd docs/images/gallery && ls); do
  [ -e "$folder/docs/images/gallery/$picture" ] || say "docs/images/gallery/$picture is not drawn any more"
done

# Make sure that the check itself can fail.
"$binary" screenshot --all -o "$folder/drawn"
sed -i 's/gain/loss/' "$folder/drawn/large-fresh.snapshot"
status=0
"$binary" screenshot --check "$folder/drawn" -o "$folder/check.html" \
  >"$folder/differences.txt" 2>/dev/null || status=$?
[ "$status" -eq 1 ] || say "the check of altered pictures ends with $status, not with 1"
grep -q ' loss .* gain ' "$folder/differences.txt" || say "the check does not name a changed style"
[ "$(grep -c '<svg ' "$folder/check.html")" -eq 2 ] || say "the page lacks the two pictures"
[ "$failed" -eq 0 ]
