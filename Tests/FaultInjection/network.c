// Simulates a network disk when it is loaded with LD_PRELOAD: every path appears to be on NFS.
#include <linux/magic.h>
#include <string.h>
#include <sys/vfs.h>

int statfs(const char *path, struct statfs *about) {
  (void)path;
  memset(about, 0, sizeof *about);
  about->f_type = NFS_SUPER_MAGIC;
  return 0;
}
