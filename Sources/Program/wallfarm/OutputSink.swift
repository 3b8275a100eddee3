import Files
import Glibc
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// A destination that is written once: a file, or an open descriptor such as `-` or `/dev/fd/3`.
enum OutputSink {
  case file(String)
  case descriptor(Int32)

  init(_ path: String) {
    self = PipedFile.output(path).map(OutputSink.descriptor) ?? .file(path)
  }

  /// Whether the output goes to standard output, so that messages must go to standard error.
  var isStandardOutput: Bool {
    if case .descriptor(STDOUT_FILENO) = self { true } else { false }
  }

  /// Checks that the destination is writable before any output exists.
  ///
  /// - Parameters:
  ///   - origin: The option that names the destination.
  ///   - isText: Whether the output is text; a terminal cannot receive a picture.
  /// - Throws: `output-failed`, `conflicting-options`.
  func check(_ origin: Origin, isText: Bool) throws(RenderError) {
    switch self {
    case .file(let path): try WholeFile.check(path, origin: origin)
    case .descriptor(let number):
      if !isText, isatty(number) == 1 { throw .pictureOnTerminal(origin) }
      try WholeFile.check(number, origin: origin)
    }
  }

  /// Writes the pieces in order.
  ///
  /// - Throws: `output-failed`.
  func write(_ pieces: [[UInt8]], origin: Origin) throws(RenderError) {
    try write(origin: origin) { (add) throws(RenderError) in
      for piece in pieces { try add(piece) }
    }
  }

  /// Writes each piece that `body` passes to the callback.
  ///
  /// - Throws: `output-failed`, and errors that `body` throws; after an error, an existing file is
  ///   unchanged.
  func write(
    origin: Origin,
    _ body: (_ add: ([UInt8]) throws(RenderError) -> Void) throws(RenderError) -> Void
  ) throws(RenderError) {
    switch self {
    case .file(let path): try WholeFile.write(to: path, pieces: body)
    case .descriptor(let number):
      try body { (piece) throws(RenderError) in
        try WholeFile.write([piece], to: number, origin: origin)
      }
    }
  }

  /// Prints a line, on standard error if the output itself goes to standard output.
  func tell(_ line: String) {
    if isStandardOutput { Terminal.report(line.visible) } else { Terminal.printLine(line) }
  }

  /// Prints the line for a picture: `lock.png  1179 × 2556  340 KB`.
  func tell(_ path: String, _ size: PixelSize, bytes: Int) {
    tell("\(path)  \(size)  \(bytes / 1024) KB")
  }
}

extension RenderError {
  fileprivate static func pictureOnTerminal(_ origin: Origin) -> RenderError {
    RenderError(
      .conflictingOptions, "a picture cannot be written to the terminal", origin: origin,
      hint: "pipe it to another program: wallfarm render … -o - | other-program")
  }
}
