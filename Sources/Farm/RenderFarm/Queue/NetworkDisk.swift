internal import CSystem

/// Detects network file systems.
///
/// SQLite's write-ahead log needs shared memory, which works only on one machine
/// (https://sqlite.org/wal.html), so a queue on a network file system may become corrupted.
package enum NetworkDisk {
  /// Returns the name of the network file system with a statfs(2) type number, or `nil` for a local
  /// disk.
  ///
  /// The numbers are from linux/magic.h and the kernel sources. The result for FUSE is `nil`,
  /// because a FUSE file system may be local or remote.
  package static func name(magic: Int) -> String? {
    // File system numbers have 32 bits, but the `statfs` field is signed on some architectures.
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

  /// Returns the name of the network file system that contains a folder, or `nil` for a local disk.
  package static func name(of folder: String) -> String? {
    name(magic: wallfarm_file_system(folder))
  }
}
