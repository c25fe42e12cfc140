// Runs a program and writes the file addresses of the functions it calls, found with a breakpoint
// at the start of each function until its first call. Why: docs/decisions/function-order.md.
// Usage: called-functions ADDRESSES RESULT PROGRAM [ARGUMENT...]
// ADDRESSES has one hexadecimal address per line.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BREAKPOINT = 0xcc, LARGEST_PROGRAM = 1 << 28 };

static char is_uncalled[LARGEST_PROGRAM];
static unsigned char code[LARGEST_PROGRAM], with_breakpoints[LARGEST_PROGRAM];
static unsigned long base, first = LARGEST_PROGRAM, end;
static int memory;

static int set_breakpoints(FILE *addresses) {
  for (unsigned long address; fscanf(addresses, "%lx", &address) == 1 && address < LARGEST_PROGRAM;) {
    is_uncalled[address] = 1;
    if (address < first) first = address;
    if (address >= end) end = address + 1;
  }
  ssize_t size = end - first;
  if (size <= 0 || pread(memory, code + first, size, base + first) != size) return 0;
  for (unsigned long address = first; address < end; address++)
    with_breakpoints[address] = is_uncalled[address] ? BREAKPOINT : code[address];
  return pwrite(memory, with_breakpoints + first, size, base + first) == size;
}

// Resumes at the original instruction. Two threads can hit the same breakpoint.
static void remove_breakpoint(pid_t thread, FILE *result) {
  struct user_regs_struct registers;
  if (ptrace(PTRACE_GETREGS, thread, 0, &registers) != 0) return;
  unsigned long address = registers.rip - 1 - base;
  if (address < first || address >= end || with_breakpoints[address] == code[address]) return;
  if (is_uncalled[address] && pwrite(memory, code + address, 1, base + address) == 1) {
    is_uncalled[address] = 0;
    fprintf(result, "%016lx\n", address);
  }
  registers.rip--;
  ptrace(PTRACE_SETREGS, thread, 0, &registers);
}

int main(int count, char **words) {
  FILE *addresses = count > 3 ? fopen(words[1], "r") : NULL, *result = count > 3 ? fopen(words[2], "w") : NULL;
  pid_t program = fork();
  if (program == 0) {
    if (ptrace(PTRACE_TRACEME, 0, 0, 0) == 0) execv(words[3], words + 3);
    _exit(1);
  }
  int status;
  if (!addresses || !result || waitpid(program, &status, 0) != program || !WIFSTOPPED(status)) return 1;
  ptrace(PTRACE_SETOPTIONS, program, 0, PTRACE_O_TRACECLONE | PTRACE_O_EXITKILL);
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/maps", program);
  FILE *maps = fopen(path, "r");
  snprintf(path, sizeof path, "/proc/%d/mem", program);
  memory = open(path, O_RDWR);
  if (!maps || fscanf(maps, "%lx", &base) != 1 || memory < 0 || !set_breakpoints(addresses)) return 1;
  ptrace(PTRACE_CONT, program, 0, 0);
  for (pid_t thread; (thread = waitpid(-1, &status, __WALL)) > 0;) {
    if (!WIFSTOPPED(status)) continue;
    int signal = WSTOPSIG(status), is_event = status >> 16 != 0;
    if (signal == SIGTRAP && !is_event) remove_breakpoint(thread, result);
    // A new thread starts with a SIGSTOP.
    ptrace(PTRACE_CONT, thread, 0, signal == SIGTRAP || signal == SIGSTOP ? 0 : signal);
  }
  return 0;
}
