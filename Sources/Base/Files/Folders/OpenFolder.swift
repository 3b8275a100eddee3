internal import CSystem
package import Diagnostics
internal import Glibc

/// An open folder; every operation applies to this folder, even if its path changes.
///
/// Links in the folder are never followed.
package final class OpenFolder {
  /// The path for messages.
  package let path: String
  let descriptor: Int32

  /// An entry in a folder.
  package struct Entry: Sendable, Hashable {
    package let name: String
    package let kind: EntryKind
    /// The permission bits.
    package let mode: UInt32
  }

  /// Opens a folder.
  ///
  /// - Parameters:
  ///   - path: the folder.
  ///   - followsLink: whether the path itself may be a link.
  /// - Throws: `file-unreadable`.
  package convenience init(_ path: String, followsLink: Bool = false) throws(RenderError) {
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | (followsLink ? 0 : O_NOFOLLOW)
    try self.init(path, Files.untilNotInterrupted { open(path, flags) })
  }

  private init(_ path: String, _ descriptor: Int32) throws(RenderError) {
    (self.path, self.descriptor) = (path, descriptor)
    guard descriptor >= 0 else {
      let kind = EntryKind(at: path)
      throw .fileUnreadable(
        path,
        errno == ENOTDIR || errno == ELOOP
          ? "it is \((kind ?? .file).words)" : SystemError.message(errno))
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Opens a subfolder.
  ///
  /// - Throws: `file-unreadable`.
  package func folder(_ name: String) throws(RenderError) -> OpenFolder {
    try OpenFolder(
      "\(path)/\(name)",
      openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC))
  }

  // MARK: - Reading

  /// Reads all entries, sorted by name.
  ///
  /// - Throws: `file-unreadable`.
  package func entries() throws(RenderError) -> [Entry] {
    // `closedir` also closes the descriptor, so the stream needs its own descriptor.
    let own = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard own >= 0 else { throw .fileUnreadable(path, SystemError.message(errno)) }
    guard let stream = fdopendir(own) else {
      let reason = SystemError.message(errno)
      close(own)
      throw .fileUnreadable(path, reason)
    }
    defer { closedir(stream) }
    var entries: [Entry] = []
    while true {
      errno = 0
      guard let next = readdir(stream) else {
        guard errno == 0 else { throw .fileUnreadable(path, SystemError.message(errno)) }
        break
      }
      let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
      let start = UnsafeRawPointer(next) + offset
      let name = String(cString: start.assumingMemoryBound(to: CChar.self))
      guard name != ".", name != "..", let entry = entry(name) else { continue }
      entries.append(entry)
    }
    return entries.sorted { $0.name < $1.name }
  }

  /// The entry with the given name, or nil if it does not exist.
  package func entry(_ name: String) -> Entry? {
    var status = stat()
    guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
    return Entry(
      name: name, kind: EntryKind(status.st_mode), mode: UInt32(status.st_mode) & 0o7777)
  }

  /// Reads a file and its mode.
  ///
  /// - Parameters:
  ///   - name: the file; links and pipes are rejected.
  ///   - limit: maximum size in bytes.
  /// - Returns: the bytes and the permission bits.
  /// - Throws: `file-unreadable`, `file-too-large`.
  package func read(
    _ name: String, limit: Int
  ) throws(RenderError) -> (bytes: [UInt8], mode: UInt32) {
    let file = "\(path)/\(name)"
    let opened = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard opened >= 0 else {
      let kind = entry(name)?.kind ?? .file
      throw .fileUnreadable(
        file, kind == .file ? SystemError.message(errno) : "it is \(kind.words)")
    }
    defer { close(opened) }
    var status = stat()
    guard fstat(opened, &status) == 0, EntryKind(status.st_mode) == .file else {
      throw .fileUnreadable(file, "it is \(EntryKind(status.st_mode).words)")
    }
    guard status.st_size <= limit else { throw .fileTooLarge(file, limit, setting: nil) }
    let bytes = try Files.readAll(
      opened, path: file, limit: limit, expecting: Int(status.st_size))
    return (bytes, UInt32(status.st_mode) & 0o7777)
  }

  // MARK: - Writing

  /// Creates and opens a subfolder, which must not exist yet.
  ///
  /// - Throws: `output-failed`, `file-unreadable`.
  package func makeFolder(_ name: String, mode: UInt32 = 0o777) throws(RenderError) -> OpenFolder {
    guard mkdirat(descriptor, name, mode) == 0 else { throw failed(name) }
    return try folder(name)
  }

  /// Restricts access to the folder to its owner; has no effect if the file system has no
  /// permission modes.
  ///
  /// - Returns: the previous mode.
  package func hide() -> UInt32 {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return 0o755 }
    _ = fchmod(descriptor, 0o700)
    return UInt32(status.st_mode) & 0o7777
  }

  /// Restores the mode that ``hide()`` returned.
  package func show(as mode: UInt32) { _ = fchmod(descriptor, mode) }

  /// Writes and syncs a file, which must not exist yet.
  ///
  /// - Throws: `output-failed`; in that case, no incomplete file is left behind.
  package func write(
    _ bytes: [UInt8], to name: String, mode: UInt32 = 0o666
  ) throws(RenderError) {
    let made = openat(
      descriptor, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
    guard made >= 0 else { throw failed(name) }
    var reason = bytes.withUnsafeBytes { AtomicFile.writeAll($0, to: made) }
    if reason == nil, fsync(made) != 0 { reason = SystemError.message(errno) }
    if close(made) != 0 { reason = reason ?? SystemError.message(errno) }
    guard let reason else { return }
    unlinkat(descriptor, name, 0)
    throw failed(name, reason)
  }

  /// Replaces a file atomically and durably, or creates it; only a regular file can be replaced.
  ///
  /// - Parameters:
  ///   - name: the file.
  ///   - bytes: the whole file.
  ///   - mode: the permission bits, to which the umask applies.
  /// - Throws: `output-failed`; the old file is unchanged unless only the final sync failed.
  package func replace(
    _ name: String, with bytes: [UInt8], mode: UInt32 = 0o666
  ) throws(RenderError) {
    // The path of a descriptor stands for several folders in turn, so it must be swept explicitly.
    sweep()
    let reason = AtomicFile.replace("\(ownPath)/\(name)", isDurable: true, mode: mode) { made in
      bytes.withUnsafeBytes { AtomicFile.writeAll($0, to: made) }
    }
    if let reason { throw failed(name, reason) }
  }

  /// Removes temporary files that terminated writers left behind.
  package func sweep() { TemporaryFiles.sweep(ownPath) }

  /// A path that leads to this folder in this process, even if the folder is moved.
  private var ownPath: String { "/proc/self/fd/\(descriptor)" }

  /// Renames an entry without replacing an existing entry.
  ///
  /// - Throws: `output-failed`.
  package func rename(_ name: String, to other: String) throws(RenderError) {
    if wallfarm_rename_new(descriptor, name, other) == 0 { return }
    // Some file systems do not support an atomic rename without replacement, so check first.
    guard [EINVAL, ENOSYS].contains(errno), entry(other) == nil else { throw failed(other) }
    guard renameat(descriptor, name, descriptor, other) == 0 else { throw failed(other) }
  }

  /// Exchanges two entries atomically.
  ///
  /// - Returns: false if the file system does not support the exchange.
  /// - Throws: `output-failed`.
  package func exchange(_ name: String, with other: String) throws(RenderError) -> Bool {
    if wallfarm_exchange(descriptor, name, other) == 0 { return true }
    guard [EINVAL, ENOSYS].contains(errno) else { throw failed(other) }
    return false
  }

  /// Removes a file or a link if it exists.
  ///
  /// - Throws: `output-failed`.
  package func remove(_ name: String) throws(RenderError) {
    guard unlinkat(descriptor, name, 0) == 0 || errno == ENOENT else { throw failed(name) }
  }

  /// Removes an empty subfolder if it exists.
  ///
  /// - Throws: `output-failed`, for example if the folder is not empty.
  package func removeFolder(_ name: String) throws(RenderError) {
    guard unlinkat(descriptor, name, AT_REMOVEDIR) == 0 || errno == ENOENT else {
      throw failed(name)
    }
  }

  /// Makes renames and new names in the folder durable.
  ///
  /// - Throws: `output-failed`. A file system that does not support this operation is not an error.
  package func sync() throws(RenderError) {
    guard Files.untilNotInterrupted({ fsync(descriptor) }) != 0, ![EINVAL, ENOTSUP].contains(errno)
    else { return }
    throw WholeFile.failed(path, SystemError.message(errno))
  }

  /// Renames an entry durably; if the sync fails, restores the old name.
  ///
  /// - Throws: `output-failed`.
  package func nameSafely(_ name: String, _ new: String) throws(RenderError) {
    try rename(name, to: new)
    do throws(RenderError) {
      try sync()
    } catch {
      try rename(new, to: name)
      throw error
    }
  }

  /// Waits up to 10 s for the exclusive lock on the folder.
  ///
  /// - Returns: false after a timeout; true if locked or if the file system does not support locks.
  package func lock() -> Bool {
    for _ in 0..<200 {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK { return true }
      usleep(50_000)
    }
    return false
  }

  private func failed(_ name: String, _ reason: String? = nil) -> RenderError {
    let reason = reason ?? SystemError.message(errno)
    return WholeFile.failed("\(path)/\(name)", reason)
  }
}
