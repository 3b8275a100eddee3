// Linux functions that are variadic, which Swift cannot call, or that require GNU extensions.
//
// This header contains only prototypes. If it included <fcntl.h>, `struct stat` would belong to
// this module or to Glibc, depending on which of them the compiler loads first.
#ifndef WALLFARM_CSYSTEM_H
#define WALLFARM_CSYSTEM_H

#include <spawn.h>
#include <stddef.h>

/// Lets the kernel kill this process when its parent ends.
int wallfarm_die_with_parent(void);

/// The file system type of a folder, as in statfs(2); 0 if it is unknown.
long wallfarm_file_system(const char *folder);

/// Creates a close-on-exec pipe.
int wallfarm_pipe(int ends[2]);

/// Closes all descriptors from `first` on in a spawned program.
int wallfarm_close_from(posix_spawn_file_actions_t *actions, int first);

/// Makes a descriptor nonblocking.
int wallfarm_do_not_wait(int descriptor);

/// Renames a file unless the new name exists.
int wallfarm_rename_new(int folder, const char *name, const char *other);

/// Exchanges two names in a folder atomically.
int wallfarm_exchange(int folder, const char *name, const char *other);

/// Opens a file or link itself for inspection only (O_PATH).
///
/// Unlike with other descriptors of a file, closing it releases no locks of this process.
int wallfarm_open_to_look(const char *path);

/// Opens a file for inspection only (O_PATH), following links.
int wallfarm_open_to_find(const char *path);

/// Creates a pair of connected close-on-exec sockets that preserve message boundaries.
int wallfarm_packet_pair(int ends[2]);

/// Sends a message, with a descriptor if it is not negative; waits for room.
///
/// Returns the number of bytes sent, or -1 with errno; EPIPE if the other end is closed.
long wallfarm_send_packet(int socket, const void *bytes, size_t count, int descriptor);

/// Waits for a message; `descriptor` is set to the attached descriptor, or -1.
///
/// Returns its size, 0 if the other end is closed, or -1 with errno; EMSGSIZE for a message longer
/// than `room` or with several descriptors.
long wallfarm_receive_packet(int socket, void *bytes, size_t room, int *descriptor);

/// Creates an eventfd for use with poll: writing 8 bytes signals it, reading 8 bytes resets it.
int wallfarm_bell(void);

/// Creates an empty memory file that can be sealed.
int wallfarm_sealable_file(const char *name);

/// Seals a memory file against changes; EBUSY if it is mapped for writing.
int wallfarm_seal(int descriptor);

#endif
