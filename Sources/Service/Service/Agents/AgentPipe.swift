internal import Dispatch
internal import Files
internal import Glibc
internal import Processes
internal import RenderPool
internal import Synchronization

/// A server of the Model Context Protocol on standard input and output: one message per line.
public final class AgentPipe: Sendable {
  private let server: AgentServer
  private let planning: PlanningThread
  private let output: HelperOutput
  private let state = Mutex(State())
  private let over = DispatchSemaphore(value: 0)

  private struct State {
    /// Number of messages that wait for a reply.
    var pending = 0
    var hasEnded = false
  }

  /// Maximum message size in bytes.
  static let mostBytes = 8 << 20

  /// Creates the server, which takes over standard output; the program must ignore SIGPIPE.
  init(_ server: AgentServer, _ planning: PlanningThread) {
    (self.server, self.planning, output) = (server, planning, HelperOutput())
  }

  /// Starts reading messages on a dedicated thread.
  public func start() {
    let read: @Sendable () -> Void = { [self] in
      var lines = MessageLines(STDIN_FILENO, most: AgentPipe.mostBytes)
      while let line = lines.next() { take(line) }
      state.withLock { $0.hasEnded = true }
      signalIfOver()
    }
    BackgroundThread.start(
      orOn: DispatchQueue(label: "wallfarm agent"), read)
  }

  /// Waits until the input has ended and every message has been answered; returns false after a
  /// timeout.
  public func wait(for time: Duration) -> Bool {
    let nanoseconds = Int(time / .nanoseconds(1))
    return over.wait(timeout: .now() + .nanoseconds(nanoseconds)) == .success
  }

  private func take(_ line: MessageLines.Line) {
    guard case .message(let bytes) = line else {
      let most = AgentPipe.mostBytes >> 20
      return write(AgentFault(.request, "a message is larger than \(most) MiB").json.line)
    }
    // A blank line is not a message.
    guard bytes.contains(where: { $0 > 0x20 }) else { return }
    state.withLock { $0.pending += 1 }
    planning.run(
      for: "",
      { [self] in
        server.answer(bytes, for: AgentCaller(client: "")) { reply in
          self.reply(reply?.json.line)
        }
      },
      orElse: { [self] in reply(AgentServer.busy(bytes)?.line) })
  }

  private func reply(_ line: [UInt8]?) {
    if let line { write(line) }
    state.withLock { $0.pending -= 1 }
    signalIfOver()
  }

  private func write(_ line: [UInt8]) {
    // If no process reads the output any longer, replies are useless, so end the server.
    guard !output.write(line) else { return }
    state.withLock { ($0.hasEnded, $0.pending) = (true, 0) }
    signalIfOver()
  }

  private func signalIfOver() {
    if state.withLock({ $0.hasEnded && $0.pending <= 0 }) { over.signal() }
  }
}

/// Reads lines from a file descriptor, and skips lines that exceed a maximum length.
package struct MessageLines {
  package enum Line {
    case message([UInt8])
    /// A line that was skipped because of its length.
    case tooLong
  }

  private let descriptor: Int32
  private let most: Int
  private var unread = LineBuffer()
  /// Whether the rest of the current line must be skipped.
  private var isSkipping = false
  private var hasEnded = false

  package init(_ descriptor: Int32, most: Int) { (self.descriptor, self.most) = (descriptor, most) }

  /// Waits for the next line and returns it, or `nil` at the end.
  ///
  /// The last line does not need a line feed.
  package mutating func next() -> Line? {
    while true {
      if let line = unread.takeLine() {
        defer { isSkipping = false }
        if isSkipping { continue }
        return line.count <= most ? .message(line) : .tooLong
      }
      if unread.count > most {
        _ = unread.take(unread.count)
        let isFirst = !isSkipping
        isSkipping = true
        if isFirst { return .tooLong }
      }
      guard !hasEnded else {
        let rest = unread.take(unread.count)
        return rest.isEmpty || isSkipping ? nil : .message(rest)
      }
      readMore()
    }
  }

  private mutating func readMore() {
    let chunk = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      count = max(
        0, Files.untilNotInterrupted { read(descriptor, buffer.baseAddress, buffer.count) })
    }
    hasEnded = chunk.isEmpty
    unread.append(chunk)
  }
}
