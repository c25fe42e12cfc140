#include "CCurl.h"
#include "library.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

enum { MAXIMUM_REDIRECTS = 3, MAXIMUM_HEAD = 65536 };

struct transfer {
  const struct bitpal_curl *curl;
  const struct bitpal_http_request *request;
  struct bitpal_http_response *response;
  size_t capacity;
  bool is_too_large;
  size_t head_length;
};

static void fail(struct bitpal_http_response *response, enum bitpal_http_outcome outcome,
                 const char *reason) {
  response->outcome = outcome;
  snprintf(response->reason, sizeof response->reason, "%s", reason);
}

static int64_t milliseconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void bitpal_http_cancel(int32_t *flag) { __atomic_store_n(flag, 1, __ATOMIC_RELAXED); }

// libcurl passes decompressed bytes, so the limit also catches a small body that expands to a large
// one.
static size_t take_body(char *bytes, size_t size, size_t count, void *context) {
  struct transfer *transfer = context;
  struct bitpal_http_response *response = transfer->response;
  size_t length = size * count;
  if (length > transfer->request->maximum_body - response->body_length) {
    transfer->is_too_large = true;
    return 0;
  }
  size_t needed = response->body_length + length;
  if (needed > transfer->capacity) {
    size_t capacity = needed < 32768 ? 32768 : needed + needed / 2;
    uint8_t *body = realloc(response->body, capacity);
    if (!body) return 0;
    response->body = body;
    transfer->capacity = capacity;
  }
  memcpy(response->body + response->body_length, bytes, length);
  response->body_length = needed;
  return length;
}

static void keep_value(const char *line, size_t length, const char *name, char *into,
                       size_t capacity) {
  size_t name_length = strlen(name);
  if (length <= name_length || line[name_length] != ':' || strncasecmp(line, name, name_length))
    return;
  const char *start = line + name_length + 1, *end = line + length;
  while (start < end && (*start == ' ' || *start == '\t')) start++;
  while (end > start && (unsigned char)end[-1] <= ' ') end--;
  size_t value_length = (size_t)(end - start);
  if (value_length >= capacity) return;
  memcpy(into, start, value_length);
  into[value_length] = 0;
}

static size_t take_header(char *line, size_t size, size_t count, void *context) {
  struct transfer *transfer = context;
  struct bitpal_http_response *response = transfer->response;
  size_t length = size * count;
  transfer->head_length += length;
  if (transfer->head_length > MAXIMUM_HEAD) return 0;
  // An interim response (100, 103) is followed by another header block.
  if (length >= 5 && !memcmp(line, "HTTP/", 5))
    *response->content_type = *response->retry_after = *response->date = 0;
  keep_value(line, length, "content-type", response->content_type, sizeof response->content_type);
  keep_value(line, length, "retry-after", response->retry_after, sizeof response->retry_after);
  keep_value(line, length, "date", response->date, sizeof response->date);
  return length;
}

static int check_cancel(void *context, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d) {
  (void)a, (void)b, (void)c, (void)d;
  const int32_t *flag = ((struct transfer *)context)->request->cancel;
  return flag && __atomic_load_n(flag, __ATOMIC_RELAXED);
}

// CURLE_TOO_LARGE, which headers before 8.6 do not define.
enum { BITPAL_CURLE_TOO_LARGE = 100 };

static enum bitpal_http_outcome outcome_of(CURLcode code, const struct transfer *transfer) {
  if (transfer->is_too_large) return BITPAL_HTTP_TOO_LARGE;
  if (transfer->head_length > MAXIMUM_HEAD) return BITPAL_HTTP_HEAD_TOO_LARGE;
  if (code != CURLE_OK && transfer->response->connect_status / 100 > 2)
    return BITPAL_HTTP_PROXY_REFUSED;
  switch ((int)code) {
    case CURLE_OK: return BITPAL_HTTP_ANSWERED;
    case CURLE_COULDNT_RESOLVE_HOST: return BITPAL_HTTP_RESOLVE;
    case CURLE_COULDNT_RESOLVE_PROXY: return BITPAL_HTTP_PROXY_RESOLVE;
    // Older versions report a header line beyond libcurl's own limit as "out of memory".
    case CURLE_OUT_OF_MEMORY:
    case BITPAL_CURLE_TOO_LARGE: return BITPAL_HTTP_HEAD_TOO_LARGE;
    case CURLE_COULDNT_CONNECT: return BITPAL_HTTP_CONNECT;
    case CURLE_OPERATION_TIMEDOUT: return BITPAL_HTTP_TIMEOUT;
    case CURLE_ABORTED_BY_CALLBACK: return BITPAL_HTTP_CANCELLED;
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_ENGINE_INITFAILED:
    case CURLE_PEER_FAILED_VERIFICATION: return BITPAL_HTTP_TLS;
    case CURLE_PARTIAL_FILE:
    case CURLE_GOT_NOTHING:
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM:
    case CURLE_WEIRD_SERVER_REPLY:
    case CURLE_BAD_CONTENT_ENCODING:
      return transfer->response->status ? BITPAL_HTTP_CUT : BITPAL_HTTP_CONNECT;
    default: return BITPAL_HTTP_OTHER;
  }
}

// Sets the options common to all hops. False means that libcurl is too old to be trusted.
static bool set_options(CURL *handle, struct transfer *transfer, char *reason) {
  const struct bitpal_curl *curl = transfer->curl;
  const struct bitpal_http_request *request = transfer->request;
  bool is_set =
      curl->setopt(handle, CURLOPT_ERRORBUFFER, reason) == CURLE_OK &&
      curl->setopt(handle, CURLOPT_NOSIGNAL, 1L) == CURLE_OK &&
      // libcurl would send our private header to any host it is redirected to.
      curl->setopt(handle, CURLOPT_FOLLOWLOCATION, 0L) == CURLE_OK &&
      curl->setopt(handle, CURLOPT_USERAGENT, request->user_agent) == CURLE_OK &&
      curl->setopt(handle, CURLOPT_ACCEPT_ENCODING, "gzip") == CURLE_OK &&
      curl->setopt(handle, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L) == CURLE_OK &&
      curl->setopt(handle, CURLOPT_CONNECTTIMEOUT_MS, (long)request->connect_milliseconds) ==
          CURLE_OK &&
      curl->setopt(handle, CURLOPT_WRITEFUNCTION, take_body) == CURLE_OK &&
      curl->setopt(handle, CURLOPT_WRITEDATA, transfer) == CURLE_OK &&
      curl->setopt(handle, CURLOPT_HEADERFUNCTION, take_header) == CURLE_OK &&
      curl->setopt(handle, CURLOPT_HEADERDATA, transfer) == CURLE_OK &&
      curl->setopt(handle, CURLOPT_XFERINFOFUNCTION, check_cancel) == CURLE_OK &&
      curl->setopt(handle, CURLOPT_XFERINFODATA, transfer) == CURLE_OK &&
      curl->setopt(handle, CURLOPT_NOPROGRESS, 0L) == CURLE_OK;
  if (request->certificate_file)
    is_set = is_set &&
             curl->setopt(handle, CURLOPT_CAINFO, request->certificate_file) == CURLE_OK;
  // Not every TLS backend supports CAPATH; ignore the failure.
  if (request->certificate_folder)
    curl->setopt(handle, CURLOPT_CAPATH, request->certificate_folder);
  // Rare small requests gain nothing from HTTP/2, where libcurl silently retries a refused request
  // five times.
  curl->setopt(handle, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
  curl->setopt(handle, CURLOPT_NOPROXY, request->no_proxy ? request->no_proxy : "");
#if LIBCURL_VERSION_NUM >= 0x075700
  // Without it, cleanup waits for an unresponsive name server past every timeout.
  curl->setopt(handle, CURLOPT_QUICK_EXIT, 1L);
#endif
  return is_set;
}

static char *part(const struct bitpal_curl *curl, CURLU *url, CURLUPart which, unsigned flags) {
  char *text = NULL;
  return curl->url_get(url, which, &text, flags) == CURLUE_OK ? text : NULL;
}

static bool has_same(const struct bitpal_curl *curl, CURLU *one, CURLU *other, CURLUPart which) {
  char *a = part(curl, one, which, CURLU_DEFAULT_PORT);
  char *b = part(curl, other, which, CURLU_DEFAULT_PORT);
  bool is_same = a && b && !strcasecmp(a, b);
  curl->free(a);
  curl->free(b);
  return is_same;
}

static bool has_scheme(const struct bitpal_curl *curl, CURLU *url, const char *scheme) {
  char *text = part(curl, url, CURLUPART_SCHEME, 0);
  bool is_it = text && !strcasecmp(text, scheme);
  curl->free(text);
  return is_it;
}

// Sends one request. Returns true if it was redirected; `url` is then the new target.
static bool hop(CURL *handle, struct transfer *transfer, CURLU *origin, CURLU *url,
                int64_t milliseconds_left, const char *reason) {
  const struct bitpal_curl *curl = transfer->curl;
  const struct bitpal_http_request *request = transfer->request;
  struct bitpal_http_response *response = transfer->response;
  bool is_home = has_same(curl, origin, url, CURLUPART_HOST) &&
                 has_same(curl, origin, url, CURLUPART_PORT);
  struct curl_slist *headers = NULL;
  if (is_home && request->private_header)
    headers = curl->slist_append(NULL, request->private_header);
  curl->setopt(handle, CURLOPT_HTTPHEADER, headers);
  curl->setopt(handle, CURLOPT_CURLU, url);
  curl->setopt(handle, CURLOPT_PROXY,
               has_scheme(curl, url, "https") && request->proxy ? request->proxy : "");
  curl->setopt(handle, CURLOPT_TIMEOUT_MS, (long)milliseconds_left);

  response->status = 0;
  response->body_length = 0;
  transfer->head_length = 0;
  CURLcode code = curl->perform(handle);
  response->requests++;
  long status = 0, connect_status = 0;
  curl->getinfo(handle, CURLINFO_HTTP_CONNECTCODE, &connect_status);
  response->connect_status = connect_status;
  curl->getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
  response->status = status;
  curl->slist_free(headers);
  curl->setopt(handle, CURLOPT_HTTPHEADER, NULL);
  enum bitpal_http_outcome outcome = outcome_of(code, transfer);
  fail(response, outcome, code == CURLE_OK ? "" : *reason ? reason : curl->strerror(code));
  if (outcome != BITPAL_HTTP_ANSWERED) return false;

  char *target = NULL;
  curl->getinfo(handle, CURLINFO_REDIRECT_URL, &target);
  if (!target) return false;
  if (curl->url_set(url, CURLUPART_URL, target, CURLU_DISALLOW_USER) != CURLUE_OK ||
      !has_same(curl, origin, url, CURLUPART_SCHEME)) {
    fail(response, BITPAL_HTTP_REDIRECT, "redirected to another scheme");
    return false;
  }
  return true;
}

static void get(CURL *handle, struct transfer *transfer, CURLU *origin, CURLU *url) {
  const struct bitpal_http_request *request = transfer->request;
  struct bitpal_http_response *response = transfer->response;
  char reason[CURL_ERROR_SIZE] = "";
  if (!set_options(handle, transfer, reason)) {
    fail(response, BITPAL_HTTP_NO_LIBRARY, "libcurl is too old");
    return;
  }
  int64_t deadline = milliseconds_now() + request->total_milliseconds;
  for (int redirects = 0; redirects <= MAXIMUM_REDIRECTS; redirects++) {
    int64_t left = deadline - milliseconds_now();
    // libcurl treats a timeout of 0 as none.
    if (left <= 0) {
      fail(response, BITPAL_HTTP_TIMEOUT, "time is up");
      return;
    }
    if (!hop(handle, transfer, origin, url, left, reason)) return;
  }
  fail(response, BITPAL_HTTP_REDIRECT, "too many redirects");
}

void bitpal_http_get(const struct bitpal_http_request *request,
                     struct bitpal_http_response *response) {
  memset(response, 0, sizeof *response);
  const char *why = NULL;
  const struct bitpal_curl *curl = bitpal_curl_load(&why);
  if (!curl) {
    fail(response, BITPAL_HTTP_NO_LIBRARY, why);
    return;
  }
  struct transfer transfer = {.curl = curl, .request = request, .response = response};
  CURL *handle = curl->easy_init();
  CURLU *origin = curl->url(), *url = curl->url();
  if (!handle || !origin || !url) {
    fail(response, BITPAL_HTTP_OTHER, "out of memory");
  } else if (curl->url_set(origin, CURLUPART_URL, request->url, CURLU_DISALLOW_USER) ||
             curl->url_set(url, CURLUPART_URL, request->url, CURLU_DISALLOW_USER) ||
             !(has_scheme(curl, url, "https") || has_scheme(curl, url, "http"))) {
    fail(response, BITPAL_HTTP_OTHER, "not a web address");
  } else {
    get(handle, &transfer, origin, url);
  }
  curl->cleanup(handle);
  curl->url_cleanup(url);
  curl->url_cleanup(origin);
}

void bitpal_http_describe(struct bitpal_http_library *library) {
  memset(library, 0, sizeof *library);
  const char *why = NULL;
  const struct bitpal_curl *curl = bitpal_curl_load(&why);
  if (!curl) {
    snprintf(library->reason, sizeof library->reason, "%s", why);
    return;
  }
  const curl_version_info_data *info = curl->version_info(CURLVERSION_NOW);
  library->is_usable = true;
  snprintf(library->version, sizeof library->version, "%s", info->version);
  if (info->features & CURL_VERSION_SSL && info->ssl_version)
    snprintf(library->tls, sizeof library->tls, "%s", info->ssl_version);
  library->has_http2 = info->features & CURL_VERSION_HTTP2;
}

void bitpal_http_release(struct bitpal_http_response *response) {
  free(response->body);
  response->body = NULL;
  response->body_length = 0;
}
