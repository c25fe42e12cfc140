#include "screen.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/ioctl.h>

/* Codes for sequences not in terminfo; above every KEY_ constant. */
enum {
  PASTE_BEGINS = 4000,
  PASTE_ENDS,
  FOCUS_GAINED,
  FOCUS_LOST,
  BACKGROUND_DARK,
  BACKGROUND_LIGHT
};

/* Defines the reports of the private modes as keys, and undefines SGR mouse reports: ncurses merges
   those that arrive together and loses all but the last. */
void bitpal_define_keys(void) {
  define_key("\033[<", 0);
  define_key("\033[200~", PASTE_BEGINS);
  define_key("\033[201~", PASTE_ENDS);
  define_key("\033[I", FOCUS_GAINED);
  define_key("\033[O", FOCUS_LOST);
  define_key("\033[?997;1n", BACKGROUND_DARK);
  define_key("\033[?997;2n", BACKGROUND_LIGHT);
  /* Terminals send these regardless of TERM: tmux, rxvt and the Linux console the first forms,
     xterm the others depending on its mode. */
  static const struct {
    const char *sequence;
    int code;
  } keys[] = {
      {"\033[1~", KEY_HOME}, {"\033[7~", KEY_HOME}, {"\033[H", KEY_HOME}, {"\033OH", KEY_HOME},
      {"\033[4~", KEY_END},  {"\033[8~", KEY_END},  {"\033[F", KEY_END},  {"\033OF", KEY_END},
      {"\033[2~", KEY_IC},   {"\033[3~", KEY_DC},   {"\033[5~", KEY_PPAGE},
      {"\033[6~", KEY_NPAGE},
  };
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    define_key(keys[i].sequence, keys[i].code);
  }
}

/* Whether the terminal has hung up or the input is at end of file. */
static bool is_gone(const bitpal_screen *screen) {
  struct pollfd ends[] = {{.fd = screen->input_fd, .events = POLLIN}, {.fd = screen->output_fd}};
  if (poll(ends, 2, 0) <= 0) return false;
  if (ends[1].revents != 0 || (ends[0].revents & ~POLLIN) != 0) return true;
  int waiting = 0; /* readable without data means end of file */
  return ioctl(screen->input_fd, FIONREAD, &waiting) < 0 || waiting == 0;
}

/* Nothing to read: for now, or because the terminal is gone. */
static bitpal_event nothing(bitpal_screen *screen) {
  screen->is_closed = screen->is_closed || is_gone(screen);
  return (bitpal_event){.kind = screen->is_closed ? BITPAL_CLOSED : BITPAL_NOTHING};
}

/* A legacy (not SGR) mouse report: three bytes, each offset by 32. */
static bitpal_event mouse_event(bitpal_screen *screen) {
  int bytes[3];
  for (int i = 0; i < 3; i++) {
    bytes[i] = wgetch(screen->keys);
    if (bytes[i] < 32 || bytes[i] > 0xFF) return (bitpal_event){.kind = BITPAL_IGNORED};
  }
  return (bitpal_event){
      .kind = BITPAL_MOUSE, .button = bytes[0] - 32, .column = bytes[1] - 33, .row = bytes[2] - 33};
}

/* A key with a modifier, such as kLFT5, acts like the key alone. */
static int32_t modified_key_of(int code) {
  static const struct {
    const char *start;
    int32_t key;
  } names[] = {
      {"kUP", BITPAL_KEY_UP},       {"kDN", BITPAL_KEY_DOWN},   {"kLFT", BITPAL_KEY_LEFT},
      {"kRIT", BITPAL_KEY_RIGHT},   {"kHOM", BITPAL_KEY_HOME},  {"kEND", BITPAL_KEY_END},
      {"kPRV", BITPAL_KEY_PAGE_UP}, {"kNXT", BITPAL_KEY_PAGE_DOWN},
  };
  const char *name = keyname(code);
  for (size_t i = 0; name != NULL && i < sizeof names / sizeof *names; i++) {
    if (strncmp(name, names[i].start, strlen(names[i].start)) == 0) return names[i].key;
  }
  return 0;
}

/* Maps an ncurses key code to a bitpal_key; 0 if unused. */
static int32_t key_of(int code) {
  switch (code) {
    case KEY_UP: return BITPAL_KEY_UP;
    case KEY_DOWN: return BITPAL_KEY_DOWN;
    case KEY_LEFT: return BITPAL_KEY_LEFT;
    case KEY_RIGHT: return BITPAL_KEY_RIGHT;
    case KEY_HOME: return BITPAL_KEY_HOME;
    case KEY_END: return BITPAL_KEY_END;
    case KEY_PPAGE: return BITPAL_KEY_PAGE_UP;
    case KEY_NPAGE: return BITPAL_KEY_PAGE_DOWN;
    case KEY_IC: return BITPAL_KEY_INSERT;
    case KEY_DC: return BITPAL_KEY_DELETE;
    case KEY_BACKSPACE: return BITPAL_KEY_BACKSPACE;
    case KEY_ENTER: return BITPAL_KEY_ENTER;
    case KEY_BTAB: return BITPAL_KEY_BACKTAB;
    default:
      if (code > KEY_F0 && code <= KEY_F(24)) return BITPAL_KEY_FUNCTION + (code - KEY_F0);
      return modified_key_of(code);
  }
}

/* Handles a code above 0xFF: a key, a report, or an ncurses event. */
static bitpal_event coded_event(bitpal_screen *screen, int code) {
  bitpal_event event = {.kind = BITPAL_IGNORED};
  switch (code) {
    case KEY_MOUSE: return mouse_event(screen);
    case KEY_RESIZE: event.kind = BITPAL_RESIZE; break;
    case PASTE_BEGINS: event.kind = BITPAL_PASTE_BEGINS; break;
    case PASTE_ENDS: event.kind = BITPAL_PASTE_ENDS; break;
    case FOCUS_GAINED: event.kind = BITPAL_FOCUS_GAINED; break;
    case FOCUS_LOST: event.kind = BITPAL_FOCUS_LOST; break;
    case BACKGROUND_DARK: event.kind = BITPAL_BACKGROUND_DARK; break;
    case BACKGROUND_LIGHT: event.kind = BITPAL_BACKGROUND_LIGHT; break;
    default:
      event.key = key_of(code);
      if (event.key != 0) event.kind = BITPAL_KEY;
  }
  return event;
}

/* Gives ncurses the size of the window; the next key is then KEY_RESIZE. */
static void follow_window(const bitpal_screen *screen) {
  struct winsize size;
  if (ioctl(screen->output_fd, TIOCGWINSZ, &size) < 0 || size.ws_row == 0 || size.ws_col == 0) return;
  resizeterm(size.ws_row, size.ws_col);
}

bitpal_event bitpal_screen_next_event(bitpal_screen *screen) {
  bitpal_drain_wake();
  if (bitpal_take_resize()) follow_window(screen);
  if (bitpal_ending_signal() != 0) return (bitpal_event){.kind = BITPAL_CLOSED};
  for (;;) {
    /* Read bytes: get_wch drops a partial character when the rest is late. */
    int code = wgetch(screen->keys);
    if (code == ERR) return nothing(screen);
    if (code > 0xFF) return coded_event(screen, code);
    char byte = (char)code;
    wchar_t character = 0;
    size_t length = mbrtowc(&character, &byte, 1, &screen->partial);
    if (length == (size_t)-2) continue;
    if (length == (size_t)-1) {
      memset(&screen->partial, 0, sizeof screen->partial);
      return (bitpal_event){.kind = BITPAL_IGNORED};
    }
    return (bitpal_event){.kind = BITPAL_CHARACTER, .scalar = (uint32_t)character};
  }
}

void bitpal_screen_set_mouse(bitpal_screen *screen, bool on) {
  if (!screen->has_modes || on == screen->has_mouse) return;
  screen->has_mouse = on;
  bitpal_guard_mouse(on);
  const char *sequence = on ? bitpal_mouse_on : bitpal_mouse_off;
  bitpal_screen_send(screen, sequence, strlen(sequence));
}

void bitpal_screen_resize(bitpal_screen *screen, int32_t columns, int32_t rows) {
  (void)screen;
  resizeterm(rows, columns);
}

void bitpal_screen_ask(bitpal_screen *screen, const char *question, size_t length) {
  if (screen->has_modes) bitpal_screen_send(screen, question, length);
}

bool bitpal_screen_copy_base64(bitpal_screen *screen, const char *text, size_t length) {
  static const char alphabet[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=";
  if (!screen->has_clipboard || strspn(text, alphabet) != length) return false;
  return bitpal_screen_send(screen, "\033]52;c;", 7) &&
         bitpal_screen_send(screen, text, length) && bitpal_screen_send(screen, "\a", 1);
}
