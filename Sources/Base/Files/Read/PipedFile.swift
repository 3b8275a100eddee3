internal import CSystem
public import Diagnostics
internal import Glibc

/// Reads input from paths that refer to open descriptors, such as `-`, `/dev/stdin` or `/dev/fd/3`.
///
/// A pipe can be read only once, but a render reads a photo several times. Therefore, the bytes are
/// buffered in memory, and ``HeldFiles`` maps the path to them.
public enum PipedFile {
  /// The descriptor for an input path, or nil if the path is the name of a file.
  public static func input(_ path: String) -> Int32? {
    path == "-" ? STDIN_FILENO : descriptor(of: path)
  }

  /// The descriptor for an output path, or nil if the path is the name of a file.
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

  /// Buffers the input from each path that refers to a descriptor, and ignores other paths.
  ///
  /// - Parameter paths: the paths as typed, with their limits.
  /// - Throws: `file-unreadable`, `file-too-large`, and `input-failed` if there is not enough
  ///   memory.
  public static func hold(_ paths: [String: Limit]) throws(RenderError) {
    var held: [String: Int32] = [:]
    for (path, limit) in paths {
      guard let descriptor = input(path) else { continue }
      held[path] = try kept(descriptor, path, limit)
    }
    if !held.isEmpty { HeldFiles.set(held) }
  }

  /// The size limit of an input.
  public struct Limit: Sendable {
    /// Maximum size in bytes.
    public let bytes: Int
    /// The option that raises the limit, or nil if there is none.
    public let setting: String?

    /// Creates a limit.
    public init(bytes: Int, setting: String? = nil) {
      (self.bytes, self.setting) = (bytes, setting)
    }
  }

  /// Returns a descriptor that has the same content and can be read repeatedly.
  private static func kept(
    _ descriptor: Int32, _ path: String, _ limit: Limit
  ) throws(RenderError) -> Int32 {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .cannotRead(path, errno) }
    // Redirected input, as in `< photo.jpg`, is already a regular file.
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
  /// Creates an in-memory file that is open for reading and writing; the caller closes it.
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
      .inputFailed, "the input cannot be buffered in memory: \(reason)",
      hint: "check the free memory and the limit on open files")
  }
}
