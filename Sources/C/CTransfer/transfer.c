#include "wallfarm_transfer.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <curl/curl.h>

#define FUNCTIONS(X)                                                                       \
  X(curl_global_init) X(curl_easy_init) X(curl_easy_cleanup) X(curl_easy_setopt)           \
  X(curl_easy_perform) X(curl_easy_getinfo) X(curl_easy_strerror) X(curl_easy_reset)       \
  X(curl_slist_append) X(curl_slist_free_all) X(curl_getdate)

// libcurl's headers define type-checking macros with the names of some functions.
#undef curl_easy_setopt
#undef curl_easy_getinfo

static struct {
#define MEMBER(name) __typeof__(&name) name;
  FUNCTIONS(MEMBER)
} lib;
static int is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  // Never unload the library, because its dependencies keep thread-local state.
  void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
  int found = 1;
#define FIND(name) found = found && (lib.name = (__typeof__(&name))dlsym(library, #name)) != NULL;
  FUNCTIONS(FIND)
  is_loaded = found && lib.curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

int wallfarm_transfer_load(void) {
  pthread_once(&once, load);
  return is_loaded ? 0 : -1;
}

struct wallfarm_transfer {
  CURL *curl;
};

struct run {
  const struct wallfarm_transfer_request *request;
  size_t sent;
  size_t taken;
  int is_large;
};

wallfarm_transfer *wallfarm_transfer_make(void) {
  wallfarm_transfer *transfer = malloc(sizeof *transfer);
  if (transfer && !(transfer->curl = lib.curl_easy_init())) {
    free(transfer);
    return NULL;
  }
  return transfer;
}

void wallfarm_transfer_free(wallfarm_transfer *transfer) {
  if (!transfer) return;
  lib.curl_easy_cleanup(transfer->curl);
  free(transfer);
}

long long wallfarm_transfer_date(const char *text) { return lib.curl_getdate(text, NULL); }

static size_t give(char *room, size_t size, size_t number, void *context) {
  struct run *run = context;
  size_t left = run->request->length - run->sent;
  size_t count = size * number < left ? size * number : left;
  if (count > 0) memcpy(room, (const char *)run->request->body + run->sent, count);
  run->sent += count;
  return count;
}

// Rewinds the body. If a reused connection turns out to be closed, libcurl sends the body again on
// another one.
static int again(void *context, curl_off_t offset, int origin) {
  struct run *run = context;
  if (origin != SEEK_SET || offset < 0 || (size_t)offset > run->request->length) {
    return CURL_SEEKFUNC_FAIL;
  }
  run->sent = (size_t)offset;
  return CURL_SEEKFUNC_OK;
}

static size_t line(char *bytes, size_t size, size_t number, void *context) {
  struct run *run = context;
  run->request->line(run->request->context, bytes, size * number);
  return size * number;
}

static size_t take(char *bytes, size_t size, size_t number, void *context) {
  struct run *run = context;
  size_t count = size * number;
  if (count > run->request->most - run->taken) {
    run->is_large = 1;
    return 0;
  }
  run->taken += count;
  run->request->take(run->request->context, bytes, count);
  return count;
}

static enum wallfarm_transfer_end end_of(CURLcode code, const struct run *run) {
  if (run->is_large) return WALLFARM_TRANSFER_LARGE;
  switch (code) {
    case CURLE_OK: return WALLFARM_TRANSFER_DONE;
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_CONNECT: return WALLFARM_TRANSFER_SILENT;
    case CURLE_OPERATION_TIMEDOUT: return WALLFARM_TRANSFER_LATE;
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_ISSUER_ERROR: return WALLFARM_TRANSFER_UNTRUSTED;
    case CURLE_OUT_OF_MEMORY:
    case CURLE_URL_MALFORMAT:
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_FAILED_INIT: return WALLFARM_TRANSFER_FAILED;
    default: return WALLFARM_TRANSFER_BROKEN;
  }
}

#define SET(option, value) (failed |= lib.curl_easy_setopt(curl, option, value) != CURLE_OK)

struct wallfarm_transfer_result wallfarm_transfer_run(
    wallfarm_transfer *transfer, const struct wallfarm_transfer_request *request) {
  struct wallfarm_transfer_result result;
  memset(&result, 0, sizeof result);
  result.end = WALLFARM_TRANSFER_FAILED;
  struct run run = {.request = request};
  CURL *curl = transfer->curl;
  // The reset keeps open connections and the DNS cache.
  lib.curl_easy_reset(curl);
  // Disables "Expect: 100-continue", which would cost a round trip.
  struct curl_slist *headers = lib.curl_slist_append(NULL, "Expect:");
  for (int place = 0; headers && place < request->count; place++) {
    struct curl_slist *longer = lib.curl_slist_append(headers, request->headers[place]);
    if (!longer) {
      lib.curl_slist_free_all(headers);
      headers = NULL;
    }
  }
  if (!headers) {
    snprintf(result.reason, sizeof result.reason, "out of memory");
    return result;
  }
  int failed = 0;
  SET(CURLOPT_ERRORBUFFER, result.reason);
  SET(CURLOPT_URL, request->address);
  SET(CURLOPT_PROTOCOLS_STR, "http,https");
  // Object keys may contain "/../", which libcurl would normalize.
  SET(CURLOPT_PATH_AS_IS, 1L);
  SET(CURLOPT_CUSTOMREQUEST, request->method);
  SET(CURLOPT_HTTPHEADER, headers);
  if (strcmp(request->method, "HEAD") == 0) SET(CURLOPT_NOBODY, 1L);
  if (request->body || strcmp(request->method, "PUT") == 0) {
    SET(CURLOPT_UPLOAD, 1L);
    SET(CURLOPT_READFUNCTION, give);
    SET(CURLOPT_READDATA, &run);
    SET(CURLOPT_SEEKFUNCTION, again);
    SET(CURLOPT_SEEKDATA, &run);
    SET(CURLOPT_INFILESIZE_LARGE, (curl_off_t)request->length);
  }
  SET(CURLOPT_HEADERFUNCTION, line);
  SET(CURLOPT_HEADERDATA, &run);
  SET(CURLOPT_WRITEFUNCTION, take);
  SET(CURLOPT_WRITEDATA, &run);
  SET(CURLOPT_CONNECTTIMEOUT_MS, request->seconds < 5 ? request->seconds * 1000 : 5000L);
  SET(CURLOPT_LOW_SPEED_TIME, request->seconds);
  SET(CURLOPT_LOW_SPEED_LIMIT, request->least);
  // The caller handles redirects, because the request's signature is valid only for this address.
  SET(CURLOPT_FOLLOWLOCATION, 0L);
  SET(CURLOPT_NOSIGNAL, 1L);
  SET(CURLOPT_USERAGENT, "wallfarm");
  SET(CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
  SET(CURLOPT_HTTP09_ALLOWED, 0L);
  if (request->authority) SET(CURLOPT_CAINFO, request->authority);
  if (failed) {
    snprintf(result.reason, sizeof result.reason, "this libcurl lacks what is needed");
  } else {
    CURLcode code = lib.curl_easy_perform(curl);
    result.end = end_of(code, &run);
    if (code != CURLE_OK && !result.reason[0]) {
      snprintf(result.reason, sizeof result.reason, "%s", lib.curl_easy_strerror(code));
    }
    lib.curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &result.status);
  }
  // Resetting the handle removes its reference to a local buffer.
  lib.curl_easy_reset(curl);
  lib.curl_slist_free_all(headers);
  return result;
}
