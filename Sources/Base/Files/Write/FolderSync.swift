internal import Glibc

/// Makes changes to the names in a folder durable.
package enum FolderSync {
  /// Syncs a folder.
  ///
  /// `EINVAL` and `ENOTSUP` mean that the file system cannot sync folders. This is not an error,
  /// because the files themselves are complete. A folder that is writable but not readable cannot
  /// be opened for syncing; this is not an error either.
  ///
  /// - Returns: the system's reason on failure.
  package static func sync(_ folder: String) -> String? {
    let descriptor = Files.untilNotInterrupted { open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard descriptor >= 0 else {
      return errno == EACCES ? nil : Files.systemMessage(errno)
    }
    defer { close(descriptor) }
    guard Files.untilNotInterrupted({ fsync(descriptor) }) != 0 else { return nil }
    return [EINVAL, ENOTSUP].contains(errno) ? nil : Files.systemMessage(errno)
  }
}
