// The libcurl functions in use, resolved at run time.
#ifndef BITPAL_CURL_LIBRARY_H
#define BITPAL_CURL_LIBRARY_H

// The type-checking macros would turn calls into references that must be linked.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

struct bitpal_curl {
  __typeof__(&curl_global_init) global_init;
  __typeof__(&curl_easy_init) easy_init;
  __typeof__(&curl_easy_setopt) setopt;
  __typeof__(&curl_easy_perform) perform;
  __typeof__(&curl_easy_getinfo) getinfo;
  __typeof__(&curl_easy_strerror) strerror;
  __typeof__(&curl_easy_cleanup) cleanup;
  __typeof__(&curl_slist_append) slist_append;
  __typeof__(&curl_slist_free_all) slist_free;
  __typeof__(&curl_url) url;
  __typeof__(&curl_url_set) url_set;
  __typeof__(&curl_url_get) url_get;
  __typeof__(&curl_url_cleanup) url_cleanup;
  __typeof__(&curl_free) free;
  __typeof__(&curl_version_info) version_info;
};

/// The library, loaded once per process; NULL on failure, with the reason in `*why`.
const struct bitpal_curl *bitpal_curl_load(const char **why);

#endif
