#include "library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct bitpal_libarchive library;
static bool is_loaded;
static char failure[128];

static bool find(void *handle, const char *name, void *into) {
  void *symbol = dlsym(handle, name);
  // C cannot cast an object pointer to a function pointer, so store through a void **.
  *(void **)into = symbol;
  if (!symbol) snprintf(failure, sizeof failure, "libarchive lacks %s", name);
  return symbol;
}

static void load(void) {
  void *handle = dlopen("libarchive.so.13", RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    snprintf(failure, sizeof failure, "libarchive.so.13 was not found");
    return;
  }
  is_loaded = find(handle, "archive_read_new", &library.create) &&
              find(handle, "archive_read_support_filter_gzip", &library.support_gzip) &&
              find(handle, "archive_read_support_format_raw", &library.support_raw) &&
              find(handle, "archive_read_support_format_zip", &library.support_zip) &&
              find(handle, "archive_read_open_memory", &library.open_memory) &&
              find(handle, "archive_read_next_header", &library.next_header) &&
              find(handle, "archive_read_data", &library.data) &&
              find(handle, "archive_error_string", &library.error) &&
              find(handle, "archive_read_free", &library.free) &&
              find(handle, "archive_entry_pathname", &library.name) &&
              find(handle, "archive_entry_filetype", &library.kind);
}

const struct bitpal_libarchive *bitpal_libarchive_load(const char **why) {
  pthread_once(&once, load);
  *why = failure;
  return is_loaded ? &library : NULL;
}
