#define _GNU_SOURCE
#include "wallfarm_http.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <unistd.h>

int wallfarm_epoll_make(void) { return epoll_create1(EPOLL_CLOEXEC); }

static int control(int watch, int operation, int descriptor, uint32_t events, uint64_t id) {
  struct epoll_event event = {.events = events, .data.u64 = id};
  return epoll_ctl(watch, operation, descriptor, &event);
}

static uint32_t events_of(unsigned states) {
  return (states & wallfarm_readable ? EPOLLIN : 0) | (states & wallfarm_writable ? EPOLLOUT : 0) |
         (states & wallfarm_left ? EPOLLRDHUP : 0);
}

int wallfarm_epoll_listening(int watch, int descriptor, uint64_t id) {
  return control(watch, EPOLL_CTL_ADD, descriptor, EPOLLIN | EPOLLEXCLUSIVE, id);
}

int wallfarm_epoll_add(int watch, int descriptor, unsigned states, uint64_t id) {
  return control(watch, EPOLL_CTL_ADD, descriptor, events_of(states), id);
}

int wallfarm_epoll_change(int watch, int descriptor, unsigned states, uint64_t id) {
  return control(watch, EPOLL_CTL_MOD, descriptor, events_of(states), id);
}

int wallfarm_epoll_end(int watch, int descriptor) {
  return control(watch, EPOLL_CTL_DEL, descriptor, 0, 0);
}

int wallfarm_epoll_wait(int watch, wallfarm_event *events, int most, int milliseconds) {
  struct epoll_event found[64];
  int count = epoll_wait(watch, found, most < 64 ? most : 64, milliseconds);
  for (int i = 0; i < count; i++) {
    uint32_t all = found[i].events;
    events[i].id = found[i].data.u64;
    events[i].states = (all & EPOLLIN ? wallfarm_readable : 0) | (all & EPOLLOUT ? wallfarm_writable : 0) |
                       (all & EPOLLRDHUP ? wallfarm_left : 0) |
                       (all & (EPOLLHUP | EPOLLERR) ? wallfarm_broken : 0);
  }
  return count < 0 && errno == EINTR ? 0 : count;
}

int wallfarm_bell_make(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void wallfarm_bell_ring(int bell) {
  uint64_t one = 1;
  ssize_t written;
  do written = write(bell, &one, sizeof one);
  while (written < 0 && errno == EINTR);
}

void wallfarm_bell_silence(int bell) {
  uint64_t count;
  ssize_t got;
  do got = read(bell, &count, sizeof count);
  while (got < 0 && errno == EINTR);
}

static wallfarm_peer peer_of(const struct sockaddr_storage *address) {
  wallfarm_peer peer = {0, 0};
  if (address->ss_family == AF_INET) {
    peer.family = 4;
    peer.prefix = ntohl(((const struct sockaddr_in *)address)->sin_addr.s_addr);
  } else if (address->ss_family == AF_INET6) {
    const uint8_t *bytes = ((const struct sockaddr_in6 *)address)->sin6_addr.s6_addr;
    int is_mapped = IN6_IS_ADDR_V4MAPPED(&((const struct sockaddr_in6 *)address)->sin6_addr);
    peer.family = is_mapped ? 4 : 6;
    for (int i = is_mapped ? 12 : 0; i < (is_mapped ? 16 : 8); i++)
      peer.prefix = peer.prefix << 8 | bytes[i];
  }
  return peer;
}

int wallfarm_accept(int listening, wallfarm_peer *peer) {
  struct sockaddr_storage address;
  memset(&address, 0, sizeof address);
  socklen_t size = sizeof address;
  int descriptor =
      accept4(listening, (struct sockaddr *)&address, &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
  if (descriptor < 0) return descriptor;
  *peer = peer_of(&address);
  // MSG_MORE already joins the header of a response with its body, so Nagle's algorithm would only
  // delay other writes.
  int is_on = 1;
  if (peer->family != 0) setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &is_on, sizeof is_on);
  return descriptor;
}

ssize_t wallfarm_send_file(int socket, int file, uint64_t offset, size_t count) {
  off_t from = (off_t)offset;
  return sendfile(socket, file, &from, count);
}
