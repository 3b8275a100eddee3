// What Linux offers through functions with variable arguments, which Swift cannot call, or only to
// those who ask for GNU extensions before the first header.
//
// Only prototypes: with <fcntl.h> here, `struct stat` would belong to this module or to Glibc,
// depending on which one the compiler loads first.
#ifndef WALLFARM_CSYSTEM_H
#define WALLFARM_CSYSTEM_H

#include <spawn.h>
#include <stddef.h>

/// Has the kernel kill this process as soon as the one that started it is gone.
int wallfarm_die_with_parent(void);

/// The number of the file system of a folder, as statfs(2) has it; 0 where it cannot be told.
long wallfarm_file_system(const char *folder);

/// Makes a pipe whose ends other programs do not inherit.
int wallfarm_pipe(int ends[2]);

/// Closes every descriptor from `first` on in the program that is started.
int wallfarm_close_from(posix_spawn_file_actions_t *actions, int first);

/// Makes reads and writes return instead of waiting.
int wallfarm_do_not_wait(int descriptor);

/// Renames something unless something of the new name is there.
int wallfarm_rename_new(int folder, const char *name, const char *other);

/// Lets two things of a folder change names, at one stroke.
int wallfarm_exchange(int folder, const char *name, const char *other);

/// Opens the very thing of a name, a link as well, only to look at it.
///
/// Unlike with any other descriptor of a file, closing it takes no lock of this process away.
int wallfarm_open_to_look(const char *path);

/// Opens what a name leads to, links followed, only to find out what it is.
int wallfarm_open_to_find(const char *path);

/// Makes two connected sockets that keep messages apart, which other programs do not inherit.
int wallfarm_packet_pair(int ends[2]);

/// Sends a message, and a descriptor with it where that is not negative; waits for room.
///
/// Returns how many bytes were sent, or -1 with errno; EPIPE where the other end is gone.
long wallfarm_send_packet(int socket, const void *bytes, size_t count, int descriptor);

/// Waits for a message; `descriptor` is what came with it, or -1.
///
/// Returns its bytes, 0 where the other end is gone, or -1 with errno; EMSGSIZE for a message that
/// is longer than `room`, or that came with more than one descriptor.
long wallfarm_receive_packet(int socket, void *bytes, size_t room, int *descriptor);

/// Something to wait for with poll that a write of eight bytes rings and a read of eight silences.
int wallfarm_bell(void);

/// An empty file in memory that can be sealed.
int wallfarm_sealable_file(const char *name);

/// Lets nobody change the bytes of a file in memory any more; EBUSY where it is mapped to be written.
int wallfarm_seal(int descriptor);

#endif
