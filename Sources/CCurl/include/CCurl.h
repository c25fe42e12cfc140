// One blocking HTTP GET over the system's libcurl, which is loaded when the first request is made:
// a program that never asks for prices never pays for it, and needs no curl at run time.
#ifndef CCURL_H
#define CCURL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// How a request ended.
enum bitpal_http_outcome {
  /// An answer came whole, whatever its status.
  BITPAL_HTTP_ANSWERED = 0,
  /// The system has no libcurl that can be used.
  BITPAL_HTTP_NO_LIBRARY,
  /// The name of the host is not known.
  BITPAL_HTTP_RESOLVE,
  /// Nothing listens there, or nothing was said.
  BITPAL_HTTP_CONNECT,
  /// The certificate is not trusted, or no encryption could be agreed on.
  BITPAL_HTTP_TLS,
  /// The connection or the whole request took too long.
  BITPAL_HTTP_TIMEOUT,
  /// The body, unpacked, is larger than allowed.
  BITPAL_HTTP_TOO_LARGE,
  /// The connection broke, or the packing was damaged, within an answer.
  BITPAL_HTTP_CUT,
  /// Too many redirects, or one to another scheme.
  BITPAL_HTTP_REDIRECT,
  /// The proxy's name is not known.
  BITPAL_HTTP_PROXY_RESOLVE,
  /// The proxy would not pass the request on; `connect_status` is its answer.
  BITPAL_HTTP_PROXY_REFUSED,
  /// The head of the answer is too large.
  BITPAL_HTTP_HEAD_TOO_LARGE,
  /// The cancel flag was set.
  BITPAL_HTTP_CANCELLED,
  /// Anything else.
  BITPAL_HTTP_OTHER,
};

/// What is asked. Pointers are only read, and only until the call returns.
struct bitpal_http_request {
  /// http or https. Plain http never goes through a proxy: it is meant for loopback.
  const char *url;
  const char *user_agent;
  /// `Name: value`, or NULL; sent to the scheme, host and port of `url` only, not where a redirect
  /// leads beyond them.
  const char *private_header;
  /// Certificates to trust in place of libcurl's own file and folder, or NULL.
  const char *certificate_file;
  const char *certificate_folder;
  /// The proxy for https and the hosts that go without it, or NULL; the environment is not asked.
  const char *proxy;
  const char *no_proxy;
  int64_t connect_milliseconds;
  /// For the whole call, redirects included.
  int64_t total_milliseconds;
  /// Bytes of body, after unpacking.
  size_t maximum_body;
  /// Not NULL: looked at about once a second and on every packet; see bitpal_http_cancel.
  const int32_t *cancel;
};

/// What came.
struct bitpal_http_response {
  enum bitpal_http_outcome outcome;
  /// libcurl's own words, for outcomes other than BITPAL_HTTP_ANSWERED.
  char reason[256];
  /// 0 before an answer began.
  int64_t status;
  /// The status of the proxy's answer to CONNECT, 0 without one.
  int64_t connect_status;
  /// Requests that were sent, one for each redirect too.
  int32_t requests;
  /// Owned; given back by bitpal_http_release.
  uint8_t *body;
  size_t body_length;
  /// Header values, empty when absent or longer than this.
  char content_type[128];
  char retry_after[64];
  char date[64];
};

/// Fills `response`; safe to call from several threads at once.
void bitpal_http_get(const struct bitpal_http_request *request,
                     struct bitpal_http_response *response);

/// The HTTP library of the system.
struct bitpal_http_library {
  bool is_usable;
  /// Why it is not.
  char reason[256];
  /// Such as `7.88.1` and `OpenSSL/3.0.17`; the latter is empty without TLS.
  char version[64];
  char tls[64];
  bool has_http2;
};

/// Loads the library and describes it.
void bitpal_http_describe(struct bitpal_http_library *library);

/// Frees the body.
void bitpal_http_release(struct bitpal_http_response *response);

/// Sets a cancel flag; may be called from another thread or a signal handler.
void bitpal_http_cancel(int32_t *flag);

#endif
