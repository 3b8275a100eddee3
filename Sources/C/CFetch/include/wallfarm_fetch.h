// Performs one GET or POST request with libcurl over a connected socket. Written in C, because libcurl's
// options are set by a variadic function.
#ifndef WALLFARM_FETCH_H
#define WALLFARM_FETCH_H

#include <stddef.h>

/// The maximum number of header lines.
#define WALLFARM_FETCH_LINES 16

/// The parameters of a fetch.
struct wallfarm_fetch {
  /// https://NAME:PORT/PATH, or http://NAME:PORT/PATH for a connection without TLS
  const char *address;
  /// NAME:PORT:NUMBER, so that libcurl resolves no name.
  const char *resolved;
  /// A socket that is connected to NUMBER; libcurl closes it.
  int socket;
  /// Maximum size of the body in bytes.
  size_t most;
  /// Timeout in milliseconds.
  long milliseconds;
  /// Trusted certificates in PEM format; NULL for those of the machine.
  const char *authority;
  size_t authority_length;
  const char *agent;
  /// The value of the Accept header.
  const char *accept;
  /// Whole header lines such as "If-None-Match: ..." or "Authorization: ..."; NULL ends the list.
  const char *lines[WALLFARM_FETCH_LINES];
  /// The body of a POST request; NULL for a GET request.
  const char *body;
  size_t body_length;
  /// Receives the bytes as they arrive; returns 0 to continue.
  int (*take)(void *context, const char *bytes, size_t count);
  void *context;
};

/// The outcome of a fetch.
enum wallfarm_fetch_end {
  WALLFARM_FETCH_DONE,
  /// The certificate is not trusted, or TLS failed.
  WALLFARM_FETCH_TLS,
  /// The timeout expired.
  WALLFARM_FETCH_LATE,
  /// The body exceeds the maximum size.
  WALLFARM_FETCH_LARGE,
  /// The connection ended early, or the response is not HTTP.
  WALLFARM_FETCH_BROKEN,
};

/// The result of a fetch.
struct wallfarm_fetched {
  enum wallfarm_fetch_end end;
  /// The HTTP status; 0 without a response.
  long status;
  /// The target of a redirect; empty if there is none.
  char moved[2048];
  /// libcurl's error message.
  char reason[256];
  /// The values of the ETag, Last-Modified and Content-Type headers; empty if they are missing or too long.
  char tag[513];
  char modified[513];
  char type[513];
  /// The value of the Retry-After header; empty if it is missing or too long.
  char retry[65];
};

/// Initializes libcurl; must be called before the fence. Returns 0, or -1 on failure.
int wallfarm_fetch_prepare(void);

/// Performs the request.
struct wallfarm_fetched wallfarm_fetch_run(const struct wallfarm_fetch *fetch);

#endif
