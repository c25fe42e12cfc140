#!/bin/sh
# Prints the commit of these sources; nothing where it is not known.
if [ -e .git ]; then
  git describe --always --abbrev=12 --exclude='*' --dirty 2>/dev/null || true
elif [ -f .commit ]; then
  # An archive made by `make dist` names it in this file.
  grep -E '^[0-9a-f]+$' .commit || true
fi
