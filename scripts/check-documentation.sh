#!/usr/bin/env bash
# Builds the libraries' documentation with the toolchain's DocC; a warning, such as a broken link, is an error.
# Usage: check-documentation.sh [FOLDER], to keep the archives in FOLDER.
set -euo pipefail
cd "$(dirname "$0")/.."
docc=$(dirname "$(readlink -f "$(command -v swift)")")/docc
[ -x "$docc" ] || { echo "docc was not found beside swift; install a toolchain from swift.org" >&2; exit 69; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
target=$(swift -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)",.*/\1/p')
built=$(swift build --show-bin-path)
includes=()
for map in "$built"/C*.build/module.modulemap; do includes+=(-Xcc "-fmodule-map-file=$map"); done
for library in Portfolio CellGrid Charts Widgets WidgetTimeline; do
  mkdir "$work/$library"
  swift-symbolgraph-extract -module-name "$library" -I "$built/Modules" "${includes[@]}" -target "$target" \
    -minimum-access-level public -skip-synthesized-members -output-dir "$work/$library"
  "$docc" convert --warnings-as-errors --fallback-display-name "$library" \
    --fallback-bundle-identifier "bitpal.$library" --additional-symbol-graph-dir "$work/$library" \
    --output-path "$work/$library.doccarchive" "Sources/$library/$library.docc"
  echo "$library: documented without a warning"
done
[ $# -eq 0 ] || { mkdir -p "$1" && cp -R "$work"/*.doccarchive "$1"; }
