#!/bin/sh
# Prints the licenses of everything linked into the program, from the packages and the toolchain.
# Usage: licenses.sh [CHECKOUTS [SWIFT]]
set -eu
checkouts=${1:-.build/checkouts} swift=${2:-swift}
toolchain=$(dirname "$(dirname "$(readlink -f "$(command -v "$swift")")")")
print() { # NAME FILE
  [ -f "$2" ] || { echo "licenses: $1 has no license at $2" >&2; exit 1; }
  printf '%s\n\n' "==== $1 ====" && cat "$2" && echo
}
# Skip packages that only tests use.
sed -n 's|.*url: "https://github.com/[^/]*/\([^"]*\)", exact: .*|\1|p' Package.swift | grep -v FlyingFox | sort |
  while read -r name; do print "$name" "$(ls "$checkouts/$name"/LICENSE* 2>/dev/null | head -1)"; done
print "Swift and its libraries" "$toolchain/share/swift/LICENSE.txt"
