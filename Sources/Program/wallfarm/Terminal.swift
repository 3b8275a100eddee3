import Files
import Glibc
import PluginHost
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// Standard output, standard error and the terminal window.
enum Terminal {
  /// Opens descriptors 0, 1 and 2 if the caller closed them.
  ///
  /// Otherwise, a file that is opened later could get one of these numbers and receive the
  /// program's messages. Reads from standard input and writes to the other two descriptors still
  /// fail.
  static func occupyStandardDescriptors() {
    for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(number, F_GETFD) < 0 && errno == EBADF {
      // `open` returns the lowest free descriptor, which is `number`.
      _ = open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// The window width in columns, clamped to the range from 40 to 120, or 80 if there is no window.
  static var width: Int {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return min(max(Int(size.ws_col), 40), 120)
  }

  /// Whether standard output is a terminal.
  static var outputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Whether standard input is a terminal in which a whole line is waiting to be read.
  static var hasInput: Bool {
    guard isatty(STDIN_FILENO) == 1 else { return false }
    var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return poll(&input, 1, 0) > 0
  }

  /// Whether standard error is a terminal and messages are printed as text, not JSON.
  static var errorIsTerminal: Bool { !ErrorOutput.isJSON && isatty(STDERR_FILENO) == 1 }

  /// The width in columns, at least 20, of the terminal on standard error, or 80 if there is no
  /// terminal.
  static var errorWidth: Int {
    var size = winsize()
    guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return max(Int(size.ws_col), 20)
  }

  /// Replaces the current line of standard error.
  static func drawOver(_ text: String) {
    // Return to the first column, write the text, and erase the rest of the line.
    write(Array(("\r" + withoutControls(text) + "\u{1B}[K").utf8), to: STDERR_FILENO)
  }

  /// Writes lines to standard output; a write error terminates the program.
  static func print(_ text: String) { printAsIs(withoutControls(text)) }

  /// Writes one line to standard output, with control characters and newlines made visible.
  static func printLine(_ text: String) { printAsIs(text.visible) }

  /// Writes a prompt without a newline.
  static func prompt(_ text: String) {
    write(Array(withoutControls(text).utf8), to: STDOUT_FILENO)
  }

  /// Asks a yes-or-no question; any answer other than yes counts as no.
  ///
  /// - Throws: `option-missing` if standard input is not a terminal.
  static func confirm(_ question: String) throws(RenderError) -> Bool {
    guard isatty(STDIN_FILENO) == 1 else {
      throw RenderError(
        .optionMissing, "standard input is not a terminal, so the confirmation cannot be read",
        origin: .option("yes"),
        hint: "add --yes to skip the confirmation")
    }
    prompt(question + " [y/N] ")
    return readLine().map { ["y", "yes"].contains($0.lowercased()) } ?? false
  }

  /// Writes lines that may contain escape sequences.
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

  /// Writes findings to standard output, with colors on a terminal.
  static func printFinding(_ text: String) {
    let clean = withoutControls(text)
    printAsIs(Paint.isWanted(on: STDOUT_FILENO) ? Paint.lines(clean) : clean)
  }

  /// Writes a line to standard error unchanged, except that secrets are redacted.
  static func reportLine(_ text: String) {
    write(Array((SecretWords.without(text) + "\n").utf8), to: STDERR_FILENO)
  }

  /// Returns the text with control characters made visible, so that untrusted names cannot control
  /// the terminal.
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
  /// Returns the error for a failed write to standard output; `errno` holds the cause, such as a
  /// closed reader or a full disk.
  static func standardOutputClosed() -> RenderError {
    RenderError(
      .outputFailed, "standard output cannot be written: \(SystemError.message(errno))",
      hint: "check why the reader stopped; finished files are complete")
  }
}
