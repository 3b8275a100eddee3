public import Diagnostics
internal import Glibc

extension WholeFile {
  /// Writes pieces to an open descriptor.
  ///
  /// - Parameters:
  ///   - pieces: the pieces, in order.
  ///   - descriptor: a file, a pipe, or a terminal.
  ///   - origin: the option that specifies the descriptor, for messages.
  /// - Throws: `output-failed`.
  public static func write(
    _ pieces: [[UInt8]], to descriptor: Int32, origin: Origin
  ) throws(RenderError) {
    for piece in pieces {
      let reason = piece.withUnsafeBytes { AtomicFile.writeAll($0, to: descriptor) }
      if let reason { throw failed(descriptor, reason, origin) }
    }
  }

  /// Writes text to an open descriptor as it is generated.
  ///
  /// - Parameters:
  ///   - descriptor: a file, a pipe, or a terminal.
  ///   - origin: the option that specifies the descriptor, for messages.
  ///   - body: generates the text, and passes each piece of it to its argument.
  /// - Throws: `output-failed`, and the errors that `body` throws; text that was already written is
  ///   kept.
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
      hint: "check why the process that reads the output stopped, or write to a file")
  }

  /// Checks whether a descriptor is writable.
  ///
  /// - Throws: `output-failed`.
  public static func check(_ descriptor: Int32, origin: Origin) throws(RenderError) {
    let flags = fcntl(descriptor, F_GETFL)
    guard flags < 0 || flags & O_ACCMODE == O_RDONLY else { return }
    let reason = flags < 0 ? SystemError.message(errno) : "it is opened only for reading"
    throw RenderError(
      .outputFailed, "\(name(of: descriptor)) cannot be written: \(reason)", origin: origin,
      hint: "open it for writing in the shell, for example with '3> file', or write to a file")
  }

  private static func name(of descriptor: Int32) -> String {
    descriptor == STDOUT_FILENO ? "standard output" : "descriptor \(descriptor)"
  }
}
