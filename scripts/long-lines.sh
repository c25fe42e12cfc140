#!/bin/sh
# The formatter leaves long comment lines alone; this does not. More than 100 characters is too long.
export LC_ALL=C.UTF-8
long=$(grep -rnE '^.{101,}$' Package.swift Sources Tests --include='*.swift' --include='*.c' --include='*.h')
[ -z "$long" ] && exit 0
echo "Lines of more than 100 characters:" >&2
echo "$long" >&2
exit 1
