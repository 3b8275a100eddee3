// One GET by libcurl over a socket that is connected; in C, because options of libcurl are variadic.
#ifndef WALLFARM_FETCH_H
#define WALLFARM_FETCH_H

#include <stddef.h>

/// What is fetched, and how.
struct wallfarm_fetch {
  /// https://NAME:PORT/PATH
  const char *address;
  /// NAME:PORT:NUMBER, so that libcurl asks nobody for the name.
  const char *resolved;
  /// Connected to NUMBER; closed by libcurl.
  int socket;
  /// Most bytes of the body.
  size_t most;
  /// Most milliseconds.
  long milliseconds;
  /// Certificates that are trusted, as PEM; NULL for those of the machine.
  const char *authority;
  size_t authority_length;
  const char *agent;
  /// Hears the bytes as they come; 0 goes on.
  int (*take)(void *context, const char *bytes, size_t count);
  void *context;
};

/// How a fetch ended.
enum wallfarm_fetch_end {
  WALLFARM_FETCH_DONE,
  /// The certificate is not trusted, or TLS failed.
  WALLFARM_FETCH_TLS,
  /// It took too long.
  WALLFARM_FETCH_LATE,
  /// It has too many bytes.
  WALLFARM_FETCH_LARGE,
  /// It ended before it was whole, or was no HTTP.
  WALLFARM_FETCH_BROKEN,
};

/// What came of it.
struct wallfarm_fetched {
  enum wallfarm_fetch_end end;
  /// Of HTTP; 0 where there was none.
  long status;
  /// Where the answer leads; empty where it leads nowhere.
  char moved[2048];
  /// What libcurl says of a failure.
  char reason[256];
};

/// Prepares libcurl; to be called before a fence stands. Returns 0, or -1 where it cannot be.
int wallfarm_fetch_prepare(void);

/// Fetches it.
struct wallfarm_fetched wallfarm_fetch_run(const struct wallfarm_fetch *fetch);

#endif
