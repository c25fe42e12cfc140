#include "library.h"

#include "pages.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct bitpal_curl library;
static bool is_loaded;
static char failure[256];

static bool find(void *handle, const char *name, void *into) {
  void *symbol = dlsym(handle, name);
  // C cannot cast an object pointer to a function pointer, so store through a void **.
  *(void **)into = symbol;
  if (!symbol) snprintf(failure, sizeof failure, "libcurl lacks %s", name);
  return symbol;
}

static void load(void) {
  const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4"};
  void *handle = NULL;
  bitpal_give_back_pages();
  for (size_t i = 0; i < sizeof names / sizeof *names && !handle; i++)
    handle = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    snprintf(failure, sizeof failure, "libcurl.so.4 was not found");
    return;
  }
  is_loaded = find(handle, "curl_global_init", &library.global_init) &&
              find(handle, "curl_easy_init", &library.easy_init) &&
              find(handle, "curl_easy_setopt", &library.setopt) &&
              find(handle, "curl_easy_perform", &library.perform) &&
              find(handle, "curl_easy_getinfo", &library.getinfo) &&
              find(handle, "curl_easy_strerror", &library.strerror) &&
              find(handle, "curl_easy_cleanup", &library.cleanup) &&
              find(handle, "curl_slist_append", &library.slist_append) &&
              find(handle, "curl_slist_free_all", &library.slist_free) &&
              find(handle, "curl_url", &library.url) &&
              find(handle, "curl_url_set", &library.url_set) &&
              find(handle, "curl_url_get", &library.url_get) &&
              find(handle, "curl_url_cleanup", &library.url_cleanup) &&
              find(handle, "curl_free", &library.free) &&
              find(handle, "curl_version_info", &library.version_info);
  bitpal_give_back_pages();
  if (is_loaded && library.global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
    snprintf(failure, sizeof failure, "libcurl could not be started");
    is_loaded = false;
  }
  bitpal_give_back_pages();
}

const struct bitpal_curl *bitpal_curl_load(const char **why) {
  pthread_once(&once, load);
  *why = failure;
  return is_loaded ? &library : NULL;
}
