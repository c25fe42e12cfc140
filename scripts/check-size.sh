#!/bin/sh
# The release program stays under 55 MB: above that, ICU's tables are back. Usage: check-size.sh BINARY
size=$(wc -c <"$1")
[ "$size" -le 55000000 ] && exit 0
echo "$1 has $size bytes, more than 55,000,000: see docs/decisions/binary-size.md." >&2
exit 1
