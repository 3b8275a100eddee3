#define _GNU_SOURCE
#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/vfs.h>
#include <unistd.h>

int wallfarm_die_with_parent(void) { return prctl(PR_SET_PDEATHSIG, SIGKILL); }

long wallfarm_file_system(const char *folder) {
  struct statfs about;
  return statfs(folder, &about) == 0 ? (long)about.f_type : 0;
}

int wallfarm_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int wallfarm_close_from(posix_spawn_file_actions_t *actions, int first) {
  return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

int wallfarm_do_not_wait(int descriptor) {
  return fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
}

int wallfarm_rename_new(int folder, const char *name, const char *other) {
  return (int)renameat2(folder, name, folder, other, RENAME_NOREPLACE);
}

int wallfarm_exchange(int folder, const char *name, const char *other) {
  return (int)renameat2(folder, name, folder, other, RENAME_EXCHANGE);
}

int wallfarm_open_to_look(const char *path) {
  return open(path, O_PATH | O_NOFOLLOW | O_CLOEXEC);
}

int wallfarm_open_to_find(const char *path) { return open(path, O_PATH | O_CLOEXEC); }

int wallfarm_packet_pair(int ends[2]) {
  return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends);
}

// Room for one descriptor, aligned for the kernel.
union control {
  struct cmsghdr header;
  char bytes[CMSG_SPACE(sizeof(int))];
};

long wallfarm_send_packet(int socket, const void *bytes, size_t count, int descriptor) {
  union control control;
  struct iovec piece = {.iov_base = (void *)bytes, .iov_len = count};
  struct msghdr message = {.msg_iov = &piece, .msg_iovlen = 1};
  if (descriptor >= 0) {
    memset(&control, 0, sizeof control);
    message.msg_control = control.bytes;
    message.msg_controllen = sizeof control.bytes;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
  }
  long sent;
  do sent = sendmsg(socket, &message, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  return sent;
}

long wallfarm_receive_packet(int socket, void *bytes, size_t room, int *descriptor) {
  union control control;
  struct iovec piece = {.iov_base = bytes, .iov_len = room};
  struct msghdr message = {.msg_iov = &piece,
                           .msg_iovlen = 1,
                           .msg_control = control.bytes,
                           .msg_controllen = sizeof control.bytes};
  *descriptor = -1;
  long got;
  do got = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  while (got < 0 && errno == EINTR);
  if (got < 0) return got;
  int received = 0;
  for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header;
       header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    // The buffer size is rounded up, so more than one descriptor can be received; all of them must
    // be closed.
    size_t count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t i = 0; i < count; i++) {
      int one;
      memcpy(&one, CMSG_DATA(header) + i * sizeof one, sizeof one);
      if (received++ == 0) *descriptor = one;
      else close(one);
    }
  }
  if (received > 1 || (message.msg_flags & (MSG_TRUNC | MSG_CTRUNC))) {
    if (*descriptor >= 0) close(*descriptor);
    *descriptor = -1;
    errno = EMSGSIZE;
    return -1;
  }
  return got;
}

int wallfarm_bell(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

int wallfarm_sealable_file(const char *name) {
  return memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
}

int wallfarm_seal(int descriptor) {
  return fcntl(descriptor, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL);
}
