#include "screen.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

/* Bracketed paste, focus reports, light/dark reports. */
const char bitpal_modes_on[] = "\033[?2004h\033[?1004h\033[?2031h";
const char bitpal_modes_off[] = "\033[?2031l\033[?1004l\033[?2004l";
/* Buttons and wheel, as SGR reports (1006); many terminals support them without terminfo. */
const char bitpal_mouse_on[] = "\033[?1000h\033[?1006h";
const char bitpal_mouse_off[] = "\033[?1006l\033[?1000l";
const char bitpal_sync_on[] = "\033[?2026h";
const char bitpal_sync_off[] = "\033[?2026l";

/* Writes everything, retrying short writes; async-signal-safe. */
bool bitpal_write(int fd, const char *bytes, size_t length) {
  while (length > 0) {
    ssize_t written = write(fd, bytes, length);
    if (written >= 0) {
      bytes += written;
      length -= (size_t)written;
    } else if (errno == EAGAIN) {
      struct pollfd room = {.fd = fd, .events = POLLOUT};
      if (poll(&room, 1, 1000) == 0) return false;
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

/* Sends a fixed sequence. Errors are ignored: reading keys detects a hangup. */
void bitpal_send(int fd, const char *sequence) {
  bitpal_write(fd, sequence, strlen(sequence));
}
