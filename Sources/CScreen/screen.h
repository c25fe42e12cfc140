/* Internal declarations of this target. */
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
  bool has_modes;     /* DEC private modes: paste, focus, appearance, synchronized update */
  bool has_clipboard; /* supports OSC 52 */
  bool has_mouse; /* the mouse is on */
  bool is_closed;
  bool has_left; /* the screen is cleared, the termios settings not yet restored */
  bool has_cursor; /* the cursor is shown, at this position */
  int32_t cursor_column, cursor_row;
  int render_fd; /* the render buffer (memfd); -1 if ncurses draws on the terminal */
  int tty_fd; /* the tty, while output_fd is redirected to render_fd */
  int send_fd;  /* the tty, non-blocking */
  char *pending; /* output not sent yet */
  size_t pending_start, pending_end, pending_room;
  bool has_direct_color; /* ncurses accepts 24-bit colors directly */
  bool has_slots;        /* 24-bit colors use palette slots, replaced on output */
  int32_t slots[256];    /* a slot's color: its own number, BITPAL_RGB, or -1 if free */
  mbstate_t partial; /* an incomplete multibyte character */
};

/* modes.c: private modes that ncurses does not support. */
extern const char bitpal_modes_on[], bitpal_modes_off[], bitpal_mouse_on[], bitpal_mouse_off[],
    bitpal_sync_on[], bitpal_sync_off[];
void bitpal_send(int fd, const char *sequence);
bool bitpal_write(int fd, const char *bytes, size_t length);

/* output.c: non-blocking output. */
void bitpal_output_open(bitpal_screen *screen);
void bitpal_output_close(bitpal_screen *screen);
int bitpal_sending_fd(const bitpal_screen *screen);
bool bitpal_screen_add(bitpal_screen *screen, const char *bytes, size_t length);
bool bitpal_screen_send(bitpal_screen *screen, const char *bytes, size_t length);
void bitpal_draw(bitpal_screen *screen, int (*draw)(void));
void bitpal_send_rest(bitpal_screen *screen);
void bitpal_leave_terminal(bitpal_screen *screen);

/* capabilities.c: terminfo queries, separate because <term.h> defines macros with common names. */
void bitpal_read_capabilities(bitpal_screen *screen, const char *name);
void bitpal_read_colors(bitpal_screen *screen, bool has_true_color);
const char *bitpal_clear_sequence(void);
bool bitpal_has_alternate_screen(void);
size_t bitpal_restore_sequence(const bitpal_screen *screen, char *bytes, size_t room);

/* colors.c: 24-bit colors, which ncurses does not support on 256-color terminals. */
int bitpal_color_number(bitpal_screen *screen, int32_t color, bool *was_bright);
int32_t bitpal_color_of_number(const bitpal_screen *screen, int number);
size_t bitpal_write_out_colors(
    const bitpal_screen *screen, char *written, const char *drawn, size_t length);

/* input.c */
void bitpal_define_keys(void);

/* signals.c: restoring the terminal when the program dies. */
void bitpal_remember_signals(void);
bool bitpal_guard_terminal(bitpal_screen *screen, const struct termios *original);
void bitpal_unguard_terminal(void);
void bitpal_restore_line(void);
void bitpal_guard_mouse(bool on);
int bitpal_wake_fd(void);
void bitpal_drain_wake(void);
bool bitpal_take_resize(void);

#endif
