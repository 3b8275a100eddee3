// An HTTP server on GNU libmicrohttpd, which is opened when a server is started: it brings GnuTLS along, and
// most calls of the program serve nothing. Its start takes a variable list of arguments, which Swift cannot call.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#pragma clang assume_nonnull begin

// A connection of libmicrohttpd.
typedef struct MHD_Connection wallfarm_http_connection;
typedef struct wallfarm_http_server wallfarm_http_server;

// What a server tells. All of it is called on the server's threads, for one connection on one at a time.
typedef struct {
  // A client has connected, or is gone.
  void (*opened)(void *owner, int descriptor);
  void (*closed)(void *owner, int descriptor);
  // The first line of a request is here: what it asks for, as it was written. Returns what stands for it.
  void *_Nonnull (*_Nonnull begun)(void *owner, int descriptor, const char *target);
  // Its headers are here. Returns less than 0 to cut the connection.
  int (*headed)(void *exchange, wallfarm_http_connection *connection, const char *method,
                const char *version);
  // A piece of its body is here. Returns less than 0 to cut the connection.
  int (*read)(void *exchange, const uint8_t *bytes, size_t count);
  // All of it is here, or it was resumed: it is answered now, or suspended. Returns less than 0 to cut the
  // connection.
  int (*asked)(void *exchange);
  // It was answered, or its client is gone; `exchange` is not used any more.
  void (*over)(void *exchange, int is_whole);
} wallfarm_http_callbacks;


// Begins to serve a socket that listens already.
//
// `threads` share the clients; a header takes at most `memory` bytes of each connection; a client that is silent
// for `timeout` seconds is cut. Returns 0, -1 where the library is missing, or -2 where it cannot begin.
int wallfarm_http_start(int listening, unsigned threads, unsigned connections, size_t memory,
                        unsigned timeout, const wallfarm_http_callbacks *callbacks, void *owner,
                        wallfarm_http_server *_Nullable *_Nonnull server);

// Takes no new clients; the socket is left open.
void wallfarm_http_quiesce(wallfarm_http_server *server);

// Ends every connection; none may be suspended.
void wallfarm_http_stop(wallfarm_http_server *server);

// Puts a connection aside until it is resumed; to be called in `asked`.
void wallfarm_http_suspend(wallfarm_http_connection *connection);
void wallfarm_http_resume(wallfarm_http_connection *connection);

// Shows each header as it was written.
void wallfarm_http_headers(wallfarm_http_connection *connection, void *context,
                           void (*show)(void *context, const char *name, size_t name_length,
                                        const char *value, size_t value_length));

// Answers; `headers` are names and values in turn, `count` of both together. The body is that of `descriptor` from
// `offset` on, which is closed, or where that is less than 0 a copy of `bytes`. Returns less than 0 where it cannot.
int wallfarm_http_answer(wallfarm_http_connection *connection, unsigned status,
                         const char *_Nullable const *_Nullable headers,
                         size_t count, const void *_Nullable bytes, size_t size,
                         int descriptor, uint64_t offset);

// Answers with a body whose length is not known. `puller` fills a buffer and returns how many bytes that are, 0 after
// it has suspended the connection, -1 at the end, and less to cut the connection. Without one there is no body, which
// is for HEAD.
int wallfarm_http_stream(wallfarm_http_connection *connection, unsigned status,
                         const char *_Nullable const *_Nullable headers, size_t count,
                         void *_Nullable exchange,
                         ssize_t (*_Nullable puller)(void *exchange, void *buffer, size_t most));

#pragma clang assume_nonnull end
