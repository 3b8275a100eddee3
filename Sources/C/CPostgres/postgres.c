#include "wallfarm_postgres.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

#include <postgresql/libpq-fe.h>

#define FUNCTIONS(X)                                                                             \
  X(PQconnectdb) X(PQstatus) X(PQerrorMessage) X(PQfinish) X(PQexec) X(PQexecParams)             \
  X(PQsendQueryParams) X(PQgetResult) X(PQenterPipelineMode) X(PQexitPipelineMode)               \
  X(PQpipelineSync) X(PQputCopyData) X(PQputCopyEnd) X(PQresultStatus) X(PQresultErrorField)     \
  X(PQntuples) X(PQcmdTuples) X(PQgetvalue) X(PQgetisnull) X(PQclear)

static struct {
#define MEMBER(name) __typeof__(&name) name;
  FUNCTIONS(MEMBER)
} pq;
static int is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  // Never unloaded: libraries that it brings along keep state of threads.
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

wallfarm_pg *wallfarm_pg_connect(const char *address) { return pq.PQconnectdb(address); }

int wallfarm_pg_is_up(const wallfarm_pg *connection) {
  return pq.PQstatus(connection) == CONNECTION_OK;
}

const char *wallfarm_pg_message(const wallfarm_pg *connection) {
  return pq.PQerrorMessage(connection);
}

void wallfarm_pg_finish(wallfarm_pg *connection) { pq.PQfinish(connection); }

wallfarm_pg_result *wallfarm_pg_run(wallfarm_pg *connection, const char *sql) {
  return pq.PQexec(connection, sql);
}

wallfarm_pg_result *wallfarm_pg_run_with(wallfarm_pg *connection, const char *sql, int count,
                                         const char *const *values) {
  return pq.PQexecParams(connection, sql, count, NULL, values, NULL, NULL, 0);
}

int wallfarm_pg_begin_pipeline(wallfarm_pg *connection) {
  return pq.PQenterPipelineMode(connection) == 1 ? 0 : -1;
}

int wallfarm_pg_send(wallfarm_pg *connection, const char *sql, int count, const char *const *values) {
  return pq.PQsendQueryParams(connection, sql, count, NULL, values, NULL, NULL, 0) == 1 ? 0 : -1;
}

int wallfarm_pg_sync(wallfarm_pg *connection) { return pq.PQpipelineSync(connection) == 1 ? 0 : -1; }

wallfarm_pg_result *wallfarm_pg_next(wallfarm_pg *connection) { return pq.PQgetResult(connection); }

int wallfarm_pg_is_sync(const wallfarm_pg_result *result) {
  return pq.PQresultStatus(result) == PGRES_PIPELINE_SYNC;
}

int wallfarm_pg_end_pipeline(wallfarm_pg *connection) {
  return pq.PQexitPipelineMode(connection) == 1 ? 0 : -1;
}

int wallfarm_pg_copy(wallfarm_pg *connection, const char *bytes, int count) {
  return pq.PQputCopyData(connection, bytes, count) == 1 ? 0 : -1;
}

int wallfarm_pg_end_copy(wallfarm_pg *connection) {
  return pq.PQputCopyEnd(connection, NULL) == 1 ? 0 : -1;
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
  // Not of const in libpq, which changes nothing there.
  return strtol(pq.PQcmdTuples((PGresult *)result), NULL, 10);
}

const char *wallfarm_pg_value(const wallfarm_pg_result *result, int row, int column) {
  return pq.PQgetisnull(result, row, column) ? NULL : pq.PQgetvalue(result, row, column);
}

void wallfarm_pg_clear(wallfarm_pg_result *result) { pq.PQclear(result); }
