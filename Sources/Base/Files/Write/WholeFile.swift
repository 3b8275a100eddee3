public import Diagnostics
internal import Glibc

/// Writes a file piece by piece; it appears as a whole or not at all.
public enum WholeFile {
  /// Replaces a file.
  ///
  /// - Parameters:
  ///   - path: a file that may be there, in a folder that is.
  ///   - origin: which option named it, for messages.
  ///   - isDurable: whether to wait until it would survive a power cut.
  ///   - isPrivate: whether only its owner may read it.
  ///   - body: calls its argument with every piece of text.
  /// - Throws: `output-failed`, and what `body` throws; then nothing was changed.
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

  /// Replaces a file by some pieces of bytes, and makes the folders it is to be in.
  ///
  /// - Parameters:
  ///   - pieces: its bytes, in pieces that nobody has to join.
  ///   - path: a file that may be there.
  ///   - isDurable: whether to wait until it would survive a power cut.
  ///   - isNew: whether a file that is there stays as it is, and is an error.
  /// - Throws: `output-failed`; then nothing was changed.
  public static func write(
    _ pieces: [[UInt8]], to path: String, isDurable: Bool = true, isNew: Bool = false
  ) throws(RenderError) {
    try write(
      to: path, isDurable: isDurable, isNew: isNew,
      pieces: { (add) throws(RenderError) in
        for piece in pieces { try add(piece) }
      })
  }

  /// The same of pieces that are made as they are written.
  ///
  /// - Parameters:
  ///   - path: a file that may be there.
  ///   - isDurable: as above.
  ///   - isNew: as above.
  ///   - body: calls its argument with every piece.
  /// - Throws: `output-failed`, and what `body` throws; then nothing was changed.
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

  /// Replaces a file by what is written to a descriptor.
  ///
  /// - Parameters:
  ///   - path: a file that may be there, in a folder that is.
  ///   - origin: which option named it, for messages.
  ///   - body: writes; returns the reason where it cannot.
  /// - Throws: `output-failed`; then nothing was changed.
  package static func write(
    to path: String, origin: Origin, through body: (Int32) -> String?
  ) throws(RenderError) {
    let reason = AtomicFile.replace(path, isDurable: true, body)
    if let reason { throw .outputFailed(path, reason, origin: origin) }
  }

  /// Finds what would keep a file from being written, before there is anything to write.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - origin: which option named it, for messages.
  /// - Throws: `output-failed`.
  public static func check(
    _ path: String, origin: Origin = .option("output")
  ) throws(RenderError) {
    try AtomicFile.check(path, origin: origin)
  }

  /// Takes a file away, if it is there.
  ///
  /// - Throws: `output-failed`.
  public static func remove(_ path: String) throws(RenderError) {
    guard unlink(path) != 0, errno != ENOENT else { return }
    throw failed(path, SystemError.message(errno))
  }

  /// Takes away a file, or a folder with all that is in it; links are not followed.
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

  /// Makes a folder and those above it.
  ///
  /// - Parameters:
  ///   - path: the folder; one that is there is left as it is.
  ///   - mode: who may look into those that are made.
  /// - Throws: `output-failed`.
  public static func makeFolder(_ path: String, mode: UInt32 = 0o777) throws(RenderError) {
    if Files.isFolder(path) || mkdir(path, mode) == 0 { return }
    var reason = errno
    if reason == ENOENT, Files.folder(of: path) != path {
      try makeFolder(Files.folder(of: path), mode: mode)
      if mkdir(path, mode) == 0 { return }
      reason = errno
    }
    // Somebody else may have been faster.
    if Files.isFolder(path) { return }
    guard reason == EEXIST, let kind = EntryKind(at: path) else {
      throw failed(path, SystemError.message(reason))
    }
    throw RenderError(
      .outputFailed, "'\(path)' cannot be a folder: it is \(kind.words)", origin: .file(path),
      hint: "move that away, or choose another place")
  }

  static func failed(_ path: String, _ reason: String) -> RenderError {
    .outputFailed(
      path, reason, origin: .file(path), hint: "make room and permissions there")
  }
}
