// A process inside the fence for fetchers. Usage: fetch SOCKET MESSENGER ACT ARGUMENT NAME
// [AUTHORITY].
//
// It receives a connected socket, like a fetcher, and performs ACT: a fetch with libcurl, or an
// action of a compromised fetcher. It prints the result of the fetch, or the action if the action
// succeeded, to standard output.
#define _GNU_SOURCE
#include "wallfarm_fence.h"

#include <curl/curl.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

static int given;
static int is_used;

// The callback with which libcurl opens sockets. The first call returns the given socket. A later
// call tries to create a socket, which the kernel refuses.
static curl_socket_t open_socket(void *to, curlsocktype purpose, struct curl_sockaddr *address) {
  (void)to;
  (void)purpose;
  if (!is_used) {
    is_used = 1;
    return given;
  }
  return socket(address->family, address->socktype, address->protocol);
}

static int is_connected(void *to, curl_socket_t socket, curlsocktype purpose) {
  (void)to;
  (void)purpose;
  return socket == given ? CURL_SOCKOPT_ALREADY_CONNECTED : CURL_SOCKOPT_OK;
}

static size_t count(char *bytes, size_t size, size_t number, void *total) {
  (void)bytes;
  *(size_t *)total += size * number;
  return size * number;
}

// Fetches the address. `name` tells libcurl the IP address of the host, because the fence does not
// allow name resolution.
static void fetch(const char *address, const char *name, char *authority) {
  CURL *curl = curl_easy_init();
  struct curl_slist *names = curl_slist_append(NULL, name);
  size_t total = 0;
  long status = 0;
  curl_easy_setopt(curl, CURLOPT_URL, address);
  curl_easy_setopt(curl, CURLOPT_RESOLVE, names);
  curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, open_socket);
  curl_easy_setopt(curl, CURLOPT_SOCKOPTFUNCTION, is_connected);
  curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, count);
  curl_easy_setopt(curl, CURLOPT_WRITEDATA, &total);
  curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 1L);
  curl_easy_setopt(curl, CURLOPT_TCP_KEEPALIVE, 1L);
  curl_easy_setopt(curl, CURLOPT_TIMEOUT, 600L);
  curl_easy_setopt(curl, CURLOPT_PROXY, "");
  struct curl_blob trusted = {authority, authority ? strlen(authority) : 0, CURL_BLOB_COPY};
  if (authority) curl_easy_setopt(curl, CURLOPT_CAINFO_BLOB, &trusted);
  CURLcode code = curl_easy_perform(curl);
  curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
  printf("curl %d status %ld bytes %zu\n", (int)code, status, total);
}

static int can_open(const char *path, int flags) { return open(path, flags, 0600) >= 0; }

static int can(const char *act, const char *path) {
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(9),
                           .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  struct sockaddr *other = (struct sockaddr *)&to;
  if (!strcmp(act, "read")) return can_open(path, O_RDONLY);
  if (!strcmp(act, "list")) return can_open(path, O_RDONLY | O_DIRECTORY);
  if (!strcmp(act, "write")) return can_open(path, O_WRONLY | O_CREAT);
  if (!strcmp(act, "remove")) return unlink(path) == 0;
  if (!strcmp(act, "ip")) return socket(AF_INET, SOCK_STREAM, 0) >= 0;
  if (!strcmp(act, "udp")) return socket(AF_INET6, SOCK_DGRAM, 0) >= 0;
  if (!strcmp(act, "path")) return socket(AF_UNIX, SOCK_STREAM, 0) >= 0;
  if (!strcmp(act, "netlink")) return socket(AF_NETLINK, SOCK_RAW, 0) >= 0;
  if (!strcmp(act, "pair")) {
    int pair[2];
    return socketpair(AF_INET, SOCK_STREAM, 0, pair) == 0;
  }
  if (!strcmp(act, "datagrams")) {
    int pair[2];
    return socketpair(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0, pair) == 0;
  }
  if (!strcmp(act, "packets")) {
    int pair[2];
    return socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair) == 0;
  }
  if (!strcmp(act, "times")) {
    struct timespec times[2] = {{0, 0}, {0, 0}};
    return utimensat(AT_FDCWD, path, times, 0) == 0;
  }
  if (!strcmp(act, "rename")) return rename(path, "/tmp/wallfarm-fetch") == 0;
  if (!strcmp(act, "connect")) {
    // Try to disconnect the socket, because it could then be connected to another address.
    struct sockaddr none = {.sa_family = AF_UNSPEC};
    connect(given, &none, sizeof none);
    struct sockaddr_in now;
    socklen_t length = sizeof now;
    return getpeername(given, (struct sockaddr *)&now, &length) != 0;
  }
  if (!strcmp(act, "send to")) return sendto(given, "x", 1, MSG_NOSIGNAL, other, sizeof to) == 1;
  if (!strcmp(act, "listen")) return listen(given, 1) == 0 || errno == EINVAL;
  if (!strcmp(act, "option")) {
    int one = 1;
    return setsockopt(given, SOL_SOCKET, SO_REUSEPORT, &one, sizeof one) == 0;
  }
  if (!strcmp(act, "resolve")) {
    struct addrinfo *found = NULL;
    return getaddrinfo("photos.example", "80", NULL, &found) == 0;
  }
  if (!strcmp(act, "exec")) {
    char *words[] = {"/bin/true", NULL};
    return execve("/bin/true", words, NULL) == 0;
  }
  if (!strcmp(act, "fork")) {
    pid_t child = fork();
    if (child == 0) _exit(0);
    return child > 0;
  }
  if (!strcmp(act, "signal")) return kill(getppid(), 0) == 0;
  if (!strcmp(act, "ptrace")) return ptrace(PTRACE_SEIZE, getppid(), NULL, NULL) == 0;
  fprintf(stderr, "fetch: what is '%s'?\n", act);
  exit(2);
}

// Returns the contents of a small file, or NULL.
static char *text_of(const char *path) {
  static char text[1 << 16];
  int file = open(path, O_RDONLY);
  ssize_t length = file < 0 ? -1 : read(file, text, sizeof text - 1);
  if (length < 0) return NULL;
  text[length] = 0;
  return text;
}

int main(int count, char **words) {
  if (count < 6) return 2;
  given = atoi(words[1]);
  int messenger = atoi(words[2]);
  const char *act = words[3], *argument = words[4], *name = words[5];
  char *authority = count > 6 ? text_of(words[6]) : NULL;
  curl_global_init(CURL_GLOBAL_DEFAULT);
  setvbuf(stdout, NULL, _IONBF, 0);
  if (!getenv("FETCH_UNFENCED")) {
    unsigned layers = wallfarm_fence_fetch(messenger);
    if (layers == WALLFARM_FENCE_FAILED) return 3;
    printf("files %d calls %d\n", layers & WALLFARM_FENCE_FILES ? 1 : 0, layers & WALLFARM_FENCE_CALLS ? 1 : 0);
  }
  if (!strcmp(act, "fetch")) {
    fetch(argument, name, authority);
  } else if (can(act, argument)) {
    printf("could %s\n", act);
  }
  return 0;
}
