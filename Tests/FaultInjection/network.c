// A disk that several machines share: whatever is asked about lies on NFS. For LD_PRELOAD.
#include <linux/magic.h>
#include <string.h>
#include <sys/vfs.h>

int statfs(const char *path, struct statfs *about) {
  (void)path;
  memset(about, 0, sizeof *about);
  about->f_type = NFS_SUPER_MAGIC;
  return 0;
}
