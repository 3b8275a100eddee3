internal import CSystem
internal import Files
internal import Glibc

/// The parent's ends of a helper process's standard streams.
///
/// No method blocks longer than its timeout. Messages to the helper are queued, and the amount of
/// unread output is limited. A program that writes to a pipe must ignore or block SIGPIPE.
package final class HelperPipes {
  /// The helper's ends of the pipes, in the order of its descriptors.
  package private(set) var theirs: [Int32] = []
  private var input: Int32 = -1
  private var isSocket = false
  private var output: Int32 = -1
  private var errors: Int32 = -1
  private var unsent: [UInt8] = []
  /// The number of bytes at the start of ``unsent`` that have been written.
  private var sent = 0
  private var unread = LineBuffer()
  /// Maximum number of unread bytes.
  private let most: Int
  /// The last 4 KiB that the helper wrote to its standard error.
  package private(set) var said: [UInt8] = []
  package private(set) var hasLostWords = false
  /// The number of bytes read from standard output since the last reset.
  package private(set) var count = 0
  package private(set) var hasClosedInput = false
  package private(set) var hasClosedOutput = false
  private var hasClosedErrors = false
  /// Whether the helper's unread output exceeded the maximum; if so, all unread and further output
  /// is discarded.
  package private(set) var isOverfull = false

  /// Creates pipes.
  ///
  /// - Parameters:
  ///   - most: maximum number of unread bytes from the helper.
  ///   - standardInput: the helper's standard input, which the caller closes, or `nil` for a pipe.
  ///   - hasInput: false if the caller calls ``connect(_:)`` later; ``theirs`` then starts with the
  ///     helper's standard output.
  ///   - readsErrors: whether to read the helper's standard error; otherwise, it is discarded.
  /// - Throws: the system error.
  package init(
    most: Int, standardInput: Int32? = nil, hasInput: Bool = true, readsErrors: Bool = false
  ) throws(ChildProcess.Failure) {
    self.most = most
    if hasInput, standardInput == nil { input = try pipe(ours: 1) }
    if let standardInput { theirs.append(fcntl(standardInput, F_DUPFD_CLOEXEC, 0)) }
    output = try pipe(ours: 0)
    if readsErrors {
      errors = try pipe(ours: 0)
    } else {
      theirs.append(open("/dev/null", O_WRONLY | O_CLOEXEC))
    }
    if theirs.contains(where: { $0 < 0 }) { throw ChildProcess.Failure(number: errno) }
  }

  /// Creates a pipe, adds the helper's end to ``theirs``, and returns the parent's nonblocking end.
  private func pipe(ours: Int) throws(ChildProcess.Failure) -> Int32 {
    var ends: [Int32] = [-1, -1]
    guard wallfarm_pipe(&ends) == 0 else { throw ChildProcess.Failure(number: errno) }
    theirs.append(ends[1 - ours])
    _ = wallfarm_do_not_wait(ends[ours])
    return ends[ours]
  }

  deinit {
    closeTheirs()
    for end in [input, output, errors] where end >= 0 { close(end) }
  }

  /// Closes the parent's copies of the helper's ends, once the helper has inherited them or could
  /// not be started.
  package func closeTheirs() {
    for end in theirs where end >= 0 { close(end) }
    theirs = []
  }

  /// Takes ownership of a socket that is connected to the helper's standard input.
  package func connect(_ socket: Int32) { (input, isSocket) = (socket, true) }

  /// Closes the helper's standard input.
  package func closeInput() {
    if input >= 0 { close(input) }
    (input, hasClosedInput) = (-1, true)
  }

  // MARK: - Sending

  /// Whether part of a message has not been written yet.
  package var hasUnsent: Bool { !unsent.isEmpty }

  /// Queues a message, and immediately writes as much as possible.
  package func send(_ bytes: [UInt8]) {
    if unsent.isEmpty { unsent = bytes } else { unsent += bytes }
    flush()
  }

  /// Writes as much as the helper accepts.
  private func flush() {
    while sent < unsent.count, !hasClosedInput {
      let written = unsent.withUnsafeBytes { write(UnsafeRawBufferPointer(rebasing: $0[sent...])) }
      if written < 0 && errno == EINTR { continue }
      guard written > 0 else {
        // The cause is determined later from the end of the output or from the exit status.
        hasClosedInput = errno != EAGAIN
        return
      }
      sent += written
    }
    if sent == unsent.count { (unsent, sent) = ([], 0) }
  }

  private func write(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard isSocket else { return Glibc.write(input, bytes.baseAddress, bytes.count) }
    // With these flags, sendmsg(2) does not raise SIGPIPE and, unlike send(2), is allowed in a
    // fenced worker.
    var piece = iovec(
      iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress), iov_len: bytes.count)
    return withUnsafeMutablePointer(to: &piece) { piece in
      var message = msghdr()
      (message.msg_iov, message.msg_iovlen) = (piece, 1)
      return sendmsg(input, &message, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
    }
  }

  // MARK: - Receiving

  /// Resets the byte count and the standard error output from the previous request.
  package func resetCounts() { (count, said, hasLostWords) = (0, [], false) }

  /// Whether a complete line is available.
  package var hasLine: Bool { unread.hasLine }
  /// The number of unread bytes.
  package var unreadCount: Int { unread.count }

  /// Removes the next line and returns it without its line feed; returns `nil` if no line is
  /// complete.
  package func takeLine() -> [UInt8]? { unread.takeLine() }

  /// Removes and returns up to `most` unread bytes.
  package func take(_ most: Int = .max) -> [UInt8] { unread.take(most) }

  /// Waits until a helper has output, exits or accepts more of a message, or until a bell rings.
  ///
  /// - Parameters:
  ///   - all: the helpers.
  ///   - bell: an additional descriptor that ends the wait when it becomes readable, or -1.
  ///   - milliseconds: the timeout in milliseconds; a signal also ends the wait.
  /// - Returns: the indices of the helpers for which to call ``receive()``.
  package static func wait(
    for all: [HelperPipes], or bell: Int32 = -1, milliseconds: Int32
  ) -> [Int] {
    let (comes, goes) = (Int16(POLLIN), Int16(POLLOUT))
    var wanted = [pollfd(fd: bell, events: comes, revents: 0)]
    wanted.reserveCapacity(1 + 3 * all.count)
    for one in all {
      let isWriting = one.hasUnsent && !one.hasClosedInput
      wanted.append(pollfd(fd: one.hasClosedOutput ? -1 : one.output, events: comes, revents: 0))
      wanted.append(pollfd(fd: one.hasClosedErrors ? -1 : one.errors, events: comes, revents: 0))
      wanted.append(pollfd(fd: isWriting ? one.input : -1, events: goes, revents: 0))
    }
    guard poll(&wanted, nfds_t(wanted.count), milliseconds) > 0 else { return [] }
    return all.indices.filter { index in
      wanted[(1 + 3 * index)..<(4 + 3 * index)].contains { $0.revents != 0 }
    }
  }

  /// Writes and reads as much as possible without blocking.
  ///
  /// - Returns: whether the helper wrote to its standard output.
  @discardableResult package func receive() -> Bool {
    flush()
    var news: [UInt8] = []
    if !hasClosedOutput {
      (news, hasClosedOutput) = Files.readAvailable(output)
      count += news.count
      isOverfull = isOverfull || unread.count + news.count > most
      if isOverfull { unread = LineBuffer() } else { unread.append(news) }
    }
    // Read standard error last, so that all of it has been read by the time the output has ended.
    if errors >= 0, !hasClosedErrors {
      let (words, isOver) = Files.readAvailable(errors)
      said += words
      if said.count > 4096 { (said, hasLostWords) = (Array(said.suffix(4096)), true) }
      hasClosedErrors = isOver
    }
    return !news.isEmpty
  }

  /// Waits for events up to a timeout in milliseconds, and then calls ``receive()``.
  package func receive(waiting milliseconds: Int32) {
    _ = HelperPipes.wait(for: [self], milliseconds: milliseconds)
    receive()
  }

  /// Waits for events until a deadline; returns whether the helper can still respond.
  package func receive(by deadline: SuspendingClock.Instant) -> Bool {
    let left = deadline - SuspendingClock().now
    guard left > .zero, !hasClosedOutput, !isOverfull, !(hasUnsent && hasClosedInput) else {
      return false
    }
    receive(waiting: Int32(clamping: Int(max(.milliseconds(1), left) / .milliseconds(1))))
    return true
  }
}
