#!/bin/sh
# Makes a Debian package of the release program. Usage: make-deb.sh BINARY FOLDER
set -eu
binary=$1 folder=$2
version=$(scripts/version.sh)
architecture=$(dpkg --print-architecture)
maintainer="bitpal developers <${MAINTAINER_EMAIL:-maintainers@bitpal.dev}>"
tree=$(mktemp -d)
chmod 755 "$tree"

stage=$(mktemp -d)
trap 'rm -rf "$tree" "$stage"' EXIT
scripts/stage.sh "$binary" "$stage"
"$stage/install.sh" --prefix /usr --units /usr/lib/systemd/user --destdir "$tree"
doc=$tree/usr/share/doc/bitpal
mv "$tree/usr/share/fish/vendor_completions.d" "$tree/fish" && rmdir "$tree/usr/share/fish"
mkdir -p "$tree/usr/share/fish/vendor_completions.d" "$tree/usr/share/zsh/vendor-completions"
mv "$tree/fish/bitpal.fish" "$tree/usr/share/fish/vendor_completions.d/" && rmdir "$tree/fish"
mv "$tree/usr/share/zsh/site-functions/_bitpal" "$tree/usr/share/zsh/vendor-completions/"
rmdir "$tree/usr/share/zsh/site-functions"
{
  echo 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/'
  echo 'Upstream-Name: bitpal'
  echo
  echo 'Files: *'
  sed -n 's/^Copyright (c) /Copyright: /p' LICENSE
  echo 'License: Expat'
  sed -n '/^Permission/,$p' LICENSE | sed 's/^$/./; s/^/ /'
} >"$doc/copyright"
scripts/licenses.sh >"$doc/LICENSES"
date=$(git log -1 --format=%cD 2>/dev/null || date -R)
{
  echo "bitpal ($version) unstable; urgency=medium"
  echo
  echo '  * See CHANGELOG.md in the sources.'
  echo
  echo " -- $maintainer  $date"
} | gzip -9n >"$doc/changelog.gz"
find "$tree/usr/share/man" -type f -exec gzip -9n {} +
find "$tree" -type d -exec chmod 755 {} +

# Read the dependencies from the program itself.
work=$tree/work
mkdir -p "$work/debian"
printf 'Source: bitpal\n\nPackage: bitpal\nArchitecture: any\n' >"$work/debian/control"
depends=$(cd "$work" && dpkg-shlibdeps -O "$tree/usr/bin/bitpal" 2>/dev/null | sed -n 's/^shlibs:Depends=//p')
rm -rf "$work"
size=$(du -sk "$tree/usr" | cut -f1)
mkdir "$tree/DEBIAN"
cat >"$tree/DEBIAN/control" <<END
Package: bitpal
Version: $version
Section: utils
Priority: optional
Architecture: $architecture
Maintainer: $maintainer
Installed-Size: $size
Depends: $depends
Recommends: libcurl4 | libcurl4t64, libarchive13 | libarchive13t64, libexpat1
Description: crypto portfolio for the terminal
 bitpal keeps a local ledger of buys and sells, computes profit and loss
 exactly, and shows it in a dashboard, in three widgets of fixed size, or as
 one line for a prompt or a status bar.
END
(cd "$tree" && find usr -type f -print0 | sort -z | xargs -0 md5sum) >"$tree/DEBIAN/md5sums"
mkdir -p "$folder"
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null || date +%s)
export SOURCE_DATE_EPOCH
dpkg-deb --root-owner-group --build "$tree" "$folder/bitpal_${version}_$architecture.deb"
