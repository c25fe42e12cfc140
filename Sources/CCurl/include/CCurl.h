// Blocking HTTP GET with the system's libcurl, loaded on the first request: commands that fetch no
// prices neither need libcurl nor pay for loading it.
#ifndef CCURL_H
#define CCURL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// How a request ended.
enum bitpal_http_outcome {
  /// A complete response arrived, with any status.
  BITPAL_HTTP_ANSWERED = 0,
  /// The system has no usable libcurl.
  BITPAL_HTTP_NO_LIBRARY,
  /// The host name could not be resolved.
  BITPAL_HTTP_RESOLVE,
  /// The connection failed, or closed without a response.
  BITPAL_HTTP_CONNECT,
  /// The certificate is not trusted, or the TLS handshake failed.
  BITPAL_HTTP_TLS,
  /// The connection or the whole request took too long.
  BITPAL_HTTP_TIMEOUT,
  /// The decompressed body is larger than allowed.
  BITPAL_HTTP_TOO_LARGE,
  /// The connection broke or the compressed data was damaged within a response.
  BITPAL_HTTP_CUT,
  /// Too many redirects, or one to another scheme.
  BITPAL_HTTP_REDIRECT,
  /// The proxy's host name could not be resolved.
  BITPAL_HTTP_PROXY_RESOLVE,
  /// The proxy refused the request; `connect_status` has its status.
  BITPAL_HTTP_PROXY_REFUSED,
  /// The response headers are too large.
  BITPAL_HTTP_HEAD_TOO_LARGE,
  /// The cancel flag was set.
  BITPAL_HTTP_CANCELLED,
  /// Anything else.
  BITPAL_HTTP_OTHER,
};

/// A request. Pointers are not kept after the call returns.
struct bitpal_http_request {
  /// http or https. Plain http never goes through a proxy: it is meant for loopback.
  const char *url;
  const char *user_agent;
  /// `Name: value`, or NULL; sent only to the scheme, host and port of `url`, not to redirect
  /// targets elsewhere.
  const char *private_header;
  /// Certificates to trust in place of libcurl's own file and folder, or NULL.
  const char *certificate_file;
  const char *certificate_folder;
  /// The proxy for https and the hosts that bypass it, or NULL; the environment is ignored.
  const char *proxy;
  const char *no_proxy;
  int64_t connect_milliseconds;
  /// For the whole call, redirects included.
  int64_t total_milliseconds;
  /// Limit in bytes, after decompression.
  size_t maximum_body;
  /// If not NULL, checked about once a second and on every packet; see bitpal_http_cancel.
  const int32_t *cancel;
};

/// The response.
struct bitpal_http_response {
  enum bitpal_http_outcome outcome;
  /// libcurl's message, for outcomes other than BITPAL_HTTP_ANSWERED.
  char reason[256];
  /// 0 if no response started.
  int64_t status;
  /// The proxy's status for CONNECT, 0 without one.
  int64_t connect_status;
  /// Requests sent, including redirects.
  int32_t requests;
  /// Owned; freed by bitpal_http_release.
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

/// The system's libcurl.
struct bitpal_http_library {
  bool is_usable;
  /// Why it is not usable.
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
