// An interface to libpq, which is loaded only for a queue in PostgreSQL, because its thirty
// dependencies would delay a program that draws one picture. Except for wallfarm_pg_connect, no
// function waits for the server without a time limit.
#ifndef WALLFARM_POSTGRES_H
#define WALLFARM_POSTGRES_H

#include <stddef.h>

typedef struct pg_conn wallfarm_pg;
typedef struct pg_result wallfarm_pg_result;

/// Loads libpq; returns 0, or -1 if it is missing. Thread-safe.
int wallfarm_pg_load(void);

/// Parses an address and passes its parameters to `take`; returns 0, or -1 if it is invalid.
int wallfarm_pg_read(const char *address, void *context,
                     void (*take)(void *context, const char *name, const char *value));

/// Connects to the first host of an address that accepts writes, with a timeout of five seconds per
/// host.
///
/// Parameters in the address take precedence. Returns NULL only if memory is exhausted; check
/// wallfarm_pg_is_up and wallfarm_pg_message.
wallfarm_pg *wallfarm_pg_connect(const char *address);
/// Whether the connection is open.
int wallfarm_pg_is_up(const wallfarm_pg *connection);
/// libpq's last error message.
const char *wallfarm_pg_message(const wallfarm_pg *connection);
/// Closes the connection.
void wallfarm_pg_finish(wallfarm_pg *connection);

/// Sends statements without parameters, separated by semicolons; returns 0 or -1. Not allowed in a
/// pipeline.
int wallfarm_pg_send(wallfarm_pg *connection, const char *sql);
/// Begins a pipeline of statements that do not wait for results; returns 0 or -1.
int wallfarm_pg_begin_pipeline(wallfarm_pg *connection);
/// Ends a pipeline; returns 0 or -1.
int wallfarm_pg_end_pipeline(wallfarm_pg *connection);

/// Prepares a named statement, which also has a result; returns 0 or -1.
int wallfarm_pg_send_prepare(wallfarm_pg *connection, const char *name, const char *sql);
/// Executes a prepared statement with text parameters (NULL for null); returns 0 or -1.
int wallfarm_pg_send_prepared(wallfarm_pg *connection, const char *name, int count,
                              const char *const *values);
/// Sends a synchronization point in a pipeline; returns 0 or -1.
int wallfarm_pg_sync(wallfarm_pg *connection);

/// Waits for the next result; returns 0, or -1 on timeout or a lost connection.
int wallfarm_pg_wait(wallfarm_pg *connection, int milliseconds);
/// The next result after a wait: one for each statement, each followed by NULL, and one for the
/// synchronization point.
wallfarm_pg_result *wallfarm_pg_next(wallfarm_pg *connection);
/// Whether a result is that of a synchronization point.
int wallfarm_pg_is_sync(const wallfarm_pg_result *result);

/// Sends data of a COPY; returns 0, or -1 on failure or timeout.
int wallfarm_pg_copy(wallfarm_pg *connection, const char *bytes, int count, int milliseconds);
/// Ends a COPY, whose result is the next one; returns 0 or -1.
int wallfarm_pg_end_copy(wallfarm_pg *connection, int milliseconds);

/// The number of notifications since the last call; does not wait.
int wallfarm_pg_notifications(wallfarm_pg *connection);

/// Whether a statement succeeded, or is a COPY that expects data.
int wallfarm_pg_is_done(const wallfarm_pg_result *result);
/// The SQLSTATE of an error; NULL if there is none.
const char *wallfarm_pg_state(const wallfarm_pg_result *result);
/// The first line of the server's error message.
const char *wallfarm_pg_reason(const wallfarm_pg_result *result);
int wallfarm_pg_rows(const wallfarm_pg_result *result);
/// The number of rows that a statement changed.
long wallfarm_pg_changes(const wallfarm_pg_result *result);
/// A value as text; NULL for null.
const char *wallfarm_pg_value(const wallfarm_pg_result *result, int row, int column);
void wallfarm_pg_clear(wallfarm_pg_result *result);

#endif
