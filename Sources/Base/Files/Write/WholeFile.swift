public import Diagnostics
internal import Glibc

/// Writes a file in pieces; the file is replaced completely or not at all.
public enum WholeFile {
  /// Replaces a file with text that is generated in pieces.
  ///
  /// - Parameters:
  ///   - path: the file, which may exist, in an existing folder.
  ///   - origin: the option that specifies the path, for messages.
  ///   - isDurable: whether to sync the file and its folder.
  ///   - isPrivate: whether only the owner may read the file.
  ///   - body: generates the text, and passes each piece of it to its argument.
  /// - Throws: `output-failed`, and the errors that `body` throws; the old file is unchanged unless
  ///   only the final sync of its folder failed.
  public static func write(
    to path: String, origin: Origin, isDurable: Bool = true, isPrivate: Bool = false,
    _ body: ((String) -> Void) throws(RenderError) -> Void
  ) throws(RenderError) {
    var failure: RenderError?
    let reason = AtomicFile.replace(
      path, isDurable: isDurable, mode: isPrivate ? 0o600 : 0o666
    ) { descriptor in
      var reason: String?
      do throws(RenderError) {
        try body { text in
          guard reason == nil else { return }
          reason = Array(text.utf8).withUnsafeBytes { AtomicFile.writeAll($0, to: descriptor) }
        }
      } catch {
        failure = error
        reason = error.message
      }
      return reason
    }
    if let failure { throw failure }
    if let reason { throw .outputFailed(path, reason, origin: origin) }
  }

  /// Replaces a file with the given pieces of bytes, creating missing folders.
  ///
  /// - Parameters:
  ///   - pieces: the pieces, in order.
  ///   - path: the file, which may exist.
  ///   - isDurable: whether to sync the file and its folder.
  ///   - isNew: whether an existing file is an error.
  /// - Throws: `output-failed`; the old file is unchanged unless only the final sync of its folder
  ///   failed.
  public static func write(
    _ pieces: [[UInt8]], to path: String, isDurable: Bool = true, isNew: Bool = false
  ) throws(RenderError) {
    try write(
      to: path, isDurable: isDurable, isNew: isNew,
      pieces: { (add) throws(RenderError) in
        for piece in pieces { try add(piece) }
      })
  }

  /// Replaces a file with bytes that are generated in pieces, creating missing folders.
  ///
  /// - Parameters:
  ///   - path: the file, which may exist.
  ///   - isDurable: whether to sync the file and its folder.
  ///   - isNew: whether an existing file is an error.
  ///   - body: generates the bytes, and passes each piece of them to its argument.
  /// - Throws: `output-failed`, and the errors that `body` throws; the old file is unchanged unless
  ///   only the final sync of its folder failed.
  package static func write(
    to path: String, isDurable: Bool = true, isNew: Bool = false,
    pieces body: (_ add: ([UInt8]) throws(RenderError) -> Void) throws(RenderError) -> Void
  ) throws(RenderError) {
    try makeFolder(Files.folder(of: path))
    var failure: RenderError?
    let reason = AtomicFile.replace(path, isDurable: isDurable, isNew: isNew) { descriptor in
      do throws(RenderError) {
        try body { (piece) throws(RenderError) in
          let reason = piece.withUnsafeBytes { AtomicFile.writeAll($0, to: descriptor) }
          if let reason { throw failed(path, reason) }
        }
        return nil
      } catch {
        failure = error
        return error.message
      }
    }
    if let failure { throw failure }
    if let reason { throw failed(path, reason) }
  }

  /// Replaces a file with the output that a closure writes to a descriptor.
  ///
  /// - Parameters:
  ///   - path: the file, which may exist, in an existing folder.
  ///   - origin: the option that specifies the path, for messages.
  ///   - body: writes to the descriptor, and returns the reason on failure.
  /// - Throws: `output-failed`; the old file is unchanged unless only the final sync of its folder
  ///   failed.
  package static func write(
    to path: String, origin: Origin, through body: (Int32) -> String?
  ) throws(RenderError) {
    let reason = AtomicFile.replace(path, isDurable: true, body)
    if let reason { throw .outputFailed(path, reason, origin: origin) }
  }

  /// Checks, before the work starts, whether a file can be written.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - origin: the option that specifies the path, for messages.
  /// - Throws: `output-failed`.
  public static func check(
    _ path: String, origin: Origin = .option("output")
  ) throws(RenderError) {
    try AtomicFile.check(path, origin: origin)
  }

  /// Removes a file if it exists.
  ///
  /// - Throws: `output-failed`.
  public static func remove(_ path: String) throws(RenderError) {
    guard unlink(path) != 0, errno != ENOENT else { return }
    throw failed(path, SystemError.message(errno))
  }

  /// Removes a file, or a folder with its contents; links are not followed.
  ///
  /// - Throws: `output-failed`.
  public static func removeAll(_ path: String) throws(RenderError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFDIR else { return try remove(path) }
    for name in Files.namesWithHidden(in: path) where name != "." && name != ".." {
      try removeAll("\(path)/\(name)")
    }
    guard rmdir(path) == 0 else { throw failed(path, SystemError.message(errno)) }
  }

  /// Creates a folder and its missing parents.
  ///
  /// - Parameters:
  ///   - path: the folder, which may exist.
  ///   - mode: the permission bits of new folders.
  /// - Throws: `output-failed`.
  public static func makeFolder(_ path: String, mode: UInt32 = 0o777) throws(RenderError) {
    if Files.isFolder(path) || mkdir(path, mode) == 0 { return }
    var reason = errno
    if reason == ENOENT, Files.folder(of: path) != path {
      try makeFolder(Files.folder(of: path), mode: mode)
      if mkdir(path, mode) == 0 { return }
      reason = errno
    }
    // Another process may have created the folder in the meantime.
    if Files.isFolder(path) { return }
    guard reason == EEXIST, let kind = EntryKind(at: path) else {
      throw failed(path, SystemError.message(reason))
    }
    throw RenderError(
      .outputFailed, "'\(path)' is \(kind.words), not a folder", origin: .file(path),
      hint: "move it, or choose another folder")
  }

  static func failed(_ path: String, _ reason: String) -> RenderError {
    .outputFailed(
      path, reason, origin: .file(path), hint: "check the free space and permissions there")
  }
}
