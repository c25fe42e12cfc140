#include "screen.h"

#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ncurses keeps its state in globals, so only one screen can be open. */
static bitpal_screen *only;

/* Restores the terminal on exit(). */
static void close_at_exit(void) { bitpal_screen_close(only); }

/* Opens a stream on a duplicate, so that closing it leaves the caller's descriptor open. */
static FILE *stream(int fd, const char *mode) {
  int copy = fcntl(fd, F_DUPFD_CLOEXEC, 0);
  FILE *file = copy < 0 ? NULL : fdopen(copy, mode);
  if (file == NULL && copy >= 0) close(copy);
  return file;
}

/* Frees a screen, even one only partly opened. */
static void discard(bitpal_screen *screen) {
  bitpal_output_close(screen);
  if (screen->keys != NULL) delwin(screen->keys);
  if (screen->screen != NULL) delscreen(screen->screen);
  if (screen->input != NULL) fclose(screen->input);
  if (screen->output != NULL) fclose(screen->output);
  free(screen);
}

/* Turns off flow control, so that Ctrl-S is a key and does not freeze the screen. */
static void release_flow_control(bitpal_screen *screen) {
  struct termios mode;
  int input = fileno(screen->input);
  if (tcgetattr(input, &mode) != 0) return;
  mode.c_iflag &= ~(tcflag_t)IXON;
  if (tcsetattr(input, TCSADRAIN, &mode) == 0) def_prog_mode();
}

/* Sets up key input, the cursor and colors. */
static void settle(bitpal_screen *screen) {
  const char *delay = getenv("ESCDELAY");
  if (delay == NULL || *delay == '\0') set_escdelay(25);
  cbreak();
  noecho();
  nonl();
  release_flow_control(screen);
  curs_set(0);
  scrollok(stdscr, FALSE);
  if (has_colors()) {
    start_color();
    use_default_colors();
  }
  screen->keys = newpad(1, 1);
  keypad(screen->keys, TRUE);
  nodelay(screen->keys, TRUE);
  typeahead(-1); /* never interrupt drawing a frame for input */
  bitpal_define_keys();
}

bitpal_screen *bitpal_screen_open(const bitpal_options *options, bitpal_outcome *outcome) {
  const char *name = options->terminal != NULL ? options->terminal : getenv("TERM");
  bool is_terminal = isatty(options->output);
  if (only != NULL) {
    *outcome = BITPAL_ALREADY_OPEN;
    return NULL;
  }
  if (is_terminal ? !isatty(options->input) : options->columns < 1 || options->rows < 1) {
    *outcome = BITPAL_NOT_A_TERMINAL;
    return NULL;
  }
  *outcome = bitpal_check_terminal(name, options->output);
  if (*outcome != BITPAL_OPENED) return NULL;

  *outcome = BITPAL_SYSTEM_ERROR;
  bitpal_screen *screen = calloc(1, sizeof *screen);
  if (screen == NULL) return NULL;
  screen->output_is_terminal = is_terminal;
  screen->render_fd = screen->tty_fd = screen->send_fd = -1;
  screen->input = stream(options->input, "r");
  screen->output = stream(options->output, "w");
  if (screen->input == NULL || screen->output == NULL) {
    discard(screen);
    return NULL;
  }
  screen->input_fd = fileno(screen->input);
  screen->output_fd = fileno(screen->output);

  struct termios original;
  bool has_original = tcgetattr(screen->input_fd, &original) == 0;
  setlocale(LC_CTYPE, options->locale != NULL ? options->locale : "");
  /* These would freeze the size; use_env(FALSE), meant for this, would lose later resizes. */
  if (getenv("LINES") != NULL) unsetenv("LINES");
  if (getenv("COLUMNS") != NULL) unsetenv("COLUMNS");
  bitpal_remember_signals();
  screen->screen = newterm(name, screen->output, screen->input);
  if (screen->screen == NULL) {
    discard(screen);
    *outcome = BITPAL_UNKNOWN_TERMINAL;
    return NULL;
  }
  settle(screen);
  bitpal_output_open(screen);
  bitpal_read_capabilities(screen, name);
  bitpal_read_colors(screen, options->has_true_color);
  if (!is_terminal) {
    bitpal_screen_resize(screen, options->columns, options->rows);
    bitpal_screen_next_event(screen); /* discard the resize event */
  }
  if (!bitpal_guard_terminal(screen, has_original ? &original : NULL)) {
    endwin();
    discard(screen);
    return NULL;
  }
  if (screen->has_modes) bitpal_screen_send(screen, bitpal_modes_on, strlen(bitpal_modes_on));
  static bool is_registered;
  if (!is_registered) is_registered = atexit(close_at_exit) == 0;
  only = screen;
  *outcome = BITPAL_OPENED;
  return screen;
}

/* Clears the terminal. Without an alternate screen this must follow endwin, which moves the cursor
   to the last row, so that the shell continues at the top. */
static void clear_terminal(bitpal_screen *screen, bool is_alternate) {
  const char *clear = screen->output_is_terminal ? bitpal_clear_sequence() : NULL;
  if (clear == NULL || bitpal_has_alternate_screen() != is_alternate) return;
  bitpal_screen_send(screen, clear, strcspn(clear, "$"));
}

void bitpal_screen_leave(bitpal_screen *screen) {
  if (screen->has_left) return;
  screen->has_left = true;
  bitpal_screen_set_mouse(screen, false);
  if (screen->has_modes) bitpal_screen_send(screen, bitpal_modes_off, strlen(bitpal_modes_off));
  clear_terminal(screen, true);
  bitpal_draw(screen, endwin);
  clear_terminal(screen, false);
  bitpal_send_rest(screen);
}

void bitpal_screen_close(bitpal_screen *screen) {
  if (screen == NULL) return;
  bitpal_screen_leave(screen);
  bitpal_restore_line(); /* endwin could not: it ran with output on the render buffer */
  bitpal_unguard_terminal();
  discard(screen);
  only = NULL;
}

int32_t bitpal_screen_columns(const bitpal_screen *screen) {
  (void)screen;
  return getmaxx(stdscr);
}

int32_t bitpal_screen_rows(const bitpal_screen *screen) {
  (void)screen;
  return getmaxy(stdscr);
}

int32_t bitpal_screen_colours(const bitpal_screen *screen) {
  if (!has_colors()) return 0;
  return screen->has_direct_color || screen->has_slots ? BITPAL_RGB : COLORS;
}

int32_t bitpal_screen_input_descriptor(const bitpal_screen *screen) { return screen->input_fd; }

int32_t bitpal_screen_wake_descriptor(const bitpal_screen *screen) {
  (void)screen;
  return bitpal_wake_fd();
}

void bitpal_codeset(const char *locale, char *name, size_t room) {
  locale_t chosen = newlocale(LC_CTYPE_MASK, locale != NULL ? locale : "", (locale_t)0);
  snprintf(name, room, "%s", chosen != (locale_t)0 ? nl_langinfo_l(CODESET, chosen) : "");
  if (chosen != (locale_t)0) freelocale(chosen);
}
