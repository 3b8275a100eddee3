public import Diagnostics
internal import Files
internal import Glibc

/// Stores objects as files in a folder.
public struct FolderStore: OutputStore {
  /// The absolute path of the folder.
  public let address: String

  /// Creates a store in a folder; missing folders are created on write.
  public init(_ folder: String) { address = folder }

  private func path(_ name: String) throws(RenderError) -> String {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard !parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }), !name.contains("\0")
    else {
      throw RenderError(
        .pathOutside, "'\(name)' is not a valid file path in '\(address)'", origin: .file(address),
        hint: "use a relative path without '.' and '..'")
    }
    return address + "/" + name
  }

  /// Writes a temporary file, syncs it, and renames it.
  public func put(
    _ bytes: UnsafeRawBufferPointer, _ facts: ObjectFacts, as name: String, _ rule: PutRule
  ) throws(RenderError) -> Bool {
    let path = try path(name)
    if rule == .fenced, let owner = facts.owner { return try put(bytes, facts, owner, at: path) }
    if let found = try look(at: name) {
      if found.sha256 == facts.sha256 { return false }
      if rule == .once { throw .outputTaken(path) }
    }
    try WholeFile.makeFolder(Files.folder(of: path))
    let reason = AtomicFile.replace(path, isDurable: true, isNew: rule == .once) { descriptor in
      AtomicFile.writeAll(bytes, to: descriptor)
    }
    guard let reason else { return true }
    // Another writer may have created the file after the first check.
    if rule == .once, let found = try look(at: name) {
      if found.sha256 == facts.sha256 { return false }
      throw .outputTaken(path)
    }
    throw .outputFailed(path, reason, origin: .file(path))
  }

  // MARK: - Attempts

  private func put(
    _ bytes: UnsafeRawBufferPointer, _ facts: ObjectFacts, _ owner: ObjectOwner, at path: String
  ) throws(RenderError) -> Bool {
    let folder = Files.folder(of: path)
    try WholeFile.makeFolder(folder)
    if let reason = Files.inTheWay(of: path) {
      throw .outputFailed(path, reason, origin: .file(path))
    }
    // Write the bytes before taking the lock, so that the lock is held only briefly.
    let made = try written(bytes, in: folder, for: path)
    defer {
      // If the rename succeeded, this `unlink` fails with ENOENT, which is harmless.
      unlink(made.path)
      close(made.descriptor)
    }
    let isNew = try putInPlace(made, facts, owner, at: path)
    if isNew, let reason = FolderSync.sync(folder) {
      throw .outputFailed(path, reason, origin: .file(path))
    }
    return isNew
  }

  private func written(
    _ bytes: UnsafeRawBufferPointer, in folder: String, for path: String
  ) throws(RenderError) -> TemporaryFiles.Made {
    let made: TemporaryFiles.Made
    do throws(TemporaryFiles.Failure) {
      made = try TemporaryFiles.make(in: folder)
    } catch {
      throw .outputFailed(path, SystemError.message(error.number), origin: .file(path))
    }
    var reason = AtomicFile.writeAll(bytes, to: made.descriptor)
    if reason == nil, Files.untilNotInterrupted({ fsync(made.descriptor) }) != 0 {
      reason = SystemError.message(errno)
    }
    reason = reason ?? TemporaryFiles.publish(made)
    guard let reason else { return made }
    unlink(made.path)
    close(made.descriptor)
    throw .outputFailed(path, reason, origin: .file(path))
  }

  /// Checks the existing file and renames the temporary file while holding the lock.
  ///
  /// - Returns: false if a file with the same bytes exists.
  private func putInPlace(
    _ made: TemporaryFiles.Made, _ facts: ObjectFacts, _ owner: ObjectOwner, at path: String
  ) throws(RenderError) -> Bool {
    let fence = try FolderFence(of: path)
    let before = fence.read()
    if let before, before.owner.isLater(than: owner) { throw .outputLate(path) }
    // Delete the temporary file of an earlier attempt, so that its late rename fails.
    if let late = before?.temporary { unlink(Files.folder(of: path) + "/" + Files.name(of: late)) }
    let there = Files.exists(path) ? try FileDigest.sha256(ofFile: path) : nil
    var record = FolderFence.Record(owner: owner, sha256: facts.sha256, temporary: nil)
    if there == facts.sha256 {
      try fence.write(record)
      return false
    }
    if let there { try FolderStore.check(there, before, owner, path) }
    record.temporary = Files.name(of: made.path)
    record.replaced = there
    try fence.write(record)
    if let reason = Files.inTheWay(of: path) {
      throw .outputFailed(path, reason, origin: .file(path))
    }
    guard rename(made.path, path) != 0 else { return true }
    if errno == ENOENT { throw .outputLate(path) }
    throw .outputFailed(path, SystemError.message(errno), origin: .file(path))
  }

  /// Checks that an attempt may replace a file whose SHA-256 is `there`.
  ///
  /// The rules are the same as for a bucket. `before` is the record of the last attempt.
  private static func check(
    _ there: String, _ before: FolderFence.Record?, _ own: ObjectOwner, _ path: String
  ) throws(RenderError) {
    guard let before, before.owner.unit == own.unit else { throw .outputTaken(path) }
    // If this condition holds, the last attempt exited before its rename, and the file is still the
    // one that it was going to replace.
    if before.sha256 != there, before.replaced == there { return }
    guard before.sha256 == there else { throw .outputTaken(path) }
    // Attempts from the same queue with the same inputs must write the same bytes.
    if before.owner.queue == own.queue, before.owner.digest == own.digest {
      throw .outputDiffers(path)
    }
  }

  // MARK: - Looking

  /// Returns the size, the SHA-256 and the owner of a file, or nil if the file does not exist.
  public func look(at name: String) throws(RenderError) -> StoredObject? {
    let path = try path(name)
    guard Files.exists(path) else { return nil }
    let sha256 = try FileDigest.sha256(ofFile: path)
    let record = FolderFence.record(of: path)
    return StoredObject(
      bytes: try Files.identity(of: path).size, sha256: sha256,
      owner: record?.sha256 == sha256 ? record?.owner : nil)
  }

  /// Reads a file of at most `limit` bytes.
  public func read(_ name: String, limit: Int) throws(RenderError) -> [UInt8] {
    let path = try path(name)
    guard Files.exists(path) else { throw .inputMissing(path) }
    return try Files.read(path, limit: limit)
  }

  /// Removes a file, if it exists.
  public func remove(_ name: String) throws(RenderError) { try WholeFile.remove(try path(name)) }

  /// Tests whether the folder is writable and has enough disk space for a picture of the largest
  /// screen.
  public func probe() throws(RenderError) {
    let made: TemporaryFiles.Made
    do throws(TemporaryFiles.Failure) {
      made = try TemporaryFiles.make(in: address, prefix: ".wallfarm-probe-", mode: 0o600)
    } catch {
      throw .folderUnwritable(address, error.number)
    }
    let descriptor = made.descriptor
    defer {
      unlink(made.path)
      close(descriptor)
    }
    // Some file systems cannot reserve space.
    let status = posix_fallocate(descriptor, 0, off_t(FolderStore.probeBytes))
    if status != 0, status != EOPNOTSUPP, status != EINVAL {
      throw .folderUnwritable(address, status)
    }
    var byte: UInt8 = 1
    guard pwrite(descriptor, &byte, 1, 0) == 1, fsync(descriptor) == 0 else {
      throw .folderUnwritable(address, errno)
    }
  }

  /// Checks that a lock on a file excludes other processes on this machine and on other machines.
  public func checkConditions() throws(RenderError) {
    guard Files.isFolder(address) else { throw .folderUnwritable(address, ENOENT) }
    try FolderLocks.check(address)
  }

  /// Number of bytes to allocate: more than a picture of the largest screen needs.
  private static let probeBytes = 16 << 20
}

extension RenderError {
  fileprivate static func folderUnwritable(_ folder: String, _ number: Int32) -> RenderError {
    let reason = SystemError.message(number)
    var error = RenderError(
      .outputFailed, "'\(folder)' is not writable: \(reason)", origin: .option("output"),
      hint: "check the free space and the disk")
    error.reason = reason
    return error
  }
}
