#!/bin/sh
# Checks the release program: its size, hardening as Debian's policy asks, and that the oldest supported system,
# Ubuntu 22.04, has everything it needs: glibc 2.35, ncurses 6.3 and SQLite 3.37.
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

newest() { printf '%s\n' "$symbols" | grep -oE "@$1[0-9.]+" | grep -oE '[0-9.]+$' | sort -V | tail -1; }
upTo() { # VERSION NEWEST NAME
  [ "$(printf '%s\n%s\n' "$1" "$2" | sort -V | tail -1)" = "$2" ] || say "needs $3 $1, and Ubuntu 22.04 has $2"
}
upTo "$(newest GLIBC_)" 2.35 glibc
if readelf -VW "$program" | grep -q 'Name: GLIBC_ABI_DT_RELR'; then
  say 'needs a glibc that applies packed relocations, and that of Ubuntu 22.04 does not (scripts/start.c)'
fi
upTo "$(newest 'NCURSES[A-Z0-9_]*_')" 6.3.20211021 ncurses
bare='libc\.so\.6|libm\.so\.6|libgcc_s\.so\.1|ld-linux-x86-64\.so\.2|libncursesw\.so\.6|libtinfo\.so\.6|libsqlite3\.so\.0'
others=$(printf '%s\n' "$dynamic" | grep NEEDED | grep -oE '\[.*\]' | grep -vE "^\[($bare)\]$" || true)
[ -z "$others" ] || say "needs a library that a bare system lacks: $others"
# Functions added to SQLite since 3.37.
since='error_offset|vtab_(distinct|in|in_first|in_next|rhs_value)|db_name|value_encoding|is_interrupted|stmt_explain|[gs]et_clientdata|set_errmsg|setlk_timeout'
newer=$(printf '%s\n' "$symbols" | grep -oE "sqlite3_($since)\b" || true)
[ -z "$newer" ] || say "needs functions of SQLite that Ubuntu 22.04 lacks: $newer"
[ "$failed" -eq 0 ]
