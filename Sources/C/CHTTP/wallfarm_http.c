#include "wallfarm_http.h"

#include <dlfcn.h>
#include <microhttpd.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FUNCTIONS(use)                                                                          \
  use(MHD_start_daemon) use(MHD_stop_daemon) use(MHD_quiesce_daemon)                            \
  use(MHD_suspend_connection) use(MHD_resume_connection) use(MHD_get_connection_values_n)       \
  use(MHD_get_connection_info) use(MHD_create_response_from_buffer)                             \
  use(MHD_create_response_from_fd_at_offset64) use(MHD_create_response_from_callback)           \
  use(MHD_add_response_header) use(MHD_queue_response) use(MHD_destroy_response)

#define MEMBER(name) __typeof__(&name) name;
static struct {
  FUNCTIONS(MEMBER)
} http;

static int is_opened = 0;
static pthread_once_t opening = PTHREAD_ONCE_INIT;

static void open_library(void) {
  void *handle = dlopen("libmicrohttpd.so.12", RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) return;
#define FIND(name) \
  if ((http.name = (__typeof__(&name))dlsym(handle, #name)) == NULL) return;
  FUNCTIONS(FIND)
  is_opened = 1;
}

struct wallfarm_http_server {
  struct MHD_Daemon *daemon;
  wallfarm_http_callbacks callbacks;
  void *owner;
};

// What libmicrohttpd keeps of a request.
typedef struct {
  void *exchange;
  int is_headed;
} request;

static int descriptor_of(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      http.MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info == NULL ? -1 : info->connect_fd;
}

static void notice(void *context, struct MHD_Connection *connection, void **socket_context,
                   enum MHD_ConnectionNotificationCode code) {
  (void)socket_context;
  wallfarm_http_server *server = context;
  if (code == MHD_CONNECTION_NOTIFY_STARTED)
    server->callbacks.opened(server->owner, descriptor_of(connection));
  else
    server->callbacks.closed(server->owner, descriptor_of(connection));
}

static void *begin(void *context, const char *target, struct MHD_Connection *connection) {
  wallfarm_http_server *server = context;
  request *begun = calloc(1, sizeof *begun);
  if (begun == NULL) return NULL;
  begun->exchange = server->callbacks.begun(server->owner, descriptor_of(connection), target);
  return begun;
}

static enum MHD_Result handle(void *context, struct MHD_Connection *connection, const char *url,
                              const char *method, const char *version, const char *upload,
                              size_t *size, void **kept) {
  (void)url;
  wallfarm_http_server *server = context;
  request *current = *kept;
  if (current == NULL) return MHD_NO;
  int status;
  if (!current->is_headed) {
    current->is_headed = 1;
    status = server->callbacks.headed(current->exchange, connection, method, version);
  } else if (*size > 0) {
    status = server->callbacks.read(current->exchange, (const uint8_t *)upload, *size);
    *size = 0;
  } else {
    status = server->callbacks.asked(current->exchange);
  }
  return status < 0 ? MHD_NO : MHD_YES;
}

static void complete(void *context, struct MHD_Connection *connection, void **kept,
                     enum MHD_RequestTerminationCode code) {
  (void)connection;
  wallfarm_http_server *server = context;
  request *current = *kept;
  if (current == NULL) return;
  server->callbacks.over(current->exchange, code == MHD_REQUEST_TERMINATED_COMPLETED_OK);
  free(current);
  *kept = NULL;
}

// Nothing of a target is decoded: a signature is over what was written.
static size_t leave_as_it_is(void *context, struct MHD_Connection *connection, char *text) {
  (void)context;
  (void)connection;
  return strlen(text);
}

int wallfarm_http_start(int listening, unsigned threads, unsigned connections, size_t memory,
                        unsigned timeout, const wallfarm_http_callbacks *callbacks, void *owner,
                        wallfarm_http_server **server) {
  pthread_once(&opening, open_library);
  if (!is_opened) return -1;
  wallfarm_http_server *made = calloc(1, sizeof *made);
  if (made == NULL) return -2;
  made->callbacks = *callbacks;
  made->owner = owner;
  made->daemon = http.MHD_start_daemon(
      MHD_USE_EPOLL | MHD_USE_INTERNAL_POLLING_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ITC, 0,
      NULL, NULL, handle, made, MHD_OPTION_LISTEN_SOCKET, listening, MHD_OPTION_THREAD_POOL_SIZE,
      threads, MHD_OPTION_CONNECTION_LIMIT, connections, MHD_OPTION_CONNECTION_MEMORY_LIMIT, memory,
      MHD_OPTION_CONNECTION_TIMEOUT, timeout, MHD_OPTION_NOTIFY_CONNECTION, notice, made,
      MHD_OPTION_URI_LOG_CALLBACK, begin, made, MHD_OPTION_NOTIFY_COMPLETED, complete, made,
      MHD_OPTION_UNESCAPE_CALLBACK, leave_as_it_is, NULL, MHD_OPTION_END);
  if (made->daemon == NULL) {
    free(made);
    return -2;
  }
  *server = made;
  return 0;
}

void wallfarm_http_quiesce(wallfarm_http_server *server) {
  http.MHD_quiesce_daemon(server->daemon);
}

void wallfarm_http_stop(wallfarm_http_server *server) {
  http.MHD_stop_daemon(server->daemon);
  free(server);
}

void wallfarm_http_suspend(wallfarm_http_connection *connection) {
  http.MHD_suspend_connection(connection);
}

void wallfarm_http_resume(wallfarm_http_connection *connection) {
  http.MHD_resume_connection(connection);
}

typedef struct {
  void *context;
  void (*show)(void *, const char *, size_t, const char *, size_t);
} shown;

static enum MHD_Result show_one(void *context, enum MHD_ValueKind kind, const char *name,
                                size_t name_length, const char *value, size_t value_length) {
  (void)kind;
  shown *to = context;
  to->show(to->context, name, name_length, value == NULL ? "" : value,
           value == NULL ? 0 : value_length);
  return MHD_YES;
}

void wallfarm_http_headers(wallfarm_http_connection *connection, void *context,
                           void (*show)(void *context, const char *name, size_t name_length,
                                        const char *value, size_t value_length)) {
  shown to = {context, show};
  http.MHD_get_connection_values_n(connection, MHD_HEADER_KIND, show_one, &to);
}

static int answer_with(struct MHD_Response *response, wallfarm_http_connection *connection,
                       unsigned status, const char *const *headers, size_t count) {
  if (response == NULL) return -1;
  enum MHD_Result result = MHD_YES;
  for (size_t i = 0; i + 1 < count && result == MHD_YES; i += 2)
    result = http.MHD_add_response_header(response, headers[i], headers[i + 1]);
  if (result == MHD_YES) result = http.MHD_queue_response(connection, status, response);
  http.MHD_destroy_response(response);
  return result == MHD_YES ? 0 : -1;
}

int wallfarm_http_answer(wallfarm_http_connection *connection, unsigned status,
                         const char *const *headers, size_t count, const void *bytes, size_t size,
                         int descriptor, uint64_t offset) {
  struct MHD_Response *response =
      descriptor >= 0
          ? http.MHD_create_response_from_fd_at_offset64(size, descriptor, offset)
          : http.MHD_create_response_from_buffer(size, (void *)bytes, MHD_RESPMEM_MUST_COPY);
  if (response == NULL && descriptor >= 0) close(descriptor);
  return answer_with(response, connection, status, headers, count);
}

// What libmicrohttpd keeps of a body that comes bit by bit.
typedef struct {
  void *exchange;
  ssize_t (*pull)(void *exchange, void *buffer, size_t most);
} stream;

static ssize_t pull(void *context, uint64_t position, char *buffer, size_t most) {
  (void)position;
  stream *pulled = context;
  if (pulled->pull == NULL) return MHD_CONTENT_READER_END_OF_STREAM;
  ssize_t count = pulled->pull(pulled->exchange, buffer, most);
  if (count == -1) return MHD_CONTENT_READER_END_OF_STREAM;
  return count < 0 ? MHD_CONTENT_READER_END_WITH_ERROR : count;
}

int wallfarm_http_stream(wallfarm_http_connection *connection, unsigned status,
                         const char *const *headers, size_t count, void *exchange,
                         ssize_t (*puller)(void *exchange, void *buffer, size_t most)) {
  stream *pulled = malloc(sizeof *pulled);
  if (pulled == NULL) return -1;
  *pulled = (stream){exchange, puller};
  struct MHD_Response *response =
      http.MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 16384, pull, pulled, free);
  if (response == NULL) free(pulled);
  return answer_with(response, connection, status, headers, count);
}
