/* What the parts of the screen share; nothing outside this target sees it. */
#ifndef BITPAL_SCREEN_H
#define BITPAL_SCREEN_H

#define _GNU_SOURCE 1
#define NCURSES_WIDECHAR 1
#include <curses.h>

#include <stdio.h>
#include <termios.h>
#include <wchar.h>

#include "CScreen.h"

struct bitpal_screen {
  SCREEN *screen;
  WINDOW *keys; /* a pad: reading from it never draws */
  FILE *input, *output;
  int input_fd, output_fd;
  bool output_is_terminal;
  bool has_modes;     /* takes DEC private modes: paste, focus, appearance, synchronised update */
  bool has_clipboard; /* takes OSC 52 */
  bool has_mouse; /* the mouse is on */
  bool is_closed;
  bool has_left; /* the picture has been taken down, the settings of the line not yet */
  bool has_cursor; /* the cursor is shown, at this place */
  int32_t cursor_column, cursor_row;
  int render_fd; /* what ncurses draws on; -1 where it draws on the terminal itself */
  int tty_fd; /* the terminal, while output_fd is the paper */
  int send_fd;  /* the terminal, for bytes that do not wait */
  char *pending; /* bytes the terminal has not taken yet */
  size_t pending_start, pending_end, pending_room;
  bool has_direct_color; /* ncurses takes 24-bit colors as they are */
  bool has_slots;        /* they stand in places of the palette, and are written out on the way */
  int32_t slots[256];    /* what stands in a place: its own number, BITPAL_RGB, or -1 for nothing */
  mbstate_t partial; /* bytes of a character whose rest has not arrived */
};

/* modes.c: the private modes ncurses does not know. */
extern const char bitpal_modes_on[], bitpal_modes_off[], bitpal_mouse_on[], bitpal_mouse_off[],
    bitpal_sync_on[], bitpal_sync_off[];
void bitpal_send(int fd, const char *sequence);
bool bitpal_write(int fd, const char *bytes, size_t length);

/* output.c: sending no faster than the terminal takes it. */
void bitpal_output_open(bitpal_screen *screen);
void bitpal_output_close(bitpal_screen *screen);
int bitpal_sending_fd(const bitpal_screen *screen);
bool bitpal_screen_add(bitpal_screen *screen, const char *bytes, size_t length);
bool bitpal_screen_send(bitpal_screen *screen, const char *bytes, size_t length);
void bitpal_draw(bitpal_screen *screen, int (*draw)(void));
void bitpal_send_rest(bitpal_screen *screen);
void bitpal_leave_terminal(bitpal_screen *screen);

/* capabilities.c: questions to terminfo, kept apart because <term.h> claims common words. */
void bitpal_read_capabilities(bitpal_screen *screen, const char *name);
void bitpal_read_colors(bitpal_screen *screen, bool has_true_color);
const char *bitpal_clear_sequence(void);
bool bitpal_has_alternate_screen(void);
size_t bitpal_restore_sequence(const bitpal_screen *screen, char *bytes, size_t room);

/* colors.c: 24-bit colors, unknown to ncurses on a terminal of 256. */
int bitpal_color_number(bitpal_screen *screen, int32_t color, bool *was_bright);
int32_t bitpal_color_of_number(const bitpal_screen *screen, int number);
size_t bitpal_write_out_colors(
    const bitpal_screen *screen, char *written, const char *drawn, size_t length);

/* input.c */
void bitpal_define_keys(void);

/* signals.c: leaving the terminal as it was found when the program dies. */
void bitpal_remember_signals(void);
bool bitpal_guard_terminal(bitpal_screen *screen, const struct termios *original);
void bitpal_unguard_terminal(void);
void bitpal_restore_line(void);
void bitpal_guard_mouse(bool on);
int bitpal_wake_fd(void);
void bitpal_drain_wake(void);

#endif
