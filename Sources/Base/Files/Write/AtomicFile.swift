internal import CSystem
package import Diagnostics
internal import Glibc

/// Writes files as a whole or not at all: a temporary name in the same folder, sync, rename.
package enum AtomicFile {
  /// Puts the bytes of all pieces at `path`, replacing what was there only once they are safely on
  /// disk.
  ///
  /// - Throws: `output-failed` with the system's reason; nothing is left behind.
  package static func write(
    _ pieces: [[UInt8]], to path: String, origin: Origin = .option("output")
  ) throws(RenderError) {
    try check(path, origin: origin)
    let reason = replace(path, isDurable: true) { write(pieces, to: $0) }
    if let reason { throw .outputFailed(path, reason, origin: origin) }
  }

  /// Writes all pieces to a file that somebody else gives its name, and waits until they would survive
  /// a power cut.
  ///
  /// - Returns: the system's reason where it cannot.
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

  /// Puts what `write` writes at `path`, as a whole or not at all, where there is nothing or a file.
  ///
  /// - Parameters:
  ///   - path: a file that may be there.
  ///   - isDurable: whether to wait until file and name would survive a power cut.
  ///   - mode: who may read and write it; without rights for others it is exactly this.
  ///   - isNew: whether a file that is there stays, and is the reason.
  ///   - write: writes to a descriptor; returns the system's reason where it cannot.
  /// - Returns: the system's reason where it was not written, or may not survive a power cut; no
  ///   other file is left behind.
  package static func replace(
    _ path: String, isDurable: Bool,
    mode: UInt32 = 0o666, isNew: Bool = false,
    _ write: (Int32) -> String?
  ) -> String? {
    if let reason = Files.inTheWay(of: path) { return reason }
    let folder = Files.folder(of: path)
    let made: TemporaryFiles.Made
    do throws(TemporaryFiles.Failure) {
      // The temporary name is short, so every file name that the file system accepts can be written.
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
    // Holds the lock until the file has its final name.
    let holder = fcntl(made.descriptor, F_DUPFD_CLOEXEC, 0)
    defer { if holder >= 0 { close(holder) } }
    // Linux has closed it when a signal interrupts that; whatever went wrong fsync has said.
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
      // What came meanwhile is left alone too.
      return Files.inTheWay(of: path)
        ?? (rename(temporary, path) == 0 ? nil : Files.systemMessage(errno))
    }
    if wallfarm_rename_new(AT_FDCWD, temporary, path) == 0 { return nil }
    guard errno == EINVAL || errno == ENOSYS else { return Files.systemMessage(errno) }
    // A second name replaces nothing either.
    guard link(temporary, path) == 0 else { return Files.systemMessage(errno) }
    unlink(temporary)
    return nil
  }

  /// Writes everything, however many calls it takes.
  ///
  /// - Returns: the system's reason where it cannot.
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

  /// Finds what would keep a file from being written, before any work is done for it.
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
    // What is there stands for devices and streams, also where it leads to a regular file now.
    if let place = Files.resolved(folder), place == "/dev" || place.hasPrefix("/proc") {
      throw .outputFailed(path, "it is not a regular file", origin: origin)
    }
    guard access(folder, W_OK) == 0 else {
      throw .outputFailed(path, "the folder '\(folder)' is not writable", origin: origin)
    }
    if let reason = Files.inTheWay(of: path) { throw .outputInTheWay(path, reason, origin: origin) }
  }
}
