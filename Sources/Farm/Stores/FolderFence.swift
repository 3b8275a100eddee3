package import Diagnostics
internal import Files
internal import Glibc
internal import SourceJSON

/// A lock file that records which attempt wrote a file.
///
/// The lock file is `.wallfarm/fences/NAME` in the file's folder, where `NAME` is a digest of the
/// file's name. It contains one line. The lock makes the check of the existing file and the rename
/// one atomic step. A network file system may pass the lock from an unresponsive machine to another
/// machine, so the line also names the temporary file that is about to be renamed. The next lock
/// holder first deletes that temporary file, so that a late rename fails.
package final class FolderFence {
  /// The contents of the line in the lock file.
  package struct Record: Equatable {
    var owner: ObjectOwner
    /// SHA-256 of the file.
    var sha256: String
    /// The name of the temporary file, which may already have been renamed, or nil if no rename is
    /// needed.
    var temporary: String?
    /// SHA-256 of the file that the rename replaces, or nil if there is none.
    var replaced: String?

    package init(
      owner: ObjectOwner, sha256: String, temporary: String? = nil, replaced: String? = nil
    ) {
      (self.owner, self.sha256, self.temporary) = (owner, sha256, temporary)
      self.replaced = replaced
    }
  }

  private let descriptor: Int32
  private let path: String

  /// Maximum number of attempts to take the lock, 10 ms apart.
  private static let tries = 1000
  /// Maximum size of a valid line in bytes.
  private static let mostBytes = 1 << 16

  /// Takes the lock for a file, waiting up to 10 s.
  ///
  /// - Throws: `output-failed` if the file cannot be locked, or `store-unreachable` after the
  ///   timeout.
  package init(of file: String) throws(RenderError) {
    let path = FolderFence.path(of: file)
    self.path = path
    try WholeFile.makeFolder(Files.folder(of: path))
    descriptor = Files.untilNotInterrupted {
      open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o666)
    }
    guard descriptor >= 0 else { throw .fenceFailed(path, SystemError.message(errno)) }
    for _ in 0..<FolderFence.tries {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
      let number = errno
      guard number == EWOULDBLOCK || number == EINTR else {
        throw .fenceFailed(path, SystemError.message(number))
      }
      usleep(10_000)
    }
    throw .storeUnreachable(file, "another worker holds the lock on '\(path)'")
  }

  deinit {
    guard descriptor >= 0 else { return }
    // A forked process may still have the descriptor open (see `FileLock`).
    _ = flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  private static func path(of file: String) -> String {
    let name = FileDigest.sha256(of: Array(Files.name(of: file).utf8)).prefix(32)
    return Files.folder(of: file) + "/.wallfarm/fences/\(name)"
  }

  /// Reads the record of a file without taking the lock; returns nil if there is no valid record.
  static func record(of file: String) -> Record? {
    let path = path(of: file)
    guard Files.exists(path), let bytes = try? Files.read(path, limit: mostBytes) else {
      return nil
    }
    return Record(bytes)
  }

  /// Reads the record; returns nil if there is no valid record.
  func read() -> Record? {
    let bytes = [UInt8](unsafeUninitializedCapacity: FolderFence.mostBytes) { room, count in
      count = max(
        0, Files.untilNotInterrupted { pread(descriptor, room.baseAddress, room.count, 0) })
    }
    return Record(bytes)
  }

  /// Writes the record; call this method before the rename.
  ///
  /// - Throws: `output-failed`.
  package func write(_ record: Record) throws(RenderError) {
    let line = record.line
    let count = Files.untilNotInterrupted {
      line.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    }
    // Truncate the file, because an earlier attempt may have written a longer line.
    guard count == line.count, ftruncate(descriptor, off_t(count)) == 0 else {
      throw .fenceFailed(path, count < 0 ? SystemError.message(errno) : "incomplete write")
    }
  }
}

extension FolderFence.Record {
  package init?(_ bytes: [UInt8]) {
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
    guard line.count < bytes.count, let node = try? JSONNode(parsing: Array(line)),
      let queue = node["queue"]?.string, let unit = node["unit"]?.string,
      let digest = node["digest"]?.string, let token = node["token"]?.string.flatMap({ Int($0) }),
      let sha256 = node["sha256"]?.string
    else { return nil }
    owner = ObjectOwner(
      queue: queue, unit: unit, digest: digest, token: token,
      fingerprint: node["fingerprint"]?.string ?? "")
    self.sha256 = sha256
    temporary = node["temporary"]?.string
    replaced = node["replaced"]?.string
  }

  package var line: [UInt8] {
    var members: [String: JSONValue] = [
      "queue": .string(owner.queue), "unit": .string(owner.unit), "digest": .string(owner.digest),
      "token": .string("\(owner.token)"), "fingerprint": .string(owner.fingerprint),
      "sha256": .string(sha256),
    ]
    if let temporary { members["temporary"] = .string(temporary) }
    if let replaced { members["replaced"] = .string(replaced) }
    return Array((JSONValue.object(members).text(pretty: false) + "\n").utf8)
  }
}

extension RenderError {
  static func fenceFailed(_ path: String, _ reason: String) -> RenderError {
    RenderError(
      .outputFailed, "'\(path)' cannot be locked: \(reason)", origin: .file(path),
      hint: "check the file system: the output folder of a farm requires file locks")
  }
}
