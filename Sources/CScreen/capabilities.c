#include "screen.h"

#include <string.h>
#include <term.h>

/* A terminfo string, or NULL if the terminal lacks it. */
static const char *capability(const char *name) {
  const char *value = tigetstr(name);
  return value == (char *)-1 ? NULL : value;
}

/* Checks before newterm, which accepts "dumb" and prints garbage on it. */
bitpal_outcome bitpal_check_terminal(const char *name, int fd) {
  if (name == NULL || *name == '\0') return BITPAL_NO_TERMINAL_NAME;
  TERMINAL *before = set_curterm(NULL); /* belongs to an open screen; restored below */
  int found = 0;
  bool is_known = setupterm(name, fd, &found) == OK;
  bool can_place_cursor =
      is_known && capability("cup") != NULL && capability("clear") != NULL;
  TERMINAL *asked = set_curterm(before);
  if (asked != NULL) del_curterm(asked);
  if (!is_known) return BITPAL_UNKNOWN_TERMINAL;
  return can_place_cursor ? BITPAL_OPENED : BITPAL_DUMB_TERMINAL;
}

/* Detects features that have no standard terminfo name. */
void bitpal_read_capabilities(bitpal_screen *screen, const char *name) {
  screen->has_modes = screen->output_is_terminal && capability("kmous") != NULL;
  screen->has_clipboard = screen->has_modes && strncmp(name, "linux", 5) != 0;
}

/* Whether terminfo announces 24-bit color, as RGB or Tc. */
static bool offers_true_color(void) {
  return tigetflag("RGB") > 0 || tigetnum("RGB") > 0 || capability("RGB") != NULL ||
         tigetflag("Tc") > 0;
}

/* Whether setaf has the form that bitpal_write_out_colors recognizes. */
static bool asks_plainly(void) {
  const char *form = capability("setaf");
  const char *asked = form != NULL ? tiparm(form, 200) : NULL;
  return asked != NULL &&
         (strcmp(asked, "\033[38;5;200m") == 0 || strcmp(asked, "\033[38:5:200m") == 0);
}

/* Decides how 24-bit colors are sent, if at all. */
void bitpal_read_colors(bitpal_screen *screen, bool has_true_color) {
  for (size_t i = 0; i < sizeof screen->slots / sizeof *screen->slots; i++) screen->slots[i] = -1;
  bool is_offered = has_true_color || offers_true_color();
  screen->has_direct_color = COLORS > 0x10000 && is_offered;
  screen->has_slots =
      COLORS == 256 && is_offered && screen->render_fd >= 0 && has_colors() && asks_plainly();
}

/* Appends a sequence without padding marks like "$<5>", which only tputs interprets. */
static size_t append(char *bytes, size_t used, size_t room, const char *sequence) {
  if (sequence == NULL) return used;
  while (*sequence != '\0' && used < room) {
    const char *end = sequence[0] == '$' && sequence[1] == '<' ? strchr(sequence, '>') : NULL;
    if (end != NULL) {
      sequence = end + 1;
    } else {
      bytes[used++] = *sequence++;
    }
  }
  return used;
}

/* Erases the whole picture: after a resize some terminals (tmux) show rows of the alternate screen
   on the main one, and consoles without an alternate screen show all of them. */
const char *bitpal_clear_sequence(void) { return capability("clear"); }

bool bitpal_has_alternate_screen(void) { return capability("rmcup") != NULL; }

/* Builds the sequence that undoes open and flush; in advance, for use in the signal handler. */
size_t bitpal_restore_sequence(const bitpal_screen *screen, char *bytes, size_t room) {
  size_t used = 0;
  if (screen->has_modes) {
    used = append(bytes, used, room, bitpal_sync_off);
    used = append(bytes, used, room, bitpal_modes_off);
    used = append(bytes, used, room, bitpal_mouse_off);
  }
  used = append(bytes, used, room, capability("sgr0"));
  used = append(bytes, used, room, bitpal_clear_sequence());
  const char *names[] = {"op", "cnorm", "rmkx", "rmcup"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    used = append(bytes, used, room, capability(names[i]));
  }
  return used;
}
