#include "screen.h"

#include <string.h>

/* The ncurses color pair; 0 if both colors are the terminal's defaults. */
static int pair_of(bitpal_screen *screen, int32_t color, int32_t background, attr_t *attributes) {
  if (!has_colors() || (color < 0 && background < 0)) return 0;
  bool is_bright = false;
  int behind = bitpal_color_number(screen, background, &is_bright);
  int before = bitpal_color_number(screen, color, &is_bright);
  if (is_bright) *attributes |= A_BOLD; /* with eight colors, bold marks the bright ones */
  int pair = before < 0 && behind < 0 ? 0 : alloc_pair(before, behind);
  return pair > 0 ? pair : 0;
}

void bitpal_screen_put(bitpal_screen *screen, int32_t column, int32_t row, bitpal_cell cell) {
  if (column < 0 || row < 0 || column + cell.width > getmaxx(stdscr) || row >= getmaxy(stdscr)) {
    return;
  }
  attr_t attributes = A_NORMAL;
  if (cell.attributes & BITPAL_BOLD) attributes |= A_BOLD;
  if (cell.attributes & BITPAL_DIM) attributes |= A_DIM;
  if (cell.attributes & BITPAL_REVERSED) attributes |= A_REVERSE;
  int pair = pair_of(screen, cell.color, cell.background, &attributes);

  /* If the C library disagrees about the width, the rest of the row would shift. */
  bool is_known = wcwidth((wchar_t)cell.scalar) == cell.width;
  for (int i = 0; i < 2; i++) is_known = is_known && wcwidth((wchar_t)cell.marks[i]) == 0;
  wchar_t text[] = {(wchar_t)cell.scalar, (wchar_t)cell.marks[0], (wchar_t)cell.marks[1], 0};
  if (!is_known) {
    text[0] = L'?';
    text[1] = 0;
  }
  cchar_t glyph;
  setcchar(&glyph, text, attributes, 0, &pair);
  mvadd_wch(row, column, &glyph);
  if (!is_known && cell.width == 2) mvadd_wch(row, column + 1, &glyph);
}

void bitpal_screen_place_cursor(bitpal_screen *screen, int32_t column, int32_t row) {
  screen->has_cursor =
      column >= 0 && row >= 0 && column < getmaxx(stdscr) && row < getmaxy(stdscr);
  screen->cursor_column = column;
  screen->cursor_row = row;
}

/* Arguments of draw_frame: bitpal_draw's callback takes none. */
static bool hides_cursor, shows_cursor;

/* Hides the cursor while cells change, so that it does not flicker across the screen. */
static int draw_frame(void) {
  if (hides_cursor) curs_set(0);
  int result = doupdate();
  curs_set(shows_cursor);
  return result;
}

void bitpal_screen_flush(bitpal_screen *screen) {
  leaveok(stdscr, !screen->has_cursor);
  if (screen->has_cursor) wmove(stdscr, screen->cursor_row, screen->cursor_column);
  wnoutrefresh(stdscr);
  bool is_worth_it = isendwin() || is_wintouched(newscr) || is_cleared(newscr);
  bool is_framed = is_worth_it && screen->has_modes;
  if (is_framed) bitpal_screen_add(screen, bitpal_sync_on, strlen(bitpal_sync_on));
  hides_cursor = is_worth_it;
  shows_cursor = screen->has_cursor;
  bitpal_draw(screen, draw_frame);
  if (is_framed) bitpal_screen_add(screen, bitpal_sync_off, strlen(bitpal_sync_off));
  bitpal_screen_is_clear(screen);
}

void bitpal_screen_repaint(bitpal_screen *screen) {
  (void)screen;
  clearok(curscr, TRUE);
}

bitpal_cell bitpal_screen_read(bitpal_screen *screen, int32_t column, int32_t row, bool displayed) {
  bitpal_cell cell = {.scalar = ' ', .color = -1, .background = -1, .width = 1};
  cchar_t glyph;
  if (mvwin_wch(displayed ? curscr : stdscr, row, column, &glyph) == ERR) return cell;
  wchar_t text[CCHARW_MAX + 1] = {0};
  attr_t attributes = 0;
  short narrow = 0;
  int pair = 0, foreground = -1, background = -1;
  getcchar(&glyph, text, &attributes, &narrow, &pair);
  if (pair > 0) extended_pair_content(pair, &foreground, &background);

  int part = (int)(glyph.attr & A_CHARTEXT); /* 0: narrow; 1, 2: halves of a wide one */
  cell.scalar = part == 2 ? 0 : (uint32_t)text[0];
  if (part == 0) {
    cell.marks[0] = (uint32_t)text[1];
    cell.marks[1] = text[1] != 0 ? (uint32_t)text[2] : 0;
  }
  cell.width = part == 0 ? 1 : 2;
  cell.color = bitpal_color_of_number(screen, foreground);
  cell.background = bitpal_color_of_number(screen, background);
  if (attributes & A_BOLD) cell.attributes |= BITPAL_BOLD;
  if (attributes & A_DIM) cell.attributes |= BITPAL_DIM;
  if (attributes & A_REVERSE) cell.attributes |= BITPAL_REVERSED;
  return cell;
}
