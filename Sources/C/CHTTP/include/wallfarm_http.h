// Linux calls that the event loop needs but that Swift's Glibc module lacks: epoll, accept4 and
// sendfile.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#pragma clang assume_nonnull begin

// States of a descriptor.
enum {
  // Bytes to read, a client to accept, or end of input.
  wallfarm_readable = 1,
  wallfarm_writable = 2,
  // The peer has shut down its sending side.
  wallfarm_left = 4,
  // The connection is reset or closed in both directions. epoll always reports this state.
  wallfarm_broken = 8
};

typedef struct {
  uint64_t id;
  unsigned states;
} wallfarm_event;

// The part of a client's address that is used to apply limits per client.
typedef struct {
  // 4 or 6 for IP, 0 for a Unix domain socket.
  int family;
  // The whole IPv4 address, or the first 64 bits of an IPv6 address (the network of one site).
  uint64_t prefix;
} wallfarm_peer;

// Creates an epoll instance; returns a negative value and sets errno on failure.
int wallfarm_epoll_make(void);

// Watches a listening socket with EPOLLEXCLUSIVE, so that a new client does not wake every thread.
int wallfarm_epoll_listening(int watch, int descriptor, uint64_t id);

// Adds a descriptor, changes the states that are watched, or removes the descriptor.
int wallfarm_epoll_add(int watch, int descriptor, unsigned states, uint64_t id);
int wallfarm_epoll_change(int watch, int descriptor, unsigned states, uint64_t id);
int wallfarm_epoll_end(int watch, int descriptor);

// Waits for events; returns their number, or 0 if a signal interrupted the wait.
int wallfarm_epoll_wait(int watch, wallfarm_event *events, int most, int milliseconds);

// An eventfd that wakes a loop: `wallfarm_bell_ring` makes it readable, `wallfarm_bell_silence` clears it.
int wallfarm_bell_make(void);
void wallfarm_bell_ring(int bell);
void wallfarm_bell_silence(int bell);

// Accepts a client without blocking; returns a negative value and sets errno on failure.
int wallfarm_accept(int listening, wallfarm_peer *peer);

// Sends bytes of a file with sendfile; returns their number, or a negative value and sets errno.
ssize_t wallfarm_send_file(int socket, int file, uint64_t offset, size_t count);

#pragma clang assume_nonnull end
