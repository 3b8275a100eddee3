internal import CSystem

/// File systems that several machines share.
///
/// SQLite's write-ahead log needs memory that all users of a file share, which ends at the machine
/// (https://sqlite.org/wal.html): a queue there may be damaged.
enum NetworkDisk {
  /// The name of a file system by its number in statfs(2), from linux/magic.h and the kernel's own
  /// sources; nil for one of a single machine, and for FUSE, which may be either.
  static func name(magic: Int) -> String? {
    // The number is of 32 bits, and on some processors the field has a sign.
    switch UInt32(truncatingIfNeeded: magic) {
    case 0x6969: "NFS"
    case 0x517B, 0xFF53_4D42, 0xFE53_4D42: "SMB"
    case 0x0102_1997: "9P"
    case 0x00C3_6400: "Ceph"
    case 0x5346_414F, 0x6B41_4653: "AFS"
    case 0x0BD0_0BD0: "Lustre"
    case 0x0116_1970: "GFS2"
    case 0x7461_636F: "OCFS2"
    case 0x4750_4653: "GPFS"
    case 0x1983_0326: "BeeGFS"
    default: nil
    }
  }

  /// The same for the file system of a folder.
  static func name(of folder: String) -> String? {
    name(magic: wallfarm_file_system(folder))
  }
}
