#!/usr/bin/env bash
# Measures bitpal's HTML and SVG in headless Chromium: rows and frames join, every text is as wide as its cells,
# stays inside the picture and can be selected, colors differ, pictures have descriptions.
# Usage: check-browser.sh PROGRAM
set -euo pipefail
program=$1
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || {
  echo "check-browser: Chromium is not installed (Debian: apt install chromium)" >&2; exit 69; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export BITPAL_HOME=$work/home XDG_CONFIG_HOME=$work/config LC_ALL=C.UTF-8

page='
const faults = [], near = (a, b) => Math.abs(a - b) <= 0.75;
const pre = document.querySelector("pre"), box = pre.getBoundingClientRect();
const lines = pre.textContent.replace(/^\n|\n$/g, "").split("\n");
// The large figure of a card has the height of two rows.
const rows = lines.length + document.querySelectorAll(".large").length;
if (!near(box.height, rows * 21)) faults.push(`${rows} rows are ${box.height} high`);
const whole = document.querySelector(".page").getBoundingClientRect();
for (const drawing of document.querySelectorAll(".page svg")) {
  const size = drawing.getBoundingClientRect();
  if (!near(size.width, box.width) || !near(size.height, whole.height))
    faults.push(`frames are ${size.width}x${size.height}, text is ${box.width}x${whole.height}`);
}
getSelection().selectAllChildren(pre);
if (!getSelection().toString().includes("$")) faults.push("no figure can be selected");
const color = name => {
  const found = document.querySelector("." + name); return found && getComputedStyle(found).color; };
if (color("gain") && color("gain") === color("loss")) faults.push("gain and loss look the same");
if (color("secondary") === getComputedStyle(document.body).color) faults.push("quiet text is not quiet");
'
picture='
const faults = [], root = document.documentElement, view = root.viewBox.baseVal;
const texts = [...document.querySelectorAll("text")];
for (const text of texts) {
  const box = text.getBBox(), wanted = text.getAttribute("textLength");
  if (wanted && Math.abs(text.getComputedTextLength() - wanted) > 1 + wanted / 100)
    faults.push(`"${text.textContent}" is ${text.getComputedTextLength()} wide, not ${wanted}`);
  if (box.x < view.x - 1 || box.x + box.width > view.x + view.width + 1
    || box.y < view.y - 1 || box.y + box.height > view.y + view.height + 1)
    faults.push(`"${text.textContent}" leaves the picture`);
}
if (!texts.length) faults.push("there is no text");
for (const name of ["title", "desc"])
  if (!document.querySelector(name)?.textContent.trim()) faults.push(`there is no ${name}`);
getSelection().selectAllChildren(root);
if (texts.length && !getSelection().toString().trim()) faults.push("no text can be selected");
'

# Runs a script in a file's page and prints what it found.
measure() {
  local file=$1 script=$2 end=$3
  local report='; document.documentElement.setAttribute("data-faults", faults.length ? faults.slice(0, 9).join("; ") : "none");'
  { sed "s|$end\$||" "$file"; printf '<script><![CDATA[\n//]]>\n%s%s\n//<![CDATA[\n//]]></script>\n%s\n' "$script" "$report" "$end"; } >"$work/probe.${file##*.}"
  [ "${file##*.}" = html ] && sed -i 's|<script><!\[CDATA\[|<script>|; s|^//\]\]>$||; s|^//<!\[CDATA\[$||; s|//\]\]></script>|</script>|' "$work/probe.html"
  [ "${file##*.}" = svg ] && { sed -i 's|^//\]\]>$||; s|^//<!\[CDATA\[$||' "$work/probe.svg"; }
  timeout 120 "$browser" --headless --no-sandbox --disable-gpu --user-data-dir="$work/profile" \
    --dump-dom "file://$work/probe.${file##*.}" 2>/dev/null | grep -o 'data-faults="[^"]*"' | head -1
}

failed=0
check() {
  local name=$1 found
  case $name in
    *.html) found=$(measure "$work/$name" "$page" '</html>') ;;
    *) found=$(measure "$work/$name" "$picture" '</svg>') ;;
  esac
  if [ "$found" = 'data-faults="none"' ]; then echo "$name: as it should be"; return; fi
  echo "$name: ${found:-the browser could not run it}" >&2
  failed=1
}

for size in small medium large 80x24 120x40; do
  for format in html svg; do
    "$program" screenshot --size "$size" --format "$format" >"$work/$size.$format"
    check "$size.$format"
  done
done
for size in card chart; do
  for format in html svg; do
    "$program" share --demo --amounts --size "$size" -o "$work/$size.$format" 2>/dev/null
    [ "$format" = html ] || check "$size.$format"
  done
done
exit $failed
