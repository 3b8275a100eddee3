#include "wallfarm_fetch.h"

#include <curl/curl.h>
#include <stdio.h>
#include <string.h>

struct run {
  const struct wallfarm_fetch *fetch;
  size_t taken;
  int is_used;
  int is_large;
};

static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address) {
  struct run *run = context;
  (void)purpose;
  (void)address;
  // A second connection would go to an unchecked address.
  if (run->is_used) return CURL_SOCKET_BAD;
  run->is_used = 1;
  return run->fetch->socket;
}

static int is_connected(void *context, curl_socket_t socket, curlsocktype purpose) {
  (void)context;
  (void)socket;
  (void)purpose;
  return CURL_SOCKOPT_ALREADY_CONNECTED;
}

static size_t take(char *bytes, size_t size, size_t number, void *context) {
  struct run *run = context;
  size_t count = size * number;
  if (count > run->fetch->most - run->taken) {
    run->is_large = 1;
    return 0;
  }
  run->taken += count;
  return run->fetch->take(run->fetch->context, bytes, count) == 0 ? count : 0;
}

int wallfarm_fetch_prepare(void) { return curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK ? 0 : -1; }

static enum wallfarm_fetch_end end_of(CURLcode code, const struct run *run) {
  if (run->is_large) return WALLFARM_FETCH_LARGE;
  switch (code) {
    case CURLE_OK: return WALLFARM_FETCH_DONE;
    case CURLE_OPERATION_TIMEDOUT: return WALLFARM_FETCH_LATE;
    case CURLE_FILESIZE_EXCEEDED: return WALLFARM_FETCH_LARGE;
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_ISSUER_ERROR: return WALLFARM_FETCH_TLS;
    default: return WALLFARM_FETCH_BROKEN;
  }
}

// Copies the value of a header of the last response.
static void copy_header(CURL *curl, const char *name, char *value, size_t size) {
  struct curl_header *header = NULL;
  if (curl_easy_header(curl, name, 0, CURLH_HEADER, -1, &header) != CURLHE_OK) return;
  if (strlen(header->value) < size) strcpy(value, header->value);
}

// Appends a line to a list of headers; on failure, frees the list and returns NULL.
static struct curl_slist *append(struct curl_slist *list, const char *line) {
  struct curl_slist *longer = curl_slist_append(list, line);
  if (!longer) curl_slist_free_all(list);
  return longer;
}

struct wallfarm_fetched wallfarm_fetch_run(const struct wallfarm_fetch *fetch) {
  struct wallfarm_fetched fetched;
  memset(&fetched, 0, sizeof fetched);
  fetched.end = WALLFARM_FETCH_BROKEN;
  struct run run = {.fetch = fetch};
  CURL *curl = curl_easy_init();
  struct curl_slist *names = curl_slist_append(NULL, fetch->resolved);
  char accept[512];
  snprintf(accept, sizeof accept, "Accept: %s", fetch->accept);
  struct curl_slist *headers = append(NULL, accept);
  for (int place = 0; headers && place < WALLFARM_FETCH_LINES && fetch->lines[place]; place++) {
    headers = append(headers, fetch->lines[place]);
  }
  // By default, libcurl waits for permission before it sends a large body.
  if (headers && fetch->body) headers = append(headers, "Expect:");
  if (!curl || !names || !headers) {
    snprintf(fetched.reason, sizeof fetched.reason, "out of memory");
    goto end;
  }
  int failed = 0;
  failed |= curl_easy_setopt(curl, CURLOPT_URL, fetch->address) != CURLE_OK;
  const char *protocol = strncmp(fetch->address, "http:", 5) == 0 ? "http" : "https";
  failed |= curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, protocol) != CURLE_OK;
  failed |= curl_easy_setopt(curl, CURLOPT_RESOLVE, names) != CURLE_OK;
  failed |= curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers) != CURLE_OK;
  failed |= curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, open_socket) != CURLE_OK;
  failed |= curl_easy_setopt(curl, CURLOPT_OPENSOCKETDATA, &run) != CURLE_OK;
  failed |= curl_easy_setopt(curl, CURLOPT_SOCKOPTFUNCTION, is_connected) != CURLE_OK;
  failed |= curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take) != CURLE_OK;
  failed |= curl_easy_setopt(curl, CURLOPT_WRITEDATA, &run) != CURLE_OK;
  failed |= curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, fetched.reason) != CURLE_OK;
  failed |= curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, fetch->milliseconds) != CURLE_OK;
  failed |= curl_easy_setopt(curl, CURLOPT_MAXFILESIZE_LARGE, (curl_off_t)fetch->most) != CURLE_OK;
  // Do not follow redirects, because a process outside the fence checks their targets.
  failed |= curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L) != CURLE_OK;
  failed |= curl_easy_setopt(curl, CURLOPT_PROXY, "") != CURLE_OK;
  failed |= curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L) != CURLE_OK;
  failed |= curl_easy_setopt(curl, CURLOPT_USERAGENT, fetch->agent) != CURLE_OK;
  // HTTP/2 has no benefit for a single picture.
  failed |= curl_easy_setopt(curl, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1) != CURLE_OK;
  // If HTTP/0.9 were allowed, libcurl would accept bytes without headers as a response.
  failed |= curl_easy_setopt(curl, CURLOPT_HTTP09_ALLOWED, 0L) != CURLE_OK;
  struct curl_blob trusted = {(void *)fetch->authority, fetch->authority_length, CURL_BLOB_COPY};
  if (fetch->authority) failed |= curl_easy_setopt(curl, CURLOPT_CAINFO_BLOB, &trusted) != CURLE_OK;
  if (fetch->body) {
    failed |= curl_easy_setopt(curl, CURLOPT_POST, 1L) != CURLE_OK;
    failed |= curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)fetch->body_length) != CURLE_OK;
    failed |= curl_easy_setopt(curl, CURLOPT_POSTFIELDS, fetch->body) != CURLE_OK;
  }
  if (failed) {
    snprintf(fetched.reason, sizeof fetched.reason, "this libcurl lacks what is needed");
    goto end;
  }
  CURLcode code = curl_easy_perform(curl);
  fetched.end = end_of(code, &run);
  if (code != CURLE_OK && !fetched.reason[0]) {
    snprintf(fetched.reason, sizeof fetched.reason, "%s", curl_easy_strerror(code));
  }
  curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &fetched.status);
  copy_header(curl, "ETag", fetched.tag, sizeof fetched.tag);
  copy_header(curl, "Last-Modified", fetched.modified, sizeof fetched.modified);
  copy_header(curl, "Content-Type", fetched.type, sizeof fetched.type);
  copy_header(curl, "Retry-After", fetched.retry, sizeof fetched.retry);
  char *moved = NULL;
  curl_easy_getinfo(curl, CURLINFO_REDIRECT_URL, &moved);
  if (moved && strlen(moved) < sizeof fetched.moved) strcpy(fetched.moved, moved);
end:
  curl_slist_free_all(names);
  curl_slist_free_all(headers);
  if (curl) curl_easy_cleanup(curl);
  return fetched;
}
