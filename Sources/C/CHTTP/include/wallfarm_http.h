// Calls of Linux that an event loop needs and Swift's Glibc module does not offer: epoll, accept4 and sendfile.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#pragma clang assume_nonnull begin

// States of a descriptor.
enum {
  // There are bytes to read, a client to accept, or the end of what the other side sends.
  wallfarm_readable = 1,
  wallfarm_writable = 2,
  // The other side sends no more.
  wallfarm_left = 4,
  // Neither side sends any more. This state is reported without being asked for.
  wallfarm_broken = 8
};

typedef struct {
  uint64_t id;
  unsigned states;
} wallfarm_event;

// The address of a client, as far as limits tell clients apart.
typedef struct {
  // 4 or 6 for IP, and 0 for a socket in the file system.
  int family;
  // The whole address of version 4, or the first 64 bits of one of version 6, which one site has.
  uint64_t prefix;
} wallfarm_peer;

// Makes a set of watched descriptors; less than 0 with errno where none can be made.
int wallfarm_epoll_make(void);

// Watches a socket that listens. Of several threads that watch it, one wakes for each client.
int wallfarm_epoll_listening(int watch, int descriptor, uint64_t id);

// Watches a descriptor for some states, or for others than before.
int wallfarm_epoll_add(int watch, int descriptor, unsigned states, uint64_t id);
int wallfarm_epoll_change(int watch, int descriptor, unsigned states, uint64_t id);
int wallfarm_epoll_end(int watch, int descriptor);

// Waits until something happens; returns how many events there are, 0 after an interruption as well.
int wallfarm_epoll_wait(int watch, wallfarm_event *events, int most, int milliseconds);

// Something to watch that `wallfarm_bell_ring` makes readable and `wallfarm_bell_silence` does not.
int wallfarm_bell_make(void);
void wallfarm_bell_ring(int bell);
void wallfarm_bell_silence(int bell);

// Accepts a client without waiting; less than 0 with errno where there is none.
int wallfarm_accept(int listening, wallfarm_peer *peer);

// Sends bytes of a file without copying them; returns how many, or less than 0 with errno.
ssize_t wallfarm_send_file(int socket, int file, uint64_t offset, size_t count);

#pragma clang assume_nonnull end
