#!/bin/sh
# Checks what users get: the size of the release program, and that it is hardened as Debian's policy asks.
# Usage: check-program.sh PROGRAM
set -eu
program=$1
failed=0
say() { echo "$program $*" >&2; failed=1; }

size=$(wc -c <"$program")
[ "$size" -le 40000000 ] || say "has $size bytes, more than 40,000,000: see docs/decisions/binary-size.md"

headers=$(readelf -hlW "$program") dynamic=$(readelf -dW "$program") symbols=$(readelf -W --dyn-syms "$program")
has() { # TEXT PATTERN PROBLEM
  printf '%s\n' "$1" | grep -qE "$2" || say "$3"
}
has "$headers" 'Type: +DYN' 'is not position-independent'
has "$headers" 'GNU_RELRO' 'has no read-only relocations'
has "$dynamic" 'FLAGS.*(BIND_)?NOW' 'binds its symbols lazily'
has "$symbols" '__stack_chk_fail@' 'has no stack protector'
has "$symbols" '__[a-z]+_chk@' 'has no fortified functions'
if printf '%s\n' "$headers" | grep -qE 'GNU_STACK.* RWE'; then say 'has an executable stack'; fi
if printf '%s\n' "$dynamic" | grep -qE '\((RPATH|RUNPATH)\)'; then say 'has a run path'; fi
[ "$failed" -eq 0 ]
