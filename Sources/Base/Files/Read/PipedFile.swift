internal import CSystem
public import Diagnostics
internal import Glibc

/// Files that come through a descriptor which is open already: `-`, `/dev/stdin`, `/dev/fd/3`.
///
/// A pipe gives its bytes once, and a render looks at a photo several times. So they are read to their end
/// and kept in memory, and the path stands for that from then on, in ``HeldFiles``.
public enum PipedFile {
  /// The descriptor that a path means where it is read; nil for a file by its name.
  public static func input(_ path: String) -> Int32? {
    path == "-" ? STDIN_FILENO : descriptor(of: path)
  }

  /// The descriptor that a path means where it is written.
  public static func output(_ path: String) -> Int32? {
    path == "-" ? STDOUT_FILENO : descriptor(of: path)
  }

  private static func descriptor(of path: String) -> Int32? {
    switch path {
    case "/dev/stdin": return STDIN_FILENO
    case "/dev/stdout": return STDOUT_FILENO
    case "/dev/stderr": return STDERR_FILENO
    default:
      let folders = ["/dev/fd/", "/proc/self/fd/"]
      guard let folder = folders.first(where: path.hasPrefix) else { return nil }
      return Int32(path.dropFirst(folder.count))
    }
  }

  /// Reads what the descriptors of some paths have to give, and keeps it; others are passed over.
  ///
  /// - Parameter paths: as they were typed, and what each may have.
  /// - Throws: `file-unreadable`, `file-too-large`, and `input-failed` without memory.
  public static func hold(_ paths: [String: Limit]) throws(RenderError) {
    var held: [String: Int32] = [:]
    for (path, limit) in paths {
      guard let descriptor = input(path) else { continue }
      held[path] = try kept(descriptor, path, limit)
    }
    if !held.isEmpty { HeldFiles.set(held) }
  }

  /// How much may come.
  public struct Limit: Sendable {
    /// Most bytes.
    public let bytes: Int
    /// The option that raises it, if there is one.
    public let setting: String?

    /// Sets a limit.
    public init(bytes: Int, setting: String? = nil) {
      (self.bytes, self.setting) = (bytes, setting)
    }
  }

  /// A descriptor of what can be read again and again.
  private static func kept(
    _ descriptor: Int32, _ path: String, _ limit: Limit
  ) throws(RenderError) -> Int32 {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .cannotRead(path, errno) }
    // `< photo.jpg` is a file already.
    if status.st_mode & S_IFMT == S_IFREG { return descriptor }
    let bytes = try Files.readAll(
      descriptor, path: path, limit: limit.bytes, expecting: 1 << 16, setting: limit.setting)
    let file = try Files.inMemory("wallfarm input")
    guard let reason = bytes.withUnsafeBytes({ AtomicFile.writeAll($0, to: file) }) else {
      return file
    }
    close(file)
    throw .noMemoryForFile(reason)
  }
}

extension Files {
  /// A file that is on no disk, open to be read and written; to be closed by the caller.
  ///
  /// - Throws: `input-failed`.
  package static func inMemory(_ name: String) throws(RenderError) -> Int32 {
    let file = wallfarm_sealable_file(name)
    guard file >= 0 else { throw .noMemoryForFile(SystemError.message(errno)) }
    return file
  }
}

extension RenderError {
  fileprivate static func noMemoryForFile(_ reason: String) -> RenderError {
    RenderError(
      .inputFailed, "a file cannot be kept in memory: \(reason)",
      hint: "see whether memory and open files are left")
  }
}
