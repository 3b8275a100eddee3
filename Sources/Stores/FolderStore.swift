internal import Files
internal import Glibc
public import WallfarmPluginKit

/// Objects as files below a folder.
public struct FolderStore: OutputStore {
  /// The folder, absolute.
  public let address: String

  /// Names a folder; it and those below it are made as they are needed.
  public init(_ folder: String) { address = folder }

  private func path(_ name: String) throws(RenderError) -> String {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard !parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }), !name.contains("\0")
    else {
      throw RenderError(
        .pathOutside, "'\(name)' is no name below '\(address)'", origin: .file(address),
        hint: "name a file below it, without '.' and '..'")
    }
    return address + "/" + name
  }

  /// Writes a file under another name, syncs it, and renames it.
  public func put(
    _ bytes: UnsafeRawBufferPointer, _ facts: ObjectFacts, as name: String, _ rule: PutRule
  ) throws(RenderError) -> Bool {
    let path = try path(name)
    if let found = try look(at: name) {
      if found.sha256 == facts.sha256 { return false }
      if rule == .once { throw .outputTaken(path) }
    }
    try WholeFile.makeFolder(Files.folder(of: path))
    let reason = AtomicFile.replace(path, isDurable: true, isNew: rule == .once) { descriptor in
      AtomicFile.writeAll(bytes, to: descriptor)
    }
    guard let reason else { return true }
    // Somebody else may have been faster.
    if rule == .once, let found = try look(at: name) {
      if found.sha256 == facts.sha256 { return false }
      throw .outputTaken(path)
    }
    throw .outputFailed(path, reason, origin: .file(path))
  }

  /// Reads a file for its digest.
  public func look(at name: String) throws(RenderError) -> StoredObject? {
    let path = try path(name)
    guard Files.exists(path) else { return nil }
    return StoredObject(
      bytes: try Files.identity(of: path).size, sha256: try FileDigest.sha256(ofFile: path))
  }

  /// Reads a file.
  public func read(_ name: String, limit: Int) throws(RenderError) -> [UInt8] {
    let path = try path(name)
    guard Files.exists(path) else { throw .inputMissing(path) }
    return try Files.read(path, limit: limit)
  }

  /// Removes a file.
  public func remove(_ name: String) throws(RenderError) { try WholeFile.remove(try path(name)) }

  /// Takes room for a picture of the largest screen, and gives it back.
  public func probe() throws(RenderError) {
    let path = "\(address)/.wallfarm-probe-\(getpid())-\(UInt32.random(in: .min ... .max)).tmp"
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .folderUnwritable(address, errno) }
    defer {
      close(descriptor)
      unlink(path)
    }
    // Some file systems promise no room, and write zeros for it.
    let status = posix_fallocate(descriptor, 0, off_t(FolderStore.probeBytes))
    if status != 0, status != EOPNOTSUPP, status != EINVAL {
      throw .folderUnwritable(address, status)
    }
    var byte: UInt8 = 1
    guard pwrite(descriptor, &byte, 1, 0) == 1, fsync(descriptor) == 0 else {
      throw .folderUnwritable(address, errno)
    }
  }

  /// Room for one picture of the largest screen, and some more.
  private static let probeBytes = 16 << 20
}

extension RenderError {
  fileprivate static func folderUnwritable(_ folder: String, _ number: Int32) -> RenderError {
    let reason = SystemError.message(number)
    var error = RenderError(
      .outputFailed, "nothing can be written to '\(folder)': \(reason)", origin: .option("output"),
      hint: "make room there, or see to the disk; the batch goes on by itself")
    error.reason = reason
    return error
  }
}
