// libpq, loaded when a queue is in PostgreSQL: it brings thirty other libraries along, which a program that
// draws one picture would wait for. No function but the one that connects waits for the server without a limit.
#ifndef WALLFARM_POSTGRES_H
#define WALLFARM_POSTGRES_H

#include <stddef.h>

typedef struct pg_conn wallfarm_pg;
typedef struct pg_result wallfarm_pg_result;

/// Loads libpq; 0, or -1 where there is none. Safe on several threads.
int wallfarm_pg_load(void);

/// Reads an address, and hands on what it says; 0, or -1 where it cannot be read.
int wallfarm_pg_read(const char *address, void *context,
                     void (*take)(void *context, const char *name, const char *value));

/// Connects to the first host of an address that answers and can be written to, with five seconds for each; NULL
/// without memory alone. What the address says itself goes before that. What went wrong is asked for.
wallfarm_pg *wallfarm_pg_connect(const char *address);
/// Whether it is connected.
int wallfarm_pg_is_up(const wallfarm_pg *connection);
/// What libpq says went wrong last.
const char *wallfarm_pg_message(const wallfarm_pg *connection);
/// Ends it.
void wallfarm_pg_finish(wallfarm_pg *connection);

/// Sends statements without values, divided by semicolons; 0, or -1. Not between the two that follow.
int wallfarm_pg_send(wallfarm_pg *connection, const char *sql);
/// Begins to send statements without waiting for their results; 0, or -1.
int wallfarm_pg_begin_pipeline(wallfarm_pg *connection);
/// Waits for results again after each statement; 0, or -1.
int wallfarm_pg_end_pipeline(wallfarm_pg *connection);

/// Has the server read a statement once, to be run by its name; 0, or -1. It has a result too.
int wallfarm_pg_send_prepare(wallfarm_pg *connection, const char *name, const char *sql);
/// Sends a statement by its name, with values as text; NULL is null; 0, or -1.
int wallfarm_pg_send_prepared(wallfarm_pg *connection, const char *name, int count,
                              const char *const *values);
/// Has everything that was sent answered; 0, or -1.
int wallfarm_pg_sync(wallfarm_pg *connection);

/// Waits until a result can be taken; 0, or -1 where it takes longer or the connection is lost.
int wallfarm_pg_wait(wallfarm_pg *connection, int milliseconds);
/// The next result, after a wait: one for each statement, NULL behind it, and one that says it was all.
wallfarm_pg_result *wallfarm_pg_next(wallfarm_pg *connection);
/// Whether a result says that it was all.
int wallfarm_pg_is_sync(const wallfarm_pg_result *result);

/// Sends data of a COPY; 0, or -1 also where it takes longer.
int wallfarm_pg_copy(wallfarm_pg *connection, const char *bytes, int count, int milliseconds);
/// Ends it; 0, or -1. Its result is the next one.
int wallfarm_pg_end_copy(wallfarm_pg *connection, int milliseconds);

/// How many notifications have come since the last call; does not wait.
int wallfarm_pg_notifications(wallfarm_pg *connection);

/// Whether a statement did what it is for; a COPY that waits for data has.
int wallfarm_pg_is_done(const wallfarm_pg_result *result);
/// The five letters of SQLSTATE; NULL where there are none.
const char *wallfarm_pg_state(const wallfarm_pg_result *result);
/// The first line of what the server says went wrong.
const char *wallfarm_pg_reason(const wallfarm_pg_result *result);
int wallfarm_pg_rows(const wallfarm_pg_result *result);
/// How many rows a statement has changed.
long wallfarm_pg_changes(const wallfarm_pg_result *result);
/// A value as text; NULL for null.
const char *wallfarm_pg_value(const wallfarm_pg_result *result, int row, int column);
void wallfarm_pg_clear(wallfarm_pg_result *result);

#endif
