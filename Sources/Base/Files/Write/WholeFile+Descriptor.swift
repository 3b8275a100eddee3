public import Diagnostics
internal import Glibc

extension WholeFile {
  /// Writes pieces to a descriptor that is open, for good.
  ///
  /// - Parameters:
  ///   - pieces: bytes, in pieces that nobody has to join.
  ///   - descriptor: a file, a pipe, a terminal.
  ///   - origin: which option named it.
  /// - Throws: `output-failed`.
  public static func write(
    _ pieces: [[UInt8]], to descriptor: Int32, origin: Origin
  ) throws(RenderError) {
    for piece in pieces {
      let reason = piece.withUnsafeBytes { AtomicFile.writeAll($0, to: descriptor) }
      if let reason { throw failed(descriptor, reason, origin) }
    }
  }

  /// Writes text to a descriptor that is open, as it comes.
  ///
  /// - Parameters:
  ///   - descriptor: a file, a pipe, a terminal.
  ///   - origin: which option named it.
  ///   - body: calls its argument with every piece of text.
  /// - Throws: `output-failed`, and what `body` throws; what was written by then has gone.
  public static func write(
    to descriptor: Int32, origin: Origin,
    _ body: ((String) -> Void) throws(RenderError) -> Void
  ) throws(RenderError) {
    var reason: String?
    try body { text in
      guard reason == nil else { return }
      reason = Array(text.utf8).withUnsafeBytes { AtomicFile.writeAll($0, to: descriptor) }
    }
    if let reason { throw failed(descriptor, reason, origin) }
  }

  private static func failed(
    _ descriptor: Int32, _ reason: String, _ origin: Origin
  ) -> RenderError {
    RenderError(
      .outputFailed, "\(name(of: descriptor)) cannot be written: \(reason)", origin: origin,
      hint: "see why the reader stopped, or write to a file")
  }

  /// Finds what would keep a descriptor from being written.
  ///
  /// - Throws: `output-failed`.
  public static func check(_ descriptor: Int32, origin: Origin) throws(RenderError) {
    let flags = fcntl(descriptor, F_GETFL)
    guard flags < 0 || flags & O_ACCMODE == O_RDONLY else { return }
    let reason = flags < 0 ? SystemError.message(errno) : "it is open to be read"
    throw RenderError(
      .outputFailed, "\(name(of: descriptor)) cannot be written: \(reason)", origin: origin,
      hint: "open it in the shell, such as 3> file, or write to a file")
  }

  private static func name(of descriptor: Int32) -> String {
    descriptor == STDOUT_FILENO ? "standard output" : "descriptor \(descriptor)"
  }
}
