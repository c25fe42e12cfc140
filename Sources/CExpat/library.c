#include "library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct bitpal_expat library;
static bool is_loaded;
static char failure[128];

static bool find(void *handle, const char *name, void *into) {
  void *symbol = dlsym(handle, name);
  // C cannot cast an object pointer to a function pointer, so store through a void **.
  *(void **)into = symbol;
  if (!symbol) snprintf(failure, sizeof failure, "libexpat lacks %s", name);
  return symbol;
}

static void load(void) {
  void *handle = dlopen("libexpat.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    snprintf(failure, sizeof failure, "libexpat.so.1 was not found");
    return;
  }
  is_loaded = find(handle, "XML_ParserCreate", &library.create) &&
              find(handle, "XML_SetUserData", &library.set_context) &&
              find(handle, "XML_SetElementHandler", &library.set_elements) &&
              find(handle, "XML_SetCharacterDataHandler", &library.set_text) &&
              find(handle, "XML_SetStartDoctypeDeclHandler", &library.set_document_type) &&
              find(handle, "XML_Parse", &library.parse) &&
              find(handle, "XML_StopParser", &library.stop) &&
              find(handle, "XML_GetErrorCode", &library.error) &&
              find(handle, "XML_ErrorString", &library.words) &&
              find(handle, "XML_GetCurrentLineNumber", &library.line) &&
              find(handle, "XML_ParserFree", &library.free);
}

const struct bitpal_expat *bitpal_expat_load(const char **why) {
  pthread_once(&once, load);
  *why = failure;
  return is_loaded ? &library : NULL;
}
