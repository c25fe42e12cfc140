// Makes the calls that write fail from some call on: the disk is full, or broken.
// BITPAL_FAULT_AFTER=N lets N calls through, BITPAL_FAULT_CODE is the errno of all later ones. Only
// files below BITPAL_FAULT_BELOW count, so that results still reach their reader.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static long calls;

static int fails(int descriptor) {
  const char *below = getenv("BITPAL_FAULT_BELOW");
  const char *after = getenv("BITPAL_FAULT_AFTER");
  if (!below || !after) return 0;
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  if (strncmp(path, below, strlen(below)) != 0) return 0;
  if (calls++ < atol(after)) return 0;
  errno = atoi(getenv("BITPAL_FAULT_CODE"));
  return 1;
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t write(int descriptor, const void *bytes, size_t count) {
  return fails(descriptor) ? -1 : NEXT(write)(descriptor, bytes, count);
}
ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
  return fails(descriptor) ? -1 : NEXT(pwrite)(descriptor, bytes, count, offset);
}
ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) {
  return fails(descriptor) ? -1 : NEXT(pwrite64)(descriptor, bytes, count, offset);
}
int fsync(int descriptor) { return fails(descriptor) ? -1 : NEXT(fsync)(descriptor); }
int fdatasync(int descriptor) { return fails(descriptor) ? -1 : NEXT(fdatasync)(descriptor); }
int ftruncate(int descriptor, off_t length) {
  return fails(descriptor) ? -1 : NEXT(ftruncate)(descriptor, length);
}
int ftruncate64(int descriptor, off64_t length) {
  return fails(descriptor) ? -1 : NEXT(ftruncate64)(descriptor, length);
}
