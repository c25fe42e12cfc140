#!/bin/sh
# Makes an archive of the committed sources: the same commit gives the same bytes. Usage: make-dist.sh FOLDER
set -eu
folder=$1
version=$(scripts/version.sh)
mkdir -p "$folder"
name=bitpal-$version
# gzip -n omits the timestamp and the name.
git archive --format=tar --prefix="$name/" HEAD | gzip -9n >"$folder/$name.tar.gz"
(cd "$folder" && sha256sum "$name.tar.gz" >SHA256SUMS)
cat "$folder/SHA256SUMS"
