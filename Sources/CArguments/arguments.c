#include "CArguments.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <stddef.h>

static int count;
static char **words;

/* A stream that was closed would give its number to the next file opened, which may be the ledger:
   each gets /dev/null in a mode that lets reading end and writing results fail. */
static void hold_streams(void) {
  const int modes[] = {O_RDONLY, O_RDONLY, O_RDWR};
  for (int stream = 0; stream < 3; stream++) {
    if (fcntl(stream, F_GETFD) < 0 && errno == EBADF) open("/dev/null", modes[stream]);
  }
}

/* By itself the C library raises this limit to the largest block ever freed, up to 32 MB, and from
   then on keeps what such blocks leave: a proof of a million rows took 105 MB with it, 64 without. */
static void return_large_blocks(void) {
#ifdef M_MMAP_THRESHOLD
  mallopt(M_MMAP_THRESHOLD, 4 << 20);
#endif
}

/* The C library passes main's arguments to constructors, too. */
__attribute__((constructor)) static void keep_arguments(int argc, char **argv) {
  count = argc;
  words = argv;
  hold_streams();
  return_large_blocks();
}

int32_t bitpal_argument_count(void) { return count; }

const char *bitpal_argument(int32_t index) {
  return index >= 0 && index < count ? words[index] : NULL;
}
