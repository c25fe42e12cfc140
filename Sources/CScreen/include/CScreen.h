/* All of ncurses under one handle. One screen at a time, used from one thread. */
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
  int32_t columns, rows; /* for an output that is no terminal; else 0 */
  bool has_true_color;   /* the terminal is known to show 24-bit colors, whatever terminfo says */
} bitpal_options;

/* Set in a color that is red, green and blue, eight bits each, and no place in the palette. */
enum { BITPAL_RGB = 0x1000000 };

enum { BITPAL_BOLD = 1, BITPAL_DIM = 2, BITPAL_REVERSED = 4 };

typedef struct {
  uint32_t scalar; /* read back: 0 for the right half of a wide character */
  int32_t color;      /* of the text, a palette index or BITPAL_RGB; -1 for the terminal's own */
  int32_t background; /* likewise */
  uint8_t attributes;
  uint8_t width; /* 1 or 2 */
  uint32_t marks[2]; /* without a width, above the scalar; 0 for none */
} bitpal_cell;

typedef enum : int32_t {
  BITPAL_NOTHING,
  BITPAL_CHARACTER, /* scalar */
  BITPAL_KEY,       /* key */
  BITPAL_MOUSE,     /* button, column, row; from terminals that count in bytes */
  BITPAL_RESIZE,
  BITPAL_PASTE_BEGINS,
  BITPAL_PASTE_ENDS,
  BITPAL_FOCUS_GAINED,
  BITPAL_FOCUS_LOST,
  BITPAL_BACKGROUND_DARK,
  BITPAL_BACKGROUND_LIGHT,
  BITPAL_IGNORED, /* something was read, and it means nothing here */
  BITPAL_CLOSED /* the terminal has gone, or a signal asks the program to end */
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
  int32_t button; /* as xterm numbers them */
  int32_t column, row;
} bitpal_event;

/* Opens /dev/null on those of the descriptors 0, 1 and 2 that are closed, so that no file gets
   their numbers and messages never land in a database; ignores SIGXFSZ, so that a write beyond the file
   size limit is an error like any other. */
void bitpal_prepare_process(void);

/* What a signal does to a program that does not handle it. */
typedef enum : int32_t {
  BITPAL_LEFT_ALONE, /* it ends no program, or no program can handle it */
  BITPAL_ENDING,     /* it asks the program to end */
  BITPAL_CRASH
} bitpal_signal_effect;

bitpal_signal_effect bitpal_effect_of_signal(int32_t number);

/* Has a crash send a sequence to a terminal and put back the settings that it has now, until
   bitpal_unguard_line; for programs that change a terminal without a screen. While one terminal is
   guarded, another call does nothing. */
void bitpal_guard_line(int32_t fd, const char *restore);
void bitpal_unguard_line(void);

/* Whether a screen can be shown on a kind of terminal, as far as terminfo knows it. */
bitpal_outcome bitpal_check_terminal(const char *name, int fd);
/* Takes over the terminal; NULL and the reason when it cannot, with nothing written then. */
bitpal_screen *bitpal_screen_open(const bitpal_options *options, bitpal_outcome *outcome);
/* Takes the picture down and leaves the settings of the line for bitpal_screen_close, so that what
   the terminal still answers is not echoed. */
void bitpal_screen_leave(bitpal_screen *screen);
/* Leaves the terminal as it was found and frees the screen. */
void bitpal_screen_close(bitpal_screen *screen);

int32_t bitpal_screen_columns(const bitpal_screen *screen);
int32_t bitpal_screen_rows(const bitpal_screen *screen);
/* Colours the terminal offers: 0, 8, 16, 256, or more where it shows 24-bit ones. */
int32_t bitpal_screen_colours(const bitpal_screen *screen);
int32_t bitpal_screen_input_descriptor(const bitpal_screen *screen);
/* Readable when the size may have changed; bitpal_screen_next_event reads it. */
int32_t bitpal_screen_wake_descriptor(const bitpal_screen *screen);

/* Sets one cell of the picture that the next flush shows. */
void bitpal_screen_put(bitpal_screen *screen, int32_t column, int32_t row, bitpal_cell cell);
/* Shows the cursor at a place of the picture that the next flush shows; hides it for a column
   below 0. */
void bitpal_screen_place_cursor(bitpal_screen *screen, int32_t column, int32_t row);
/* Sends what changed since the last flush, in one synchronised update. */
void bitpal_screen_flush(bitpal_screen *screen);
/* Whether the terminal has taken all that was sent; as long as it has not, draw nothing. */
bool bitpal_screen_is_clear(bitpal_screen *screen);
/* Writable when bitpal_screen_is_clear may help; -1 where nothing waits. */
int32_t bitpal_screen_output_descriptor(const bitpal_screen *screen);
/* Makes the next flush repaint every cell. */
void bitpal_screen_repaint(bitpal_screen *screen);
/* One cell as ncurses holds it: of the picture, or of what it believes to be on the glass. */
bitpal_cell bitpal_screen_read(bitpal_screen *screen, int32_t column, int32_t row, bool displayed);

/* The next thing the user did, without waiting. */
bitpal_event bitpal_screen_next_event(bitpal_screen *screen);
/* The signal that ended the use of the terminal, which has been given back then; 0 for none. */
int32_t bitpal_ending_signal(void);
void bitpal_screen_set_mouse(bitpal_screen *screen, bool on);
/* Sizes the screen as a terminal of that size would; for outputs that are no terminal. */
void bitpal_screen_resize(bitpal_screen *screen, int32_t columns, int32_t rows);
/* Sends the terminal a question, whose answer comes as keys. */
void bitpal_screen_ask(bitpal_screen *screen, const char *question, size_t length);
/* Puts text in base64 on the clipboard (OSC 52); anything outside that alphabet is refused. */
bool bitpal_screen_copy_base64(bitpal_screen *screen, const char *text, size_t length);

/* The character set of a locale, the program's left as it is; NULL for the environment's. */
void bitpal_codeset(const char *locale, char *name, size_t room);

#endif
