internal import Glibc

/// Makes the names in a folder survive a power cut.
package enum FolderSync {
  /// Waits until the disk has the names of a folder.
  ///
  /// File systems that cannot sync a folder say so with `EINVAL` or `ENOTSUP`; the files in it are
  /// whole either way, so that is no failure. A folder that may be written and not read cannot be
  /// opened for it, which is none either.
  ///
  /// - Returns: the system's reason where it cannot.
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
