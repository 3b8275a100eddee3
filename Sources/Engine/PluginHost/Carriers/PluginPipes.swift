internal import CPluginHost
internal import Files
internal import Glibc

/// The pipes to and from a plugin program; no operation blocks longer than its timeout.
final class PluginPipes {
  /// The write ends of the program's standard output and standard error.
  private(set) var theirs: [Int32] = []
  /// A socket connected to the program's standard input, set after the program starts.
  var input: Int32 = -1
  private let output: Int32
  private let errors: Int32
  private var unread: [UInt8] = []
  /// The number of unread bytes already searched for a newline.
  private var searched = 0
  /// The last 4 KiB of standard error, and whether earlier output was dropped.
  private(set) var said: [UInt8] = []
  private(set) var hasLostWords = false
  /// Bytes read from standard output since the last reset.
  private(set) var count = 0
  private(set) var hasClosedOutput = false
  private(set) var hasClosedInput = false
  private var hasClosedErrors = false

  /// Creates the pipes; returns `nil` and sets `errno` on failure.
  init?() {
    var (outputs, problems): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    let isMade =
      wallfarm_program_pipe(&outputs, 0) == 0 && wallfarm_program_pipe(&problems, 0) == 0
    (output, errors) = (outputs[0], problems[0])
    theirs = [outputs[1], problems[1]]
    if !isMade { return nil }
  }

  deinit {
    closeTheirs()
    for descriptor in [input, output, errors] where descriptor >= 0 { close(descriptor) }
  }

  /// Closes the ends of the program, after it has its own copies or failed to start.
  func closeTheirs() {
    for descriptor in theirs where descriptor >= 0 { close(descriptor) }
    theirs = []
  }

  /// Resets the byte count and the standard error of the previous render.
  func countAnew() { (count, said, hasLostWords) = (0, [], false) }

  /// Whether a complete line is available.
  var hasLine: Bool { unread[searched...].contains(UInt8(ascii: "\n")) }
  /// Whether no unread output is available.
  var isEmpty: Bool { unread.isEmpty }

  /// Writes as many bytes as possible without blocking.
  ///
  /// - Returns: The number of bytes written; 0 if the socket is full or closed.
  func write(_ bytes: ArraySlice<UInt8>) -> Int {
    while true {
      let written = bytes.withUnsafeBytes {
        wallfarm_send_at_once(input, $0.baseAddress, $0.count)
      }
      if written >= 0 { return written }
      if errno == EINTR { continue }
      hasClosedInput = errno != EAGAIN
      return 0
    }
  }

  /// Waits for output, up to a timeout, and reads what is available.
  ///
  /// - Parameters:
  ///   - milliseconds: The timeout in milliseconds.
  ///   - forRoom: Whether to return when the input becomes writable.
  ///   - most: The number of output bytes after which reading stops.
  func hear(waiting milliseconds: Int32, forRoom: Bool = false, most: Int = .max) {
    var wanted = [
      pollfd(fd: hasClosedOutput ? -1 : output, events: Int16(POLLIN), revents: 0),
      pollfd(fd: hasClosedErrors ? -1 : errors, events: Int16(POLLIN), revents: 0),
      pollfd(fd: forRoom ? input : -1, events: Int16(POLLOUT), revents: 0),
    ]
    _ = poll(&wanted, nfds_t(wanted.count), milliseconds)
    if !hasClosedErrors {
      let (news, isOver) = Files.readAvailable(errors)
      said += news
      if said.count > 4096 { (said, hasLostWords) = (Array(said.suffix(4096)), true) }
      hasClosedErrors = isOver
    }
    guard !hasClosedOutput, count <= most else { return }
    let (news, isOver) = Files.readAvailable(output)
    unread += news
    count += news.count
    hasClosedOutput = isOver
  }

  /// The next line without its newline, or `nil` if no line is complete.
  func takeLine() -> [UInt8]? {
    guard let end = unread[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
      searched = unread.count
      return nil
    }
    let line = Array(unread[..<end])
    unread.removeSubrange(...end)
    searched = 0
    return line
  }
}
