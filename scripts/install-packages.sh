#!/bin/sh
# Installs missing Debian packages and prints their names. Usage: install-packages.sh PACKAGE...
missing=
for package in "$@"; do
  if command -v dpkg-query >/dev/null 2>&1; then
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
  fi
done
if ! command -v apt-get >/dev/null 2>&1; then
  echo "There is no apt-get here. If the build fails, install the equivalents of: $*" >&2
  exit 0
fi
[ -z "$missing" ] && exit 0
echo "Installing the Debian packages bitpal needs:$missing" >&2
if [ "$(id -u)" -eq 0 ]; then
  run=
elif command -v sudo >/dev/null 2>&1; then
  run=sudo
else
  echo "Not root, and there is no sudo. As root, run: apt-get install$missing" >&2
  exit 1
fi
export DEBIAN_FRONTEND=noninteractive
$run apt-get update -qq >&2 || true
# shellcheck disable=SC2086 # split the list into words
$run apt-get install -y -qq --no-install-recommends $missing >&2 || {
  echo "The packages could not be installed. Try: apt-get install$missing" >&2
  exit 1
}
