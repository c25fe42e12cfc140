/* Wraps ncurses in one handle. One screen at a time, used from one thread. */
#ifndef BITPAL_CSCREEN_H
#define BITPAL_CSCREEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct bitpal_screen bitpal_screen;

/* Why a screen could not be opened. */
typedef enum : int32_t {
  BITPAL_OPENED,
  BITPAL_NO_TERMINAL_NAME,
  BITPAL_UNKNOWN_TERMINAL,
  BITPAL_DUMB_TERMINAL,
  BITPAL_NOT_A_TERMINAL,
  BITPAL_ALREADY_OPEN,
  BITPAL_SYSTEM_ERROR
} bitpal_outcome;

typedef struct {
  const char *terminal; /* a terminfo name; NULL for $TERM */
  const char *locale;   /* for LC_CTYPE; NULL for the environment's */
  int32_t input, output;
  int32_t columns, rows; /* if the output is not a terminal; else 0 */
  bool has_true_color;   /* known to support 24-bit color, even if terminfo disagrees */
} bitpal_options;

/* Flag of a 24-bit RGB color, as opposed to a palette index. */
enum { BITPAL_RGB = 0x1000000 };

enum { BITPAL_BOLD = 1, BITPAL_DIM = 2, BITPAL_REVERSED = 4 };

typedef struct {
  uint32_t scalar; /* when read back, 0 for the right half of a wide character */
  int32_t color;      /* foreground: a palette index or BITPAL_RGB; -1 for the default */
  int32_t background; /* likewise */
  uint8_t attributes;
  uint8_t width; /* 1 or 2 */
  uint32_t marks[2]; /* zero-width marks combined with the scalar; 0 for none */
} bitpal_cell;

typedef enum : int32_t {
  BITPAL_NOTHING,
  BITPAL_CHARACTER, /* scalar */
  BITPAL_KEY,       /* key */
  BITPAL_MOUSE,     /* button, column, row; only from terminals without SGR reports */
  BITPAL_RESIZE,
  BITPAL_PASTE_BEGINS,
  BITPAL_PASTE_ENDS,
  BITPAL_FOCUS_GAINED,
  BITPAL_FOCUS_LOST,
  BITPAL_BACKGROUND_DARK,
  BITPAL_BACKGROUND_LIGHT,
  BITPAL_IGNORED, /* unrecognized input */
  BITPAL_CLOSED /* the terminal hung up, or a signal asked the program to end */
} bitpal_event_kind;

typedef enum : int32_t {
  BITPAL_KEY_UP = 1,
  BITPAL_KEY_DOWN,
  BITPAL_KEY_LEFT,
  BITPAL_KEY_RIGHT,
  BITPAL_KEY_HOME,
  BITPAL_KEY_END,
  BITPAL_KEY_PAGE_UP,
  BITPAL_KEY_PAGE_DOWN,
  BITPAL_KEY_INSERT,
  BITPAL_KEY_DELETE,
  BITPAL_KEY_BACKSPACE,
  BITPAL_KEY_ENTER,
  BITPAL_KEY_BACKTAB,
  BITPAL_KEY_FUNCTION = 100 /* F1 is 101 */
} bitpal_key;

typedef struct {
  bitpal_event_kind kind;
  uint32_t scalar;
  int32_t key;
  int32_t button; /* xterm's numbering */
  int32_t column, row;
} bitpal_event;

/* Opens /dev/null on closed descriptors 0, 1 and 2, so that messages never end up in a database
   opened under one of these numbers. Ignores SIGXFSZ, so that a write beyond the file size limit
   fails like any other. */
void bitpal_prepare_process(void);

/* What a signal does to a program that does not handle it. */
typedef enum : int32_t {
  BITPAL_LEFT_ALONE, /* does not end a program, or cannot be handled */
  BITPAL_ENDING,     /* asks the program to end */
  BITPAL_CRASH
} bitpal_signal_effect;

bitpal_signal_effect bitpal_effect_of_signal(int32_t number);

/* Makes a crash send a sequence to a terminal and restore its current termios settings, until
   bitpal_unguard_line; for code that changes a terminal without opening a screen. Does nothing
   while a terminal is already guarded. */
void bitpal_guard_line(int32_t fd, const char *restore);
void bitpal_unguard_line(void);

/* Whether the terminal can show a screen, according to terminfo. */
bitpal_outcome bitpal_check_terminal(const char *name, int fd);
/* Takes over the terminal; on failure returns NULL with the reason, and writes nothing. */
bitpal_screen *bitpal_screen_open(const bitpal_options *options, bitpal_outcome *outcome);
/* Clears the screen but leaves the termios settings to bitpal_screen_close, so that late replies
   from the terminal are not echoed. */
void bitpal_screen_leave(bitpal_screen *screen);
/* Restores the terminal and frees the screen. */
void bitpal_screen_close(bitpal_screen *screen);

int32_t bitpal_screen_columns(const bitpal_screen *screen);
int32_t bitpal_screen_rows(const bitpal_screen *screen);
/* The number of colors: 0, 8, 16, 256, or more with 24-bit color. */
int32_t bitpal_screen_colours(const bitpal_screen *screen);
int32_t bitpal_screen_input_descriptor(const bitpal_screen *screen);
/* Readable after a resize or an ending signal; bitpal_screen_next_event drains it. */
int32_t bitpal_screen_wake_descriptor(const bitpal_screen *screen);

/* Sets one cell of the next frame. */
void bitpal_screen_put(bitpal_screen *screen, int32_t column, int32_t row, bitpal_cell cell);
/* Places the cursor in the next frame; a negative column hides it. */
void bitpal_screen_place_cursor(bitpal_screen *screen, int32_t column, int32_t row);
/* Sends what changed since the last flush, in one synchronized update. */
void bitpal_screen_flush(bitpal_screen *screen);
/* Tries to send pending output and returns whether none is left; draw nothing until then. */
bool bitpal_screen_is_clear(bitpal_screen *screen);
/* Poll it for writing before calling bitpal_screen_is_clear again; -1 if nothing is pending. */
int32_t bitpal_screen_output_descriptor(const bitpal_screen *screen);
/* Makes the next flush repaint every cell. */
void bitpal_screen_repaint(bitpal_screen *screen);
/* Reads one cell from ncurses: of the next frame, or of what it believes the tty displays. */
bitpal_cell bitpal_screen_read(bitpal_screen *screen, int32_t column, int32_t row, bool displayed);

/* The next input event, without waiting. */
bitpal_event bitpal_screen_next_event(bitpal_screen *screen);
/* The signal that asked the program to end, after which the terminal is restored; 0 for none. */
int32_t bitpal_ending_signal(void);
void bitpal_screen_set_mouse(bitpal_screen *screen, bool on);
/* Resizes the screen; for outputs that are not a terminal. */
void bitpal_screen_resize(bitpal_screen *screen, int32_t columns, int32_t rows);
/* Sends the terminal a query; the reply arrives as keys. */
void bitpal_screen_ask(bitpal_screen *screen, const char *question, size_t length);
/* Copies base64 text to the clipboard (OSC 52); fails on any other character. */
bool bitpal_screen_copy_base64(bitpal_screen *screen, const char *text, size_t length);

/* The codeset of a locale, NULL for the environment's; does not change the program's locale. */
void bitpal_codeset(const char *locale, char *name, size_t room);

#endif
