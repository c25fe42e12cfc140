#!/bin/sh
# The release program stays under 40 MB: above that, ICU's tables are back. Usage: check-size.sh BINARY
size=$(wc -c <"$1")
[ "$size" -le 40000000 ] && exit 0
echo "$1 has $size bytes, more than 40,000,000: see docs/decisions/binary-size.md." >&2
exit 1
