internal import CPluginHost
internal import Files
internal import Glibc

/// Both ends of what is said to a program and by it; nothing here waits longer than it is told to.
final class PluginPipes {
  /// The ends for the program: its standard output and error.
  private(set) var theirs: [Int32] = []
  /// A socket to its standard input, once it was started.
  var input: Int32 = -1
  private let output: Int32
  private let errors: Int32
  private var unread: [UInt8] = []
  /// How far the unread bytes were searched for the end of a line.
  private var searched = 0
  /// The last 4 KB of standard error, and whether there was more.
  private(set) var said: [UInt8] = []
  private(set) var hasLostWords = false
  /// Bytes of standard output since they were counted anew.
  private(set) var count = 0
  private(set) var hasClosedOutput = false
  private(set) var hasClosedInput = false
  private var hasClosedErrors = false

  /// Makes the pipes; nil where there are none to be had, and `errno` says why.
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

  /// Closes the ends of the program, which has its own copies or never will.
  func closeTheirs() {
    for descriptor in theirs where descriptor >= 0 { close(descriptor) }
    theirs = []
  }

  /// Forgets what was said and counted for the last picture.
  func countAnew() { (count, said, hasLostWords) = (0, [], false) }

  /// Whether a whole line waits to be taken.
  var hasLine: Bool { unread[searched...].contains(UInt8(ascii: "\n")) }
  /// Whether nothing at all waits.
  var isEmpty: Bool { unread.isEmpty }

  /// Writes what there is room for.
  ///
  /// - Returns: how many bytes; 0 where there is no room now, or nobody listens any more.
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

  /// Waits for news, at most so many milliseconds, and takes what there is.
  ///
  /// - Parameters:
  ///   - milliseconds: how long.
  ///   - forRoom: whether room to write is news, too.
  ///   - most: bytes of output after which no more are taken.
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

  /// The next line, without its end; nil where none is whole yet.
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
