internal import Files
internal import Glibc
internal import SourceJSON
internal import WallfarmPluginKit

/// Which attempt a file of a folder is of: a small file beside it, held under a lock.
///
/// `.wallfarm/fences/NAME` in the folder of the file has one line. The lock makes looking and renaming one step. A network
/// file system gives the lock of a machine that was silent to another one, so the line also names the temporary file that
/// is about to be renamed. The next holder of the lock removes that file first, so the late rename finds nothing.
final class FolderFence {
  /// What the line says.
  struct Record: Equatable {
    var owner: ObjectOwner
    /// SHA-256 of the file.
    var sha256: String
    /// The name of the file that is, or was, renamed.
    var temporary: String?
  }

  private let descriptor: Int32
  private let path: String

  /// How often the lock is tried, ten milliseconds apart.
  private static let tries = 1000
  /// A line has an id, a few digests and names; more is damage.
  private static let mostBytes = 1 << 16

  /// Takes the lock of a file, and waits for it.
  ///
  /// - Throws: `output-failed` where there is none, `store-unreachable` where another one has it all the time.
  init(of file: String) throws(RenderError) {
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
    throw .storeUnreachable(file, "another worker has the lock of '\(path)' all the time")
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  private static func path(of file: String) -> String {
    let name = FileDigest.sha256(of: Array(Files.name(of: file).utf8)).prefix(32)
    return Files.folder(of: file) + "/.wallfarm/fences/\(name)"
  }

  /// What is written beside a file now, without waiting for its lock; nil for nothing.
  static func record(of file: String) -> Record? {
    let path = path(of: file)
    guard Files.exists(path), let bytes = try? Files.read(path, limit: mostBytes) else {
      return nil
    }
    return Record(bytes)
  }

  /// What is written beside the file.
  func read() -> Record? {
    let bytes = [UInt8](unsafeUninitializedCapacity: FolderFence.mostBytes) { room, count in
      count = max(
        0, Files.untilNotInterrupted { pread(descriptor, room.baseAddress, room.count, 0) })
    }
    return Record(bytes)
  }

  /// Writes it down, before anything is renamed.
  ///
  /// - Throws: `output-failed`.
  func write(_ record: Record) throws(RenderError) {
    let line = record.line
    let count = Files.untilNotInterrupted {
      line.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    }
    // Behind its end the line of an earlier attempt may go on.
    guard count == line.count, ftruncate(descriptor, off_t(count)) == 0 else {
      throw .fenceFailed(path, count < 0 ? SystemError.message(errno) : "it was not written whole")
    }
  }
}

extension FolderFence.Record {
  init?(_ bytes: [UInt8]) {
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
  }

  var line: [UInt8] {
    var members: [String: JSONValue] = [
      "queue": .string(owner.queue), "unit": .string(owner.unit), "digest": .string(owner.digest),
      "token": .string("\(owner.token)"), "fingerprint": .string(owner.fingerprint),
      "sha256": .string(sha256),
    ]
    if let temporary { members["temporary"] = .string(temporary) }
    return Array((JSONValue.object(members).text(pretty: false) + "\n").utf8)
  }
}

extension RenderError {
  static func fenceFailed(_ path: String, _ reason: String) -> RenderError {
    RenderError(
      .outputFailed, "'\(path)' cannot be locked: \(reason)", origin: .file(path),
      hint: "see to the file system; pictures of a farm need locks there")
  }
}
