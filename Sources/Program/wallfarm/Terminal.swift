import Files
import Glibc
import PluginHost
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// Standard output, standard error, and the window behind them.
enum Terminal {
  /// Has 0, 1 and 2 taken where a caller closed them.
  ///
  /// A file that was opened later would be one of them, and get what we print. They stay as useless as they
  /// were.
  static func occupyStandardDescriptors() {
    for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(number, F_GETFD) < 0 && errno == EBADF {
      // The lowest free number is taken.
      _ = open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Columns of the window, or 80 where there is none.
  static var width: Int {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return min(max(Int(size.ws_col), 40), 120)
  }

  /// Whether a person looks at standard output.
  static var outputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Whether a person looks at standard error, and not a program that reads JSON from it.
  static var errorIsTerminal: Bool { !ErrorOutput.isJSON && isatty(STDERR_FILENO) == 1 }

  /// Columns of the window that standard error goes to.
  static var errorWidth: Int {
    var size = winsize()
    guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return max(Int(size.ws_col), 20)
  }

  /// Replaces the line that standard error stands on.
  static func drawOver(_ text: String) {
    // Back to the first column, the new text, and away with what is left of the old one.
    write(Array(("\r" + withoutControls(text) + "\u{1B}[K").utf8), to: STDERR_FILENO)
  }

  /// Writes lines to standard output; a program whose output went nowhere has failed.
  static func print(_ text: String) { printAsIs(withoutControls(text)) }

  /// Writes one line to standard output, whatever names are in it.
  static func printLine(_ text: String) { printAsIs(text.visible) }

  /// Writes what stands before the place to type, and no line end.
  static func prompt(_ text: String) {
    write(Array(withoutControls(text).utf8), to: STDOUT_FILENO)
  }

  /// Asks somebody; what is not a yes is a no.
  ///
  /// - Throws: `option-missing` where nobody can be asked.
  static func confirm(_ question: String) throws(RenderError) -> Bool {
    guard isatty(STDIN_FILENO) == 1 else {
      throw RenderError(
        .optionMissing, "nobody can be asked here", origin: .option("yes"),
        hint: "add --yes where it is meant")
    }
    prompt(question + " [y/N] ")
    return readLine().map { ["y", "yes"].contains($0.lowercased()) } ?? false
  }

  /// Writes lines that steer the terminal on purpose.
  static func printAsIs(_ text: String) {
    guard !write(Array((text + "\n").utf8), to: STDOUT_FILENO) else { return }
    report(.standardOutputClosed())
    exit(.inputOutput)
  }

  /// Writes lines to standard error, with colors on a terminal.
  static func reportPainted(_ text: String) {
    let clean = withoutControls(text)
    reportLine(Paint.isWanted(on: STDERR_FILENO) ? Paint.lines(clean) : clean)
  }

  /// Writes what was found to standard output, with colours where somebody looks at them.
  static func printFinding(_ text: String) {
    let clean = withoutControls(text)
    printAsIs(Paint.isWanted(on: STDOUT_FILENO) ? Paint.lines(clean) : clean)
  }

  /// Writes a line to standard error as it is.
  static func reportLine(_ text: String) {
    write(Array((SecretWords.without(text) + "\n").utf8), to: STDERR_FILENO)
  }

  /// A name in a stranger's file must not steer the terminal, nor hide a part of itself.
  static func withoutControls(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false)
        .map { String($0).visible }.joined(separator: "\t")
    }.joined(separator: "\n")
  }

  static func exit(_ status: ExitStatus) -> Never {
    ProcessGuard.finish(status: status.rawValue)
    Glibc.exit(status.rawValue)
  }

  @discardableResult
  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if written < 0 && errno == EINTR { continue }
      guard written > 0 else { return false }
      rest = rest.dropFirst(written)
    }
    return true
  }
}

extension RenderError {
  /// The reader has gone, or the disk is full; `errno` says which.
  static func standardOutputClosed() -> RenderError {
    RenderError(
      .outputFailed, "standard output cannot be written: \(SystemError.message(errno))",
      hint: "see why the reader stopped; files that were made are there")
  }
}
