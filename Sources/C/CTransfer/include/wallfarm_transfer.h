// Requests over HTTP through libcurl, loaded when an object store is used: it brings forty libraries along, which a
// program that draws one picture would wait for.
#ifndef WALLFARM_TRANSFER_H
#define WALLFARM_TRANSFER_H

#include <stddef.h>

/// A connection that is kept for the next request; for one thread at a time.
typedef struct wallfarm_transfer wallfarm_transfer;

/// How a transfer ended.
enum wallfarm_transfer_end {
  /// There is an answer, whatever its status is.
  WALLFARM_TRANSFER_DONE,
  /// The name has no address, or nothing answers there.
  WALLFARM_TRANSFER_SILENT,
  /// Next to nothing came or went for too long.
  WALLFARM_TRANSFER_LATE,
  /// The connection was cut, or what came is no answer.
  WALLFARM_TRANSFER_BROKEN,
  /// The other side is not who it says it is.
  WALLFARM_TRANSFER_UNTRUSTED,
  /// There is more of it than was asked for.
  WALLFARM_TRANSFER_LARGE,
  /// There is no memory for it, or libcurl cannot do it.
  WALLFARM_TRANSFER_FAILED,
};

/// What is asked.
struct wallfarm_transfer_request {
  const char *method;
  /// Encoded as it is to be sent.
  const char *address;
  /// `Name: value`, `count` of them.
  const char *const *headers;
  int count;
  /// What is sent; NULL for nothing.
  const void *body;
  size_t length;
  /// Seconds for which fewer bytes than `least` may come or go in a second; a large body takes as long as it takes.
  long seconds;
  long least;
  /// Most bytes of an answer.
  size_t most;
  /// A file with certificates that are trusted; NULL for those of the machine.
  const char *authority;
  void *context;
  /// Is given each line of the head of an answer; a later answer begins with a line of its own.
  void (*line)(void *context, const char *bytes, size_t count);
  /// Is given the body as it comes.
  void (*take)(void *context, const char *bytes, size_t count);
};

/// What came of it.
struct wallfarm_transfer_result {
  enum wallfarm_transfer_end end;
  long status;
  /// What libcurl says where there is no answer.
  char reason[256];
};

/// Loads libcurl; 0, or -1 where there is none. Safe on several threads.
int wallfarm_transfer_load(void);

/// NULL without memory.
wallfarm_transfer *wallfarm_transfer_make(void);
void wallfarm_transfer_free(wallfarm_transfer *transfer);

/// Sends a request and waits for the answer.
struct wallfarm_transfer_result wallfarm_transfer_run(
    wallfarm_transfer *transfer, const struct wallfarm_transfer_request *request);

/// Seconds since 1970 of a date as it stands in a header; -1 for none. After it was loaded.
long long wallfarm_transfer_date(const char *text);

#endif
