#!/bin/sh
# Fails with a one-line message if Swift is missing or too old. Usage: require-swift.sh SWIFT
swift=${1:-swift}
if ! command -v "$swift" >/dev/null 2>&1; then
  echo "bitpal needs Swift 6.2 or newer, and no '$swift' is on the PATH; install it from swift.org." >&2
  exit 1
fi
version=$("$swift" --version 2>/dev/null | sed -nE 's/.*Swift version ([0-9]+)\.([0-9]+).*/\1 \2/p' | head -1)
set -- $version
if [ "${1:-0}" -lt 6 ] || { [ "${1:-0}" -eq 6 ] && [ "${2:-0}" -lt 2 ]; }; then
  echo "bitpal needs Swift 6.2 or newer, and this is ${1:-an unknown version}${2:+.$2}; install a newer one from swift.org." >&2
  exit 1
fi
