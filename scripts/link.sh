#!/bin/sh
# Links the release program, hardened and without a run path, from the objects that `swift build` compiled for it and
# its tests, with Swift's libraries linked statically. Why: docs/decisions/static-build.md.
# Usage: link.sh SWIFT BUILDFOLDER PROGRAM [LINKER-FLAG...]
set -eu
swift=$1 build=$2 program=$3
shift 3
tools=$(dirname "$(readlink -f "$(command -v "$swift")")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Swift's runtime needs part of the C++ library; show the linker only the static one.
ln -s "$("$tools/clang" -print-file-name=libstdc++.a)" "$work/"
# Swift code is never unwound: drop its unwind tables, and those in copies of Swift's libraries
# (docs/decisions/binary-size.md). Autolinked libraries are passed explicitly below, because the linker does not read
# autolink entries of archive members.
objects=$build/bitpal.product/Objects.LinkFileList
grep '\.swift\.o' "$objects" >"$work/swift"
grep -v '\.swift\.o' "$objects" >"$work/other"
"$tools/llvm-ar" qcs "$work/swift.a" "@$work/swift"
"$tools/llvm-objcopy" --remove-section .eh_frame "$work/swift.a"
for library in FoundationEssentials Foundation FoundationInternationalization _FoundationCollections swiftCore \
  swift_StringProcessing swift_RegexParser; do
  "$tools/llvm-objcopy" --remove-section .eh_frame "$tools/../lib/swift_static/linux/lib$library.a" \
    "$work/lib$library.a"
done
# The program applies its packed relocations itself, so that it also runs with a glibc that cannot (scripts/start.c).
if [ "$(uname -m)" = x86_64 ]; then
  "$tools/clang" -O2 -fPIC -fcf-protection -Wall -Werror -c scripts/start.c -o "$work/start.o"
  printf '%s\n' "$work/start.o" -Xlinker -e -Xlinker bitpal_start \
    -Xlinker --pack-dyn-relocs=relr -Xlinker --use-android-relr-tags >"$work/start"
else
  printf '%s\n' -Xlinker -z -Xlinker pack-relative-relocs >"$work/start"
fi
"$tools/swift-autolink-extract" "@$work/swift" -o "$work/libraries"
link() { # PROGRAM [LINKER-FLAG...]
  linked=$1
  shift
  "$tools/swiftc" -static-stdlib -emit-executable -module-name bitpal -o "$linked" \
    "@$work/other" -Xlinker --whole-archive -Xlinker "$work/swift.a" -Xlinker --no-whole-archive \
    "$work"/lib*Foundation*.a "$work"/libswift*.a "@$work/libraries" -L "$work" -lncursesw -ldl \
    -lFoundation -lCoreFoundation -lFoundationInternationalization -lFoundationEssentials \
    -l_FoundationCShims -l_FoundationCollections -l_FoundationICU -lstdc++ \
    -no-toolchain-stdlib-rpath -use-ld=lld \
    -Xlinker --defsym -Xlinker main=bitpal_main \
    -Xlinker -O2 -Xlinker --gc-sections -Xlinker --icf=all -Xlinker --no-export-dynamic \
    -Xlinker -z -Xlinker now "@$work/start" "$@"
}
# Link twice: running the first program shows which functions to group (docs/decisions/function-order.md).
: >"$work/order"
if [ "$(uname -m)" = x86_64 ]; then
  link "$work/bitpal"
  scripts/order-functions.sh "$tools" "$work/bitpal" >"$work/order"
  [ -s "$work/order" ] ||
    echo "The program could not be run under ptrace, so it takes more memory than it has to." >&2
fi
link "$work/bitpal" -Xlinker --symbol-ordering-file -Xlinker "$work/order" -Xlinker --no-warn-symbol-ordering "$@"
# Replace the program instead of overwriting it: it may be running.
mv "$work/bitpal" "$program"
