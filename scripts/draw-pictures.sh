#!/bin/sh
# Draws the documentation's pictures that the program can draw by itself, and their contact sheet.
# Usage: draw-pictures.sh BINARY DOCS
# DOCS is the documentation folder; the pictures depend on the program alone.
set -eu
binary=$1
docs=$2
gallery=$docs/images/gallery
tabs="home portfolio transactions charts watchlist gains inbox"
all=$(mktemp -d)
trap 'rm -rf "$all"' EXIT

rm -rf "$gallery"
mkdir -p "$gallery"
draw() { "$binary" screenshot --format svg "$@"; }

draw --size small >"$docs/images/small.svg"
draw --size medium >"$docs/images/medium.svg"
draw --size large >"$docs/images/large.svg"
draw --size line >"$docs/images/line.svg"
draw --size medium --state euro >"$docs/images/medium-euro.svg"
draw --size 92x14 --tab gains >"$docs/images/gains.svg"
draw --size 100x30 --recording >"$docs/images/dashboard.svg"
draw --all -o "$all" >/dev/null

sheet=$docs/gallery.md
keep() { cp "$all/$1.svg" "$gallery/$1.svg"; }
show() { printf '![%s](images/gallery/%s.svg)\n' "$2" "$1" >>"$sheet"; }
title() { printf '\n## %s\n\n' "$1" >>"$sheet"; }

cat >"$sheet" <<'END'
# Contact sheet

Every page of the dashboard at every size and in every state, and every widget, drawn by the program itself from its sample
portfolio: `make pictures` redraws them, and `make goldens` fails if the program draws one differently.
[How pictures are reviewed](review.md).
END

for size in 40x12 80x24 120x40 200x60; do
  title "Pages at $(echo "$size" | sed 's/x/×/')"
  for tab in $tabs; do
    keep "dashboard-$size-$tab"
    show "dashboard-$size-$tab" "The page $tab at $size"
  done
done

# Every page in every state at every size, as thumbnails that link to the full picture.
for state in stale offline partly-priced private loss empty; do
  words=$(echo "$state" | tr - ' ')
  title "Pages: $words"
  for size in 40x12 80x24 120x40 200x60; do
    for tab in $tabs; do
      name=dashboard-$size-$tab-$state
      keep "$name"
      printf '<a href="images/gallery/%s.svg"><img src="images/gallery/%s.svg" alt="The page %s at %s, %s" width="280"></a>\n' \
        "$name" "$name" "$tab" "$size" "$words" >>"$sheet"
    done
    printf '\n' >>"$sheet"
  done
done

title "Widgets"
for state in fresh stale offline unable-to-refresh partly-priced private loss huge tiny closed-gain empty placeholder; do
  for size in small medium large; do
    keep "$size-$state"
    show "$size-$state" "The $size widget, $(echo "$state" | tr - ' ')"
  done
done

title "Themes"
for theme in dark light high-contrast solarized-dark solarized-light dusk paper; do
  draw --size 80x24 --tab portfolio --theme "$theme" >"$gallery/theme-$theme.svg"
  show "theme-$theme" "The page portfolio in the theme $theme"
done

title "Colors of gain and loss"
for palette in color-blind mono; do
  draw --size 80x24 --tab portfolio --palette "$palette" >"$gallery/palette-$palette.svg"
  show "palette-$palette" "The page portfolio in the palette $palette"
done
