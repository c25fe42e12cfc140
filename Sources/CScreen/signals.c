#include "screen.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

enum { SIGNALS = NSIG };

/* Unnamed signals below SIGRTMIN are reserved by the C library. */
bitpal_signal_effect bitpal_effect_of_signal(int32_t number) {
  switch (number) {
    case SIGKILL:
    case SIGSTOP:
    case SIGTSTP:
    case SIGTTIN:
    case SIGTTOU:
    case SIGCONT:
    case SIGCHLD:
    case SIGURG:
    case SIGWINCH:
      return BITPAL_LEFT_ALONE;
    case SIGSEGV:
    case SIGABRT:
    case SIGBUS:
    case SIGILL:
    case SIGFPE:
    case SIGTRAP:
    case SIGSYS:
      return BITPAL_CRASH;
    default:
      return (number > 0 && number <= SIGSYS) || (number >= SIGRTMIN && number <= SIGRTMAX)
                 ? BITPAL_ENDING
                 : BITPAL_LEFT_ALONE;
  }
}

/* Printed once the terminal is restored. */
static const struct {
  int number;
  const char *message;
} messages[] = {
    {SIGINT, ""}, /* the user knows */
    {SIGTERM, "bitpal: ended by SIGTERM\n"},
    {SIGHUP, "bitpal: ended by SIGHUP\n"},
    {SIGQUIT, "bitpal: ended by SIGQUIT\n"},
    {SIGUSR1, "bitpal: ended by SIGUSR1\n"},
    {SIGUSR2, "bitpal: ended by SIGUSR2\n"},
    {SIGALRM, "bitpal: ended by SIGALRM\n"},
    {SIGVTALRM, "bitpal: ended by SIGVTALRM\n"},
    {SIGPROF, "bitpal: ended by SIGPROF\n"},
    {SIGPIPE, "bitpal: ended by SIGPIPE\n"},
    {SIGIO, "bitpal: ended by SIGIO\n"},
    {SIGPWR, "bitpal: ended by SIGPWR\n"},
    {SIGSTKFLT, "bitpal: ended by SIGSTKFLT\n"},
    {SIGXCPU, "bitpal: ended by SIGXCPU\n"},
    {SIGXFSZ, "bitpal: ended by SIGXFSZ\n"},
    {SIGSEGV, "bitpal: crashed (SIGSEGV)\n"},
    {SIGABRT, "bitpal: crashed (SIGABRT)\n"},
    {SIGBUS, "bitpal: crashed (SIGBUS)\n"},
    {SIGILL, "bitpal: crashed (SIGILL)\n"},
    {SIGFPE, "bitpal: crashed (SIGFPE)\n"},
    {SIGTRAP, "bitpal: crashed (SIGTRAP)\n"},
    {SIGSYS, "bitpal: crashed (SIGSYS)\n"},
};

static const char *message_of(int number) {
  for (size_t i = 0; i < sizeof messages / sizeof *messages; i++) {
    if (messages[i].number == number) return messages[i].message;
  }
  return "bitpal: ended by a real-time signal\n";
}

/* State used by the handlers, complete before they are installed. */
static struct {
  bitpal_screen *screen; /* NULL for bitpal_guard_line */
  int output_fd, input_fd;
  bool has_modes, has_original, is_line;
  struct termios original;
  char restore[512];
  size_t restore_length;
  int wake[2];
  volatile sig_atomic_t has_mouse, is_suspended;
} guard = {.wake = {-1, -1}};

/* The signal that asked the program to end; 0 for none. */
static volatile sig_atomic_t ended_by;

/* The actions before ncurses installed its handlers, and those of ncurses. */
static struct sigaction found[SIGNALS], found_stop, found_resize, curses_stop, curses_resize;

/* Restores the original action of each signal that ends the program. */
static void reinstate(void) {
  for (int i = 1; i < SIGNALS; i++) {
    if (bitpal_effect_of_signal(i) != BITPAL_LEFT_ALONE) sigaction(i, &found[i], NULL);
  }
}

/* Whether another job is in the foreground; the termios settings are then its own. */
static bool is_in_background(void) {
  pid_t front = tcgetpgrp(guard.input_fd);
  return front > 0 && front != getpgrp();
}

/* Restores the termios settings. Unlike reset_shell_mode it does not write or drain: a blocked
   terminal would keep the program from ending. Async-signal-safe. */
void bitpal_restore_line(void) {
  if (guard.has_original) tcsetattr(guard.input_fd, TCSANOW, &guard.original);
}

/* Restores the terminal and the original signal actions, and prints why. */
static void give_back(int number) {
  if (!guard.is_suspended) {
    bitpal_write(guard.output_fd, guard.restore, guard.restore_length);
    if (!is_in_background()) bitpal_restore_line();
  }
  reinstate();
  bitpal_send(STDERR_FILENO, message_of(number));
}

static void on_crash(int number) {
  int saved = errno;
  give_back(number);
  errno = saved;
  raise(number); /* delivered when this handler returns, so a core dump shows the crash */
}

/* Kills the program if it has not ended in time. */
static void on_alarm(int number) {
  struct sigaction usual = {.sa_handler = SIG_DFL};
  sigaction(number, &usual, NULL); /* ended_by may be SIGALRM itself */
  raise(ended_by);
}

/* Restores the terminal at once, and gives the program five seconds to finish writing. */
static void on_ending(int number) {
  int saved = errno;
  give_back(number);
  bitpal_leave_terminal(guard.screen);
  ended_by = number;
  struct sigaction action = {.sa_handler = on_alarm};
  sigaction(SIGALRM, &action, NULL);
  alarm(5);
  (void)!write(guard.wake[1], "", 1);
  errno = saved;
}

int32_t bitpal_ending_signal(void) { return ended_by; }

/* Whether the window was resized since bitpal_take_resize. */
static volatile sig_atomic_t is_resized;

/* Wakes the program even if the signal arrives just before it starts waiting. ncurses is not told:
   doupdate would look up the size while it draws into the render buffer, which has none. */
static void on_resize(int number) {
  (void)number;
  int saved = errno;
  is_resized = 1;
  (void)!write(guard.wake[1], "", 1);
  errno = saved;
}

bool bitpal_take_resize(void) {
  bool was_resized = is_resized;
  if (was_resized) is_resized = 0;
  return was_resized;
}

/* Turns our modes off before ncurses' SIGTSTP handler stops the program, and on afterwards. */
static void on_stop(int number) {
  int saved = errno;
  guard.is_suspended = 1;
  bitpal_send_rest(guard.screen);
  if (guard.has_mouse) bitpal_send(guard.output_fd, bitpal_mouse_off);
  if (guard.has_modes) bitpal_send(guard.output_fd, bitpal_modes_off);
  curses_stop.sa_handler(number);
  if (guard.has_modes) bitpal_send(guard.output_fd, bitpal_modes_on);
  if (guard.has_mouse) bitpal_send(guard.output_fd, bitpal_mouse_on);
  guard.is_suspended = 0;
  on_resize(SIGWINCH); /* the window may have been resized meanwhile */
  errno = saved;
}

/* Must run before newterm, which replaces some of these. */
void bitpal_remember_signals(void) {
  for (int i = 1; i < SIGNALS; i++) {
    if (bitpal_effect_of_signal(i) != BITPAL_LEFT_ALONE) sigaction(i, NULL, &found[i]);
  }
  sigaction(SIGTSTP, NULL, &found_stop);
  sigaction(SIGWINCH, NULL, &found_resize);
}

/* An alternate stack, so that the handler also runs after a stack overflow. */
static void give_alternate_stack(void) {
  static char room[64 * 1024];
  stack_t now;
  if (sigaltstack(NULL, &now) != 0 || !(now.ss_flags & SS_DISABLE)) return;
  stack_t stack = {.ss_sp = room, .ss_size = sizeof room};
  sigaltstack(&stack, NULL);
}

/* Whether a handler is installed. */
static bool is_handler(const struct sigaction *action) {
  return action->sa_handler != SIG_DFL && action->sa_handler != SIG_IGN;
}

/* Wraps ncurses' handler, which ncurses installs only with its first screen; later screens find
   `outer` itself. */
static void wrap(int number, struct sigaction *inner, void (*outer)(int)) {
  struct sigaction now;
  sigaction(number, NULL, &now);
  if (is_handler(&now) && now.sa_handler != outer) *inner = now;
  if (now.sa_handler == SIG_IGN || !is_handler(inner)) return;
  struct sigaction action = *inner;
  action.sa_handler = outer;
  sigaction(number, &action, NULL);
}

/* Handles all signals of one kind, except those ignored when the program started. */
static void install(bitpal_signal_effect effect, void (*handler)(int)) {
  struct sigaction action = {.sa_handler = handler, .sa_flags = SA_ONSTACK};
  sigfillset(&action.sa_mask);
  for (int i = 1; i < SIGNALS; i++) {
    if (bitpal_effect_of_signal(i) == effect && found[i].sa_handler != SIG_IGN) {
      sigaction(i, &action, NULL);
    }
  }
}

void bitpal_guard_line(int32_t fd, const char *restore) {
  if (guard.screen != NULL || guard.is_line) return;
  guard.is_line = true;
  bitpal_remember_signals();
  guard.output_fd = guard.input_fd = fd;
  guard.has_original = tcgetattr(fd, &guard.original) == 0;
  guard.restore_length = strlen(restore);
  if (guard.restore_length > sizeof guard.restore) guard.restore_length = 0;
  memcpy(guard.restore, restore, guard.restore_length);
  guard.is_suspended = 0;
  give_alternate_stack();
  install(BITPAL_CRASH, on_crash);
}

void bitpal_unguard_line(void) {
  if (!guard.is_line) return;
  guard.is_line = false;
  for (int i = 1; i < SIGNALS; i++) {
    if (bitpal_effect_of_signal(i) == BITPAL_CRASH) sigaction(i, &found[i], NULL);
  }
}

bool bitpal_guard_terminal(bitpal_screen *screen, const struct termios *original) {
  if (pipe2(guard.wake, O_CLOEXEC | O_NONBLOCK) != 0) return false;
  guard.screen = screen;
  guard.output_fd = bitpal_sending_fd(screen);
  guard.input_fd = screen->input_fd;
  guard.has_modes = screen->has_modes;
  guard.has_original = original != NULL;
  if (original != NULL) guard.original = *original;
  guard.restore_length = bitpal_restore_sequence(screen, guard.restore, sizeof guard.restore);
  guard.is_suspended = guard.has_mouse = 0;

  give_alternate_stack();
  ended_by = is_resized = 0;
  install(BITPAL_CRASH, on_crash);
  install(BITPAL_ENDING, on_ending);
  wrap(SIGTSTP, &curses_stop, on_stop);
  wrap(SIGWINCH, &curses_resize, on_resize);
  return true;
}

void bitpal_unguard_terminal(void) {
  if (ended_by != 0) alarm(0); /* it is ending */
  reinstate();
  guard.screen = NULL;
  sigaction(SIGTSTP, &found_stop, NULL);
  sigaction(SIGWINCH, &found_resize, NULL);
  for (int i = 0; i < 2; i++) {
    close(guard.wake[i]);
    guard.wake[i] = -1;
  }
}

/* Whether on_stop turns the mouse off and on again. */
void bitpal_guard_mouse(bool on) { guard.has_mouse = on; }

int bitpal_wake_fd(void) { return guard.wake[0]; }

/* Drains the wake pipe, so that poll can wait again. */
void bitpal_drain_wake(void) {
  char bytes[64];
  while (guard.wake[0] >= 0 && read(guard.wake[0], bytes, sizeof bytes) > 0) {
  }
}
