#include "wallfarm_postgres.h"

#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include <postgresql/libpq-fe.h>

#define FUNCTIONS(X)                                                                             \
  X(PQconnectdbParams) X(PQstatus) X(PQerrorMessage) X(PQfinish) X(PQsetNoticeProcessor)         \
  X(PQsetnonblocking) X(PQflush) X(PQisBusy) X(PQconsumeInput) X(PQsocket) X(PQsendQuery)        \
  X(PQsendPrepare) X(PQsendQueryPrepared) X(PQgetResult) X(PQenterPipelineMode)                  \
  X(PQexitPipelineMode) X(PQpipelineSync) X(PQputCopyData) X(PQputCopyEnd) X(PQnotifies)         \
  X(PQfreemem) X(PQresultStatus) X(PQresultErrorField) X(PQntuples) X(PQcmdTuples) X(PQgetvalue) \
  X(PQgetisnull) X(PQclear) X(PQconninfoParse) X(PQconninfoFree)

static struct {
#define MEMBER(name) __typeof__(&name) name;
  FUNCTIONS(MEMBER)
} pq;
static int is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  // Never unload the library, because its dependencies keep thread-local state.
  void *library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
  int found = 1;
#define FIND(name) found = found && (pq.name = (__typeof__(&name))dlsym(library, #name)) != NULL;
  FUNCTIONS(FIND)
  is_loaded = found;
}

int wallfarm_pg_load(void) {
  pthread_once(&once, load);
  return is_loaded ? 0 : -1;
}

// Ignores notices, which libpq would otherwise print.
static void ignore(void *context, const char *message) {
  (void)context;
  (void)message;
}

int wallfarm_pg_read(const char *address, void *context,
                     void (*take)(void *context, const char *name, const char *value)) {
  // libpq's error message is not requested, because it would repeat parts of the address, including
  // passwords.
  PQconninfoOption *options = pq.PQconninfoParse(address, NULL);
  if (!options) return -1;
  for (PQconninfoOption *option = options; option->keyword; option++) {
    if (option->val) take(context, option->keyword, option->val);
  }
  pq.PQconninfoFree(options);
  return 0;
}

wallfarm_pg *wallfarm_pg_connect(const char *address) {
  // Later parameters override earlier ones, so the address can override any of these values.
  const char *const names[] = {"connect_timeout",  "target_session_attrs", "keepalives_idle",
                               "keepalives_count", "keepalives_interval",  "tcp_user_timeout",
                               "dbname",           NULL};
  const char *const values[] = {"5", "read-write", "10", "3", "5", "15000", address, NULL};
  PGconn *connection = pq.PQconnectdbParams(names, values, 1);
  if (connection) {
    pq.PQsetNoticeProcessor(connection, ignore, NULL);
    if (pq.PQstatus(connection) == CONNECTION_OK) pq.PQsetnonblocking(connection, 1);
  }
  return connection;
}

int wallfarm_pg_is_up(const wallfarm_pg *connection) {
  return pq.PQstatus(connection) == CONNECTION_OK;
}

const char *wallfarm_pg_message(const wallfarm_pg *connection) {
  return pq.PQerrorMessage(connection);
}

void wallfarm_pg_finish(wallfarm_pg *connection) { pq.PQfinish(connection); }

int wallfarm_pg_send(wallfarm_pg *connection, const char *sql) {
  return pq.PQsendQuery(connection, sql) == 1 ? 0 : -1;
}

int wallfarm_pg_begin_pipeline(wallfarm_pg *connection) {
  return pq.PQenterPipelineMode(connection) == 1 ? 0 : -1;
}

int wallfarm_pg_end_pipeline(wallfarm_pg *connection) {
  return pq.PQexitPipelineMode(connection) == 1 ? 0 : -1;
}

int wallfarm_pg_send_prepare(wallfarm_pg *connection, const char *name, const char *sql) {
  return pq.PQsendPrepare(connection, name, sql, 0, NULL) == 1 ? 0 : -1;
}

int wallfarm_pg_send_prepared(wallfarm_pg *connection, const char *name, int count,
                              const char *const *values) {
  return pq.PQsendQueryPrepared(connection, name, count, values, NULL, NULL, 0) == 1 ? 0 : -1;
}

int wallfarm_pg_sync(wallfarm_pg *connection) { return pq.PQpipelineSync(connection) == 1 ? 0 : -1; }

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000LL + time.tv_nsec / 1000000;
}

/// Waits until the socket is readable, or writable if there is data to send.
static int turn(wallfarm_pg *connection, int is_full, long long end) {
  long long left = end - now();
  if (left <= 0) return -1;
  struct pollfd socket = {pq.PQsocket(connection), (short)(POLLIN | (is_full ? POLLOUT : 0)), 0};
  int found = poll(&socket, 1, (int)(left > 1000000 ? 1000000 : left));
  if (found < 0 && errno != EINTR) return -1;
  if (found > 0 && socket.revents & (POLLIN | POLLERR | POLLHUP) &&
      pq.PQconsumeInput(connection) != 1)
    return -1;
  return 0;
}

int wallfarm_pg_wait(wallfarm_pg *connection, int milliseconds) {
  long long end = now() + milliseconds;
  for (;;) {
    int is_full = pq.PQflush(connection);
    if (is_full < 0) return -1;
    if (!pq.PQisBusy(connection)) return 0;
    if (turn(connection, is_full, end) != 0) return -1;
  }
}

wallfarm_pg_result *wallfarm_pg_next(wallfarm_pg *connection) { return pq.PQgetResult(connection); }

int wallfarm_pg_is_sync(const wallfarm_pg_result *result) {
  return pq.PQresultStatus(result) == PGRES_PIPELINE_SYNC;
}

/// Sends everything that is buffered; otherwise libpq would collect a whole COPY in memory.
static int flush(wallfarm_pg *connection, long long end) {
  for (;;) {
    int is_full = pq.PQflush(connection);
    if (is_full <= 0) return is_full;
    if (turn(connection, 1, end) != 0) return -1;
  }
}

int wallfarm_pg_copy(wallfarm_pg *connection, const char *bytes, int count, int milliseconds) {
  long long end = now() + milliseconds;
  int sent;
  while ((sent = pq.PQputCopyData(connection, bytes, count)) == 0) {
    if (turn(connection, 1, end) != 0) return -1;
  }
  return sent == 1 ? flush(connection, end) : -1;
}

int wallfarm_pg_end_copy(wallfarm_pg *connection, int milliseconds) {
  long long end = now() + milliseconds;
  int sent;
  while ((sent = pq.PQputCopyEnd(connection, NULL)) == 0) {
    if (turn(connection, 1, end) != 0) return -1;
  }
  return sent == 1 ? flush(connection, end) : -1;
}

int wallfarm_pg_notifications(wallfarm_pg *connection) {
  int count = 0;
  if (pq.PQconsumeInput(connection) != 1) return 0;
  for (PGnotify *one; (one = pq.PQnotifies(connection)) != NULL; count++) pq.PQfreemem(one);
  return count;
}

int wallfarm_pg_is_done(const wallfarm_pg_result *result) {
  switch (pq.PQresultStatus(result)) {
    case PGRES_COMMAND_OK:
    case PGRES_TUPLES_OK:
    case PGRES_COPY_IN: return 1;
    default: return 0;
  }
}

const char *wallfarm_pg_state(const wallfarm_pg_result *result) {
  return pq.PQresultErrorField(result, PG_DIAG_SQLSTATE);
}

const char *wallfarm_pg_reason(const wallfarm_pg_result *result) {
  return pq.PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
}

int wallfarm_pg_rows(const wallfarm_pg_result *result) { return pq.PQntuples(result); }

long wallfarm_pg_changes(const wallfarm_pg_result *result) {
  // The parameter of PQcmdTuples is not const, but the function does not change the result.
  return strtol(pq.PQcmdTuples((PGresult *)result), NULL, 10);
}

const char *wallfarm_pg_value(const wallfarm_pg_result *result, int row, int column) {
  return pq.PQgetisnull(result, row, column) ? NULL : pq.PQgetvalue(result, row, column);
}

void wallfarm_pg_clear(wallfarm_pg_result *result) { pq.PQclear(result); }
