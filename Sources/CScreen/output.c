#include "screen.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* ncurses blocks in write until the terminal accepts a whole frame, which would block keys, too.
   So it renders into a memfd, whose bytes go to the tty without blocking; the next frame is drawn
   once the last one has been sent. */

/* Opens the terminal again: setting O_NONBLOCK on the shared description would affect the shell. */
static int open_again(int fd) {
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
  return open(path, O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
}

/* On failure, ncurses draws directly on the terminal. */
void bitpal_output_open(bitpal_screen *screen) {
  if (!screen->output_is_terminal) return;
  screen->send_fd = open_again(screen->output_fd);
  screen->tty_fd = fcntl(screen->output_fd, F_DUPFD_CLOEXEC, 3);
  screen->render_fd = memfd_create("bitpal", MFD_CLOEXEC);
  if (screen->send_fd < 0 || screen->tty_fd < 0 || screen->render_fd < 0) {
    bitpal_output_close(screen);
  }
}

void bitpal_output_close(bitpal_screen *screen) {
  int *ends[] = {&screen->send_fd, &screen->render_fd, &screen->tty_fd};
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
    if (*ends[i] >= 0) close(*ends[i]);
    *ends[i] = -1;
  }
  free(screen->pending);
  screen->pending = NULL;
  screen->pending_start = screen->pending_end = screen->pending_room = 0;
}

/* Discards all further output; async-signal-safe. */
void bitpal_leave_terminal(bitpal_screen *screen) {
  int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere < 0) return;
  int ends[] = {screen->output_fd, screen->tty_fd, screen->send_fd};
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
    if (ends[i] >= 0) dup2(nowhere, ends[i]);
  }
  close(nowhere);
}

/* The descriptor for writes that must not block forever. */
int bitpal_sending_fd(const bitpal_screen *screen) {
  return screen->send_fd >= 0 ? screen->send_fd : screen->output_fd;
}

static bool is_pending(const bitpal_screen *screen) {
  return screen->pending_start < screen->pending_end;
}

/* Sends what the terminal accepts without blocking; drops the rest if it has hung up. */
static void send_some(bitpal_screen *screen) {
  while (is_pending(screen)) {
    ssize_t sent = write(
        screen->send_fd, screen->pending + screen->pending_start,
        screen->pending_end - screen->pending_start);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0 && errno == EAGAIN) return;
    screen->pending_start = sent < 0 ? screen->pending_end : screen->pending_start + (size_t)sent;
  }
  screen->pending_start = screen->pending_end = 0;
}

/* Makes room for `length` bytes after the pending output; NULL if out of memory. */
static char *room_for(bitpal_screen *screen, size_t length) {
  size_t needed = screen->pending_end + length;
  if (needed > screen->pending_room) {
    char *larger = realloc(screen->pending, needed * 2);
    if (larger == NULL) return NULL;
    screen->pending = larger;
    screen->pending_room = needed * 2;
  }
  return screen->pending + screen->pending_end;
}

/* Blocks all signals but crashes, so that no handler runs while output_fd is redirected to the
   render buffer or pending output changes. */
static void hold_signals(sigset_t *usual) {
  static const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP};
  sigset_t held;
  sigfillset(&held);
  for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++) sigdelset(&held, crashes[i]);
  pthread_sigmask(SIG_BLOCK, &held, usual);
}

/* Appends bytes to the pending output; the next flush sends them. */
bool bitpal_screen_add(bitpal_screen *screen, const char *bytes, size_t length) {
  if (screen->send_fd < 0) return bitpal_write(screen->output_fd, bytes, length);
  sigset_t usual;
  hold_signals(&usual);
  char *room = room_for(screen, length);
  if (room != NULL) {
    memcpy(room, bytes, length);
    screen->pending_end += length;
  }
  pthread_sigmask(SIG_SETMASK, &usual, NULL);
  return room != NULL;
}

/* Appends bytes, then sends what it can. */
bool bitpal_screen_send(bitpal_screen *screen, const char *bytes, size_t length) {
  bool is_taken = bitpal_screen_add(screen, bytes, length);
  bitpal_screen_is_clear(screen);
  return is_taken;
}

/* Lets ncurses draw into the render buffer, and appends the result with 24-bit colors. */
void bitpal_draw(bitpal_screen *screen, int (*draw)(void)) {
  if (screen->render_fd < 0) {
    draw();
    return;
  }
  sigset_t usual;
  hold_signals(&usual);
  dup2(screen->render_fd, screen->output_fd);
  draw();
  dup2(screen->tty_fd, screen->output_fd);
  off_t length = lseek(screen->render_fd, 0, SEEK_CUR);
  char *room = length > 0 ? room_for(screen, 2 * (size_t)length) : NULL;
  char *drawn = room != NULL ? room + length : NULL;
  if (room != NULL && pread(screen->render_fd, drawn, (size_t)length, 0) == length) {
    screen->pending_end += bitpal_write_out_colors(screen, room, drawn, (size_t)length);
  }
  lseek(screen->render_fd, 0, SEEK_SET);
  (void)!ftruncate(screen->render_fd, 0);
  pthread_sigmask(SIG_SETMASK, &usual, NULL);
}

bool bitpal_screen_is_clear(bitpal_screen *screen) {
  if (!is_pending(screen)) return true;
  sigset_t usual;
  hold_signals(&usual);
  send_some(screen);
  pthread_sigmask(SIG_SETMASK, &usual, NULL);
  return !is_pending(screen);
}

int32_t bitpal_screen_output_descriptor(const bitpal_screen *screen) {
  return is_pending(screen) ? screen->send_fd : -1;
}

/* Sends all pending output, giving up if the terminal accepts nothing for a second. Safe in a
   signal handler: signals are blocked while pending output changes. */
void bitpal_send_rest(bitpal_screen *screen) {
  if (!is_pending(screen)) return;
  bitpal_write(
      screen->send_fd, screen->pending + screen->pending_start,
      screen->pending_end - screen->pending_start);
  screen->pending_start = screen->pending_end = 0;
}
