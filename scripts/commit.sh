#!/bin/sh
# Prints the commit of these sources; nothing if unknown.
if [ -e .git ]; then
  git describe --always --abbrev=12 --exclude='*' --dirty 2>/dev/null || true
elif [ -f .commit ]; then
  # Archives made by `make dist` store it in this file.
  grep -E '^[0-9a-f]+$' .commit || true
fi
