#!/bin/sh
# Makes a release: the archive, the Debian package, the SBOM and their checksums. The same program and commit give the
# same bytes. Usage: make-release.sh BINARY FOLDER
set -eu
binary=$1 folder=$2
version=$(scripts/version.sh)
name=bitpal-$version-linux-$(uname -m)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
TZ=UTC SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export TZ SOURCE_DATE_EPOCH

scripts/stage.sh "$binary" "$work/$name"
cp CHANGELOG.md "$work/$name"
mkdir "$work/$name/samples"
cp docs/samples/*.csv "$work/$name/samples"
scripts/licenses.sh >"$work/$name/LICENSES"
chmod -R u=rwX,go=rX "$work/$name"

rm -rf "$folder" && mkdir -p "$folder"
tar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner -C "$work" -cf - "$name" |
  gzip -9n >"$folder/$name.tar.gz"
scripts/make-sbom.sh "$binary" >"$folder/$name.spdx.json"
scripts/make-deb.sh "$binary" "$folder" >/dev/null
(cd "$folder" && sha256sum -- *.tar.gz *.json *.deb >SHA256SUMS && cat SHA256SUMS)
