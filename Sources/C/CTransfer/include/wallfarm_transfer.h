// HTTP requests with libcurl, which is loaded only for an object store, because its forty
// dependencies would delay a program that draws one picture.
#ifndef WALLFARM_TRANSFER_H
#define WALLFARM_TRANSFER_H

#include <stddef.h>

/// A connection that is reused for later requests; for one thread at a time.
typedef struct wallfarm_transfer wallfarm_transfer;

/// The outcome of a transfer.
enum wallfarm_transfer_end {
  /// There is a response, with any status.
  WALLFARM_TRANSFER_DONE,
  /// The host cannot be resolved or reached.
  WALLFARM_TRANSFER_SILENT,
  /// The transfer was too slow for too long.
  WALLFARM_TRANSFER_LATE,
  /// The connection was lost, or the response is invalid.
  WALLFARM_TRANSFER_BROKEN,
  /// The certificate is not trusted.
  WALLFARM_TRANSFER_UNTRUSTED,
  /// The response exceeds the maximum size.
  WALLFARM_TRANSFER_LARGE,
  /// Memory is exhausted, or libcurl does not support the request.
  WALLFARM_TRANSFER_FAILED,
};

/// The parameters of a request.
struct wallfarm_transfer_request {
  const char *method;
  /// The URL, percent-encoded.
  const char *address;
  /// `count` headers in the form `Name: value`.
  const char *const *headers;
  int count;
  /// The body; NULL for none.
  const void *body;
  size_t length;
  /// Maximum seconds with a transfer rate below `least` bytes per second; the total time is
  /// unlimited.
  long seconds;
  long least;
  /// Maximum size of the response body in bytes.
  size_t most;
  /// A file of trusted certificates; NULL for those of the machine.
  const char *authority;
  void *context;
  /// Receives each header line; a later response begins with a new status line.
  void (*line)(void *context, const char *bytes, size_t count);
  /// Receives the body as it arrives.
  void (*take)(void *context, const char *bytes, size_t count);
};

/// The result of a request.
struct wallfarm_transfer_result {
  enum wallfarm_transfer_end end;
  long status;
  /// libcurl's error message without a response.
  char reason[256];
};

/// Loads libcurl; returns 0, or -1 if it is missing. Thread-safe.
int wallfarm_transfer_load(void);

/// Returns NULL if memory is exhausted.
wallfarm_transfer *wallfarm_transfer_make(void);
void wallfarm_transfer_free(wallfarm_transfer *transfer);

/// Sends a request and waits for the response.
struct wallfarm_transfer_result wallfarm_transfer_run(
    wallfarm_transfer *transfer, const struct wallfarm_transfer_request *request);

/// Parses a date of a header to seconds since 1970; -1 if it is invalid. Requires libcurl to be
/// loaded.
long long wallfarm_transfer_date(const char *text);

#endif
