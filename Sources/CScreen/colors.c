#include "screen.h"

#include <stdio.h>
#include <string.h>

/* On a 256-color terminal ncurses can only select palette entries, and redefining those would
   affect the user's other windows. So each 24-bit color gets its own palette slot, ncurses draws
   with the slot number, and the output replaces the number with the color. */

enum { NORMAL = 8, BRIGHT = 16, PLACES = 256 };

/* The color of a palette entry above 15, as in xterm's default palette. */
static int32_t color_of_palette(int number) {
  if (number >= 232) {
    int gray = 8 + (number - 232) * 10;
    return BITPAL_RGB | gray << 16 | gray << 8 | gray;
  }
  static const int levels[] = {0, 95, 135, 175, 215, 255};
  int place = number - BRIGHT;
  return BITPAL_RGB | levels[place / 36] << 16 | levels[place / 6 % 6] << 8 | levels[place % 6];
}

static int distance(int32_t one, int32_t other) {
  int sum = 0;
  for (int shift = 0; shift < 24; shift += 8) {
    int difference = (one >> shift & 0xFF) - (other >> shift & 0xFF);
    sum += difference * difference;
  }
  return sum;
}

/* The slot of a 24-bit color: its own, else a free one, else that of the nearest color. */
static int place_of(bitpal_screen *screen, int32_t color) {
  int free_place = -1, nearest = -1;
  for (int place = PLACES - 1; place >= BRIGHT; place--) {
    int32_t there = screen->slots[place];
    if (there == color) return place;
    if (there < 0 && free_place < 0) free_place = place;
    if (there < BITPAL_RGB) continue;
    if (nearest < 0 || distance(there, color) < distance(screen->slots[nearest], color)) {
      nearest = place;
    }
  }
  if (free_place < 0) return nearest;
  screen->slots[free_place] = color;
  return free_place;
}

/* A slot for a palette color, even if a 24-bit color occupies its own. */
static int palette_place(bitpal_screen *screen, int number) {
  if (number < BRIGHT) return number;
  if (screen->slots[number] < 0) screen->slots[number] = number;
  return screen->slots[number] == number ? number : place_of(screen, color_of_palette(number));
}

/* The number ncurses uses for a color, or -1 for the terminal's default; a bright color that the
   terminal lacks becomes the normal one. */
int bitpal_color_number(bitpal_screen *screen, int32_t color, bool *was_bright) {
  bool is_rgb = color >= BITPAL_RGB;
  *was_bright = false;
  if (color < 0 || (is_rgb && !screen->has_direct_color && !screen->has_slots)) return -1;
  if (screen->has_direct_color && color >= BRIGHT) {
    return (is_rgb ? color : color_of_palette(color)) & 0xFFFFFF;
  }
  if (screen->has_slots) {
    return is_rgb ? place_of(screen, color) : palette_place(screen, color);
  }
  int count = screen->has_direct_color ? NORMAL : COLORS;
  *was_bright = color >= count && color >= NORMAL && color < BRIGHT;
  if (*was_bright) color -= NORMAL;
  return color < count ? color : -1;
}

/* The color behind an ncurses color number. */
int32_t bitpal_color_of_number(const bitpal_screen *screen, int number) {
  if (number < NORMAL) return number;
  if (screen->has_direct_color) return BITPAL_RGB | number;
  return screen->has_slots && number >= BRIGHT && number < PLACES ? screen->slots[number] : number;
}

/* Parses "<ESC>[38;5;200m" or its colon form; returns its length, or 0 for anything else. */
static size_t read_color(const char *bytes, size_t length, char *kind, char *mark, int *number) {
  if (length < 9 || bytes[0] != '\033' || bytes[1] != '[' || bytes[3] != '8') return 0;
  *kind = bytes[2];
  *mark = bytes[4];
  if ((*kind != '3' && *kind != '4') || (*mark != ';' && *mark != ':')) return 0;
  if (bytes[5] != '5' || bytes[6] != *mark) return 0;
  size_t end = 7;
  *number = 0;
  while (end < length && end < 10 && bytes[end] >= '0' && bytes[end] <= '9') {
    *number = *number * 10 + (bytes[end++] - '0');
  }
  return end > 7 && end < length && bytes[end] == 'm' && *number < PLACES ? end + 1 : 0;
}

/* Copies ncurses output, replacing slot numbers with 24-bit colors; at most doubles its length.
   The buffers may overlap if `drawn` starts at least `length` bytes after `written`. */
size_t bitpal_write_out_colors(
    const bitpal_screen *screen, char *written, const char *drawn, size_t length) {
  size_t used = 0;
  for (size_t at = 0; at < length;) {
    char kind, mark;
    int number;
    size_t taken = read_color(drawn + at, length - at, &kind, &mark, &number);
    int32_t color = taken > 0 ? screen->slots[number] : -1;
    if (color < BITPAL_RGB) {
      written[used++] = drawn[at++];
      continue;
    }
    int red = color >> 16 & 0xFF, green = color >> 8 & 0xFF, blue = color & 0xFF;
    char text[32];
    /* The colon form has an empty color space field before the color. */
    const char *form = mark == ':' ? "\033[%c8:2::%d:%d:%dm" : "\033[%c8;2;%d;%d;%dm";
    int count = snprintf(text, sizeof text, form, kind, red, green, blue);
    memcpy(written + used, text, (size_t)count);
    used += (size_t)count;
    at += taken;
  }
  return used;
}
