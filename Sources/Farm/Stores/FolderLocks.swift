internal import Diagnostics
internal import Files
internal import Glibc

/// Checks whether file locks in a folder are exclusive among all machines that share the folder.
package enum FolderLocks {
  /// Tests a lock, and checks the type and mount options of the file system.
  ///
  /// - Throws: `store-refused`, `output-failed`.
  static func check(_ folder: String) throws(RenderError) {
    let made: TemporaryFiles.Made
    do throws(TemporaryFiles.Failure) {
      made = try TemporaryFiles.make(in: folder, prefix: ".wallfarm-probe-", mode: 0o600)
    } catch {
      throw .outputFailed(folder, SystemError.message(error.number), origin: .option("output"))
    }
    defer {
      unlink(made.path)
      close(made.descriptor)
    }
    if let reason = objection(to: made) { throw .folderCannot(folder, reason) }
    guard let place = Files.resolved(folder),
      let mounts = try? Files.read("/proc/self/mountinfo", limit: 16 << 20)
    else { return }
    if let reason = objection(
      to: Mount(of: place, in: String(decoding: mounts, as: UTF8.self)))
    {
      throw .folderCannot(folder, reason)
    }
  }

  /// The reason why locks do not work, or nil if no two descriptors of a file can hold its lock at
  /// the same time.
  private static func objection(to made: TemporaryFiles.Made) -> String? {
    guard flock(made.descriptor, LOCK_EX | LOCK_NB) == 0 else {
      return "its file system does not support locks: \(SystemError.message(errno))"
    }
    let other = open(made.path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
    guard other >= 0 else { return "a file in it cannot be opened twice" }
    defer { close(other) }
    return flock(other, LOCK_EX | LOCK_NB) == 0 ? "its locks are not exclusive" : nil
  }

  /// A line of `/proc/self/mountinfo` (proc_pid_mountinfo(5)).
  package struct Mount: Equatable {
    var type = ""
    var options: Set<String> = []

    init(type: String, options: Set<String>) { (self.type, self.options) = (type, options) }

    /// Finds the mount that contains a path; the path must not contain symbolic links.
    package init(of path: String, in mounts: String) {
      var longest = -1
      for line in mounts.split(separator: "\n") {
        let fields = line.split(separator: " ")
        guard let dash = fields.firstIndex(of: "-"), fields.count > dash + 3, fields.count > 5
        else { continue }
        let point = Mount.plain(fields[4])
        let isAbove = point == "/" || path == point || path.hasPrefix(point + "/")
        // A later mount hides an earlier mount at the same mount point.
        guard isAbove, point.utf8.count >= longest else { continue }
        longest = point.utf8.count
        type = String(fields[dash + 1])
        options = Set(
          (fields[5].split(separator: ",") + fields[dash + 3].split(separator: ","))
            .map(String.init))
      }
    }

    /// Decodes octal escapes: mountinfo writes a space as `\040`.
    private static func plain(_ field: Substring) -> String {
      var (bytes, rest) = ([UInt8](), Array(field.utf8)[...])
      while let byte = rest.popFirst() {
        if byte == UInt8(ascii: "\\"), rest.count >= 3,
          let value = UInt8(String(decoding: rest.prefix(3), as: UTF8.self), radix: 8)
        {
          bytes.append(value)
          rest = rest.dropFirst(3)
        } else {
          bytes.append(byte)
        }
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// The reason why locks on a mount do not affect other machines, or nil if there is none; see
  /// nfs(5), mount.cifs(8) and the FUSE documentation.
  package static func objection(to mount: Mount) -> String? {
    switch mount.type {
    case "nfs", "nfs4":
      let options = ["nolock", "local_lock=all", "local_lock=flock"]
      return options.first(where: mount.options.contains).map { option in
        "it is mounted with '\(option)', so its locks do not affect other machines"
      }
    case "cifs", "smb3":
      return mount.options.contains("nobrl")
        ? "it is mounted with 'nobrl', so its locks do not affect other machines" : nil
    case let type where withoutLocks.contains(type):
      return "its file system is \(type), so its locks do not affect other machines"
    default: return nil
    }
  }

  private static let withoutLocks: Set<String> = [
    "fuse.sshfs", "fuse.s3fs", "fuse.rclone", "fuse.gcsfuse", "fuse.goofys", "fuse.geesefs",
    "fuse.mountpoint-s3", "fuse.blobfuse", "fuse.blobfuse2", "fuse.davfs", "fuse.davfs2",
    "fuse.curlftpfs", "ncpfs", "afs",
  ]
}

extension RenderError {
  fileprivate static func folderCannot(_ folder: String, _ reason: String) -> RenderError {
    RenderError(
      .storeRefused, "'\(folder)' cannot be used by a farm: \(reason)", origin: .file(folder),
      hint:
        "use a bucket, or a folder on a file system with locks, such as NFS 4 without local_lock"
    )
  }
}
