// Runs a program up to its Nth call of the file system, and stops there, before the call.
//
//   stop any|ledger|flock|link|kill N BELOW PROGRAM ARGUMENTS...
//
// any: calls that open, lock, write, sync, name or remove; paths count if they begin with BELOW.
// ledger: calls that take SQLite's lock for writing. flock and link: those calls. At the Nth the
// tracer stops itself, and with it the program: its parent does something else and sends SIGCONT.
// Then the program runs to its end. The exit status is the program's; a program that makes fewer
// calls ends without a stop. kill: those of any, and at the Nth the program is killed.
#define _GNU_SOURCE
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <linux/ptrace.h>
#include <unistd.h>

// Whether the text at an address of the program begins with another.
static int begins(pid_t thread, unsigned long address, const char *below) {
  char text[PATH_MAX];
  size_t length = strlen(below);
  struct iovec here = {text, length}, there = {(void *)address, length};
  return length <= sizeof text && process_vm_readv(thread, &here, 1, &there, 1, 0) == (ssize_t)length
    && !memcmp(text, below, length);
}

// Whether a call of fcntl takes the byte that SQLite's writers lock (WAL_WRITE_LOCK in wal.c).
static int locksLedger(pid_t thread, const __u64 *argument) {
  struct flock lock;
  struct iovec here = {&lock, sizeof lock}, there = {(void *)argument[2], sizeof lock};
  return argument[1] == F_SETLK
    && process_vm_readv(thread, &here, 1, &there, 1, 0) == sizeof lock
    && lock.l_type == F_WRLCK && lock.l_start == 120;
}

static int counts(
  pid_t thread, const struct ptrace_syscall_info *info, const char *kind, const char *below
) {
  const __u64 *argument = info->entry.args;
  long call = info->entry.nr;
  if (!strcmp(kind, "ledger")) return call == SYS_fcntl && locksLedger(thread, argument);
  if (!strcmp(kind, "flock")) return call == SYS_flock;
#ifdef SYS_link
  if (!strcmp(kind, "link")) return call == SYS_link || call == SYS_linkat;
#else
  if (!strcmp(kind, "link")) return call == SYS_linkat;
#endif
  switch (call) {
  case SYS_fcntl: case SYS_flock: case SYS_write: case SYS_pwrite64: case SYS_ftruncate:
  case SYS_fsync: case SYS_fdatasync:
    return 1;
  case SYS_openat: case SYS_unlinkat: case SYS_linkat: case SYS_renameat2:
    return begins(thread, argument[1], below);
#ifdef SYS_open
  case SYS_open: case SYS_unlink: case SYS_link: case SYS_rename:
    return begins(thread, argument[0], below);
#endif
#ifdef SYS_renameat
  case SYS_renameat: return begins(thread, argument[1], below);
#endif
  default: return 0;
  }
}

int main(int count, char **words) {
  if (count < 5) return 64;
  long left = atol(words[2]);
  pid_t program = fork();
  if (program == 0) {
    ptrace(PTRACE_TRACEME, 0, 0, 0);
    execv(words[4], words + 4);
    _exit(127);
  }
  int status, isFollowed = 0;
  // Threads and children of the program are followed, too, as far as the stop.
  enum __ptrace_request go = PTRACE_SYSCALL;
  for (;;) {
    pid_t thread = waitpid(-1, &status, __WALL);
    if (thread < 0) return 71;
    if (WIFEXITED(status) || WIFSIGNALED(status)) {
      if (thread != program) continue;
      return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }
    int signal = WSTOPSIG(status), event = status >> 16;
    if (!isFollowed) {
      isFollowed = 1;
      ptrace(PTRACE_SETOPTIONS, program, 0,
             PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE | PTRACE_O_EXITKILL);
      signal = 0;
    } else if (signal == (SIGTRAP | 0x80)) {
      struct ptrace_syscall_info info;
      signal = 0;
      if (go == PTRACE_SYSCALL
          && ptrace(PTRACE_GET_SYSCALL_INFO, thread, sizeof info, &info) > 0
          && info.op == PTRACE_SYSCALL_INFO_ENTRY && counts(thread, &info, words[1], words[3])
          && left-- == 1) {
        if (strcmp(words[1], "kill")) raise(SIGSTOP);
        else kill(program, SIGKILL);
        go = PTRACE_CONT;
      }
    } else if (event || signal == SIGSTOP) {
      // A new thread begins with a stop of its own.
      signal = 0;
    }
    ptrace(go, thread, 0, signal);
  }
}
