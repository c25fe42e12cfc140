#!/bin/sh
# Reports comment lines longer than 100 characters, which the formatter leaves alone.
export LC_ALL=C.UTF-8
long=$(grep -rnE '^ *(//|/\*|\*).{98,}$' Package.swift Sources Tests --include='*.swift' --include='*.c' --include='*.h')
long=$(echo "$long" | grep -E '^[^:]*:[0-9]*:.{101,}$')
[ -z "$long" ] && exit 0
echo "Comment lines of more than 100 characters:" >&2
echo "$long" >&2
exit 1
