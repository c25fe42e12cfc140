#!/bin/sh
# Prints the program's SBOM as SPDX 2.3 in JSON. Packages and versions are read from Package.swift, system libraries
# from the program. Usage: make-sbom.sh BINARY [SWIFT]
set -eu
binary=$1 swift=${2:-swift}
version=$(scripts/version.sh) commit=$(git rev-parse HEAD)
created=$(git log -1 --format=%cd --date=format-local:%Y-%m-%dT%H:%M:%SZ)
toolchain=$("$swift" --version 2>/dev/null | sed -n 's/.*Swift version \([0-9.]*\).*/\1/p')

package() { # ID NAME VERSION LICENSE LOCATION
  printf ',\n    {"SPDXID": "SPDXRef-%s", "name": "%s", "versionInfo": "%s", "licenseDeclared": "%s",' "$1" "$2" "$3" "$4"
  printf '\n     "licenseConcluded": "NOASSERTION", "copyrightText": "NOASSERTION", "filesAnalyzed": false, "downloadLocation": "%s"}' "$5"
  printf ',\n    {"spdxElementId": "SPDXRef-bitpal", "relationshipType": "%s", "relatedSpdxElement": "SPDXRef-%s"}' "$6" "$1" >>"$relations"
}
relations=$(mktemp)
trap 'rm -f "$relations"' EXIT
cat <<END
{
  "spdxVersion": "SPDX-2.3",
  "dataLicense": "CC0-1.0",
  "SPDXID": "SPDXRef-DOCUMENT",
  "name": "bitpal-$version",
  "documentNamespace": "https://spdx.org/spdxdocs/bitpal-$version-$commit",
  "creationInfo": {"created": "$created", "creators": ["Tool: scripts/make-sbom.sh"]},
  "packages": [
    {"SPDXID": "SPDXRef-bitpal", "name": "bitpal", "versionInfo": "$version", "licenseDeclared": "MIT",
     "licenseConcluded": "MIT", "copyrightText": "NOASSERTION", "filesAnalyzed": false, "downloadLocation": "NOASSERTION",
     "checksums": [{"algorithm": "SHA256", "checksumValue": "$(sha256sum "$binary" | cut -d' ' -f1)"}]}$(
  sed -n 's|.*url: "\(https://github.com/[^/]*/\([^"]*\)\)", exact: "\([^"]*\)".*|\1 \2 \3|p' Package.swift | sort |
    while read -r url name release; do
      # Only tests use FlyingFox.
      [ "$name" != FlyingFox ] || continue
      license=MIT
      [ "$name" != swift-argument-parser ] || license=Apache-2.0
      package "$name" "$name" "$release" "$license" "git+$url@$release" STATIC_LINK
    done
  package swift Swift "$toolchain" 'Apache-2.0 WITH Swift-exception' https://www.swift.org STATIC_LINK
  for library in $(readelf -dW "$binary" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | sort); do
    package "$library" "$library" NOASSERTION NOASSERTION NOASSERTION DYNAMIC_LINK
  done
  # Loaded at run time when needed.
  for library in libcurl.so.4 libarchive.so.13 libexpat.so.1; do
    package "$library" "$library" NOASSERTION NOASSERTION NOASSERTION DYNAMIC_LINK
  done
)
  ],
  "relationships": [
    {"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": "SPDXRef-bitpal"}$(cat "$relations")
  ]
}
END
