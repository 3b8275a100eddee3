internal import CSystem
package import Diagnostics
internal import Glibc

/// Writes files atomically: writes and syncs a temporary file in the same folder, then renames it.
package enum AtomicFile {
  /// Durably replaces a file with the given pieces.
  ///
  /// - Throws: `output-failed` with the system's reason; the old file is unchanged unless only the
  ///   final sync of its folder failed.
  package static func write(
    _ pieces: [[UInt8]], to path: String, origin: Origin = .option("output")
  ) throws(RenderError) {
    try check(path, origin: origin)
    let reason = replace(path, isDurable: true) { write(pieces, to: $0) }
    if let reason { throw .outputFailed(path, reason, origin: origin) }
  }

  /// Writes pieces to a file and syncs it; the caller renames the file.
  ///
  /// - Returns: the system's reason on failure.
  package static func fill(_ descriptor: Int32, with pieces: [[UInt8]]) -> String? {
    write(pieces, to: descriptor)
      ?? (Files.untilNotInterrupted { fsync(descriptor) } == 0 ? nil : Files.systemMessage(errno))
  }

  private static func write(_ pieces: [[UInt8]], to descriptor: Int32) -> String? {
    for piece in pieces {
      if let reason = piece.withUnsafeBytes({ writeAll($0, to: descriptor) }) { return reason }
    }
    return nil
  }

  /// Replaces a file atomically with the output of `write`; only a regular file can be replaced.
  ///
  /// - Parameters:
  ///   - path: the file, which may exist.
  ///   - isDurable: whether to sync the file and its folder.
  ///   - mode: the permission bits; a private mode is applied exactly, and other modes are subject
  ///     to the umask.
  ///   - isNew: whether an existing file is an error.
  ///   - write: writes to a descriptor; returns the system's reason on failure.
  /// - Returns: nil on success, or the system's reason if the file was not written or may not be
  ///   durable. No temporary file is left behind.
  package static func replace(
    _ path: String, isDurable: Bool,
    mode: UInt32 = 0o666, isNew: Bool = false,
    _ write: (Int32) -> String?
  ) -> String? {
    if let reason = Files.inTheWay(of: path) { return reason }
    let folder = Files.folder(of: path)
    let made: TemporaryFiles.Made
    do throws(TemporaryFiles.Failure) {
      // The temporary name does not contain the final name, so the final name may have the maximum
      // length.
      made = try TemporaryFiles.make(in: folder, mode: mode)
    } catch {
      return Files.systemMessage(error.number)
    }
    UnfinishedFiles.add(made.path)
    defer { UnfinishedFiles.remove(made.path) }
    var reason = write(made.descriptor)
    if reason == nil, isDurable, Files.untilNotInterrupted({ fsync(made.descriptor) }) != 0 {
      reason = Files.systemMessage(errno)
    }
    if reason == nil { reason = TemporaryFiles.publish(made) }
    // The duplicate descriptor holds the lock until the file has its final name.
    let holder = fcntl(made.descriptor, F_DUPFD_CLOEXEC, 0)
    defer { if holder >= 0 { close(holder) } }
    // Linux closes the descriptor even after EINTR, and fsync has already reported write errors.
    if close(made.descriptor) != 0, errno != EINTR {
      reason = reason ?? Files.systemMessage(errno)
    }
    reason = reason ?? putInPlace(made.path, path, isNew: isNew)
    guard reason == nil else {
      unlink(made.path)
      return reason
    }
    return isDurable ? FolderSync.sync(folder) : nil
  }

  private static func putInPlace(_ temporary: String, _ path: String, isNew: Bool) -> String? {
    guard isNew else {
      // Check again, because the entry may have changed since the first check.
      return Files.inTheWay(of: path)
        ?? (rename(temporary, path) == 0 ? nil : Files.systemMessage(errno))
    }
    if wallfarm_rename_new(AT_FDCWD, temporary, path) == 0 { return nil }
    guard errno == EINVAL || errno == ENOSYS else { return Files.systemMessage(errno) }
    // Creating a hard link never replaces an existing file.
    guard link(temporary, path) == 0 else { return Files.systemMessage(errno) }
    unlink(temporary)
    return nil
  }

  /// Writes all bytes, in as many calls as necessary.
  ///
  /// - Returns: the system's reason on failure.
  package static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> String? {
    var done = 0
    while done < bytes.count {
      let written = Glibc.write(
        descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
      if written < 0 && errno == EINTR { continue }
      guard written > 0 else { return Files.systemMessage(errno) }
      done += written
    }
    return nil
  }

  /// Checks, before the work starts, whether a file can be written.
  ///
  /// - Throws: `output-failed`.
  package static func check(
    _ path: String, origin: Origin = .option("output")
  ) throws(RenderError) {
    let folder = Files.folder(of: path)
    guard Files.kind(of: folder) != nil else {
      throw .outputWithoutFolder(path, folder, origin: origin)
    }
    guard Files.isFolder(folder) else {
      throw .outputFailed(path, "'\(folder)' is not a folder", origin: origin)
    }
    // Entries in /dev and /proc represent devices and streams, even if they refer to a regular
    // file.
    if let place = Files.resolved(folder), place == "/dev" || place.hasPrefix("/proc") {
      throw .outputFailed(path, "it is not a regular file", origin: origin)
    }
    guard access(folder, W_OK) == 0 else {
      throw .outputFailed(path, "the folder '\(folder)' is not writable", origin: origin)
    }
    if let reason = Files.inTheWay(of: path) { throw .outputInTheWay(path, reason, origin: origin) }
  }
}
