#!/bin/sh
# Prints the licenses of what is linked into the program, as the packages and the toolchain have them.
# Usage: licenses.sh [CHECKOUTS [SWIFT]]
set -eu
checkouts=${1:-.build/checkouts} swift=${2:-swift}
toolchain=$(dirname "$(dirname "$(readlink -f "$(command -v "$swift")")")")
print() { # NAME FILE
  [ -f "$2" ] || { echo "licenses: $1 has no license at $2" >&2; exit 1; }
  printf '%s\n\n' "==== $1 ====" && cat "$2" && echo
}
# Packages that only tests use are not linked.
sed -n 's|.*url: "https://github.com/[^/]*/\([^"]*\)", exact: .*|\1|p' Package.swift | grep -v FlyingFox | sort |
  while read -r name; do print "$name" "$(ls "$checkouts/$name"/LICENSE* 2>/dev/null | head -1)"; done
print "Swift and its libraries" "$toolchain/share/swift/LICENSE.txt"
