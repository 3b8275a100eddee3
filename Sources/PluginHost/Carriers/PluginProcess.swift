internal import CPluginHost
internal import Glibc
internal import Graphics
internal import SourceJSON
internal import WallfarmCore
internal import WallfarmPluginKit

/// A running program of a plugin: one question at a time, nothing believed.
///
/// Belongs to one thread at a time; whoever has it owns it.
final class PluginProcess {
  private let manifest: PluginManifest
  private let limits: PluginLimits
  private let pid: pid_t
  /// Standard input of the program; a socket, because writing to a pipe that nobody reads any more
  /// would end this process.
  private let input: Int32
  private let output: Int32
  private let errors: Int32
  private let pixels: Int32
  private var unread: [UInt8] = []
  /// How far the unread bytes were searched for the end of a line.
  private var searched = 0
  private var said: [UInt8] = []
  private var bytes = 0
  private var call = "describe"
  private var deadline = SuspendingClock().now
  private var looked = SuspendingClock().now
  private var status: Int32 = 0
  private let clock = SuspendingClock()

  /// Starts a program; it has not said anything yet.
  ///
  /// - Throws: `plugin-unloadable`.
  init(
    _ manifest: PluginManifest, command: [String], limits: PluginLimits
  ) throws(RenderError) {
    self.manifest = manifest
    self.limits = limits
    var (inputs, outputs, problems): ([Int32], [Int32], [Int32]) = ([-1, -1], [-1, -1], [-1, -1])
    pixels = manifest.output == .pixels ? wallfarm_memory_file(0) : -1
    let cloexec = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, cloexec, 0, &inputs) == 0,
      wallfarm_program_pipe(&outputs, 0) == 0, wallfarm_program_pipe(&problems, 0) == 0,
      manifest.output != .pixels || pixels >= 0
    else {
      let reason = SystemError.message(errno)
      for end in inputs + outputs + problems + [pixels] where end >= 0 { close(end) }
      throw manifest.unloadable("there are no pipes for it: \(reason)", hint: "try again later")
    }
    pid = PluginProcess.start(
      manifest.folder, command, inputs[1], outputs[1], problems[1], pixels)
    for end in [inputs[1], outputs[1], problems[1]] { close(end) }
    (input, output, errors) = (inputs[0], outputs[0], problems[0])
    guard pid > 0 else { throw manifest.unloadable(SystemError.message(-pid)) }
  }

  deinit {
    end()
    for descriptor in [input, output, errors, pixels] where descriptor >= 0 { close(descriptor) }
  }

  private static func start(
    _ folder: String, _ command: [String], _ input: Int32, _ output: Int32, _ errors: Int32,
    _ pixels: Int32
  ) -> pid_t {
    var words: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    var environment: [UnsafeMutablePointer<CChar>?] = known.map { strdup($0) } + [nil]
    let owned = words + environment
    defer { for word in owned { free(word) } }
    return folder.withCString { folder in
      return words.withUnsafeMutableBufferPointer { words in
        return environment.withUnsafeMutableBufferPointer { environment in
          var program = wallfarm_program(
            folder: folder, words: words.baseAddress, environment: environment.baseAddress,
            input: input, output: output, errors: errors, pixels: pixels)
          return wallfarm_start_program(&program)
        }
      }
    }
  }

  /// What a program knows of the machine: where commands are, and that text is UTF-8.
  private static var known: [String] {
    var words: [String] = [
      "LANG=C.UTF-8", "LC_ALL=C.UTF-8", "PYTHONUNBUFFERED=1", "PYTHONDONTWRITEBYTECODE=1",
    ]
    for name: String in ["PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH", "WALLFARM_HOME"] {
      if let value = getenv(name) { words.append("\(name)=\(String(cString: value))") }
    }
    return words
  }

  // MARK: - A picture

  /// Begins a call with new limits of time and output.
  func begin(_ call: String) {
    self.call = call
    deadline = clock.now + limits.time
    looked = clock.now
    bytes = 0
    said = []
  }

  /// Whether it waits quietly for the next question.
  var isIdle: Bool {
    hear(waiting: 0)
    return unread.isEmpty && !hasEnded
  }

  /// Empties the file in memory that a picture is written to.
  func preparePixels() -> Bool { ftruncate(pixels, 0) == 0 && lseek(pixels, 0, SEEK_SET) == 0 }

  /// What was written to the file in memory, at most so many bytes; shorter where less was.
  func readPixels(most count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, got in
      while got < count {
        let now = pread(pixels, buffer.baseAddress.map { $0 + got }, count - got, off_t(got))
        if now < 0 && errno == EINTR { continue }
        guard now > 0 else { return }
        got += now
      }
    }
  }

  /// The last 4 KB that it wrote to standard error since the call began, line by line.
  var saidLines: [String] {
    listen()
    return said.split(whereSeparator: { $0 == 10 || $0 == 13 }).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  // MARK: - Lines

  /// Writes a message, and reads meanwhile: whoever does not listen must not be waited for.
  ///
  /// - Throws: `plugin-timeout`, `plugin-crashed` and the like.
  func say(_ message: [UInt8]) throws(RenderError) {
    let line = message + [UInt8(ascii: "\n")]
    var done = 0
    while done < line.count {
      let written = line.withUnsafeBytes { buffer in
        send(
          input, buffer.baseAddress.map { $0 + done }, line.count - done,
          Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
      }
      if written > 0 {
        done += written
      } else if written < 0 && errno == EINTR {
        continue
      } else if written < 0 && errno == EAGAIN {
        hear(waiting: 20, forRoom: true)
        try check()
      } else {
        // It does not listen any more: what it said last, or how it ended, tells why.
        hasClosedInput = true
        hear(waiting: 0)
        guard unread.contains(UInt8(ascii: "\n")) else { try waitForEnd() }
        return
      }
    }
  }

  /// The next message that `desk` has no quick answer to; those that it has are answered.
  ///
  /// - Throws: `plugin-answer` for what is no JSON object, and how it failed.
  func nextMessage(
    _ desk: (any ServiceDesk)? = nil
  ) throws(RenderError) -> (type: String, node: JSONNode) {
    while true {
      try check()
      guard let line = takeLine() else {
        hear(waiting: 20)
        continue
      }
      guard let answer = desk?.quickAnswer(line) else { return try message(line) }
      try say(answer)
    }
  }

  private func message(_ line: [UInt8]) throws(RenderError) -> (type: String, node: JSONNode) {
    let node: JSONNode
    do {
      node = try JSONNode(parsing: line, dialect: .strict)
    } catch {
      throw manifest.answer(
        "in '\(call)' it said a line that is no JSON: column \(error.place.column): \(error.message)"
      )
    }
    guard let type = node["type"]?.string else {
      throw manifest.answer("in '\(call)' it said something that is no object with a 'type'")
    }
    return (type, node)
  }

  private func takeLine() -> [UInt8]? {
    guard let end = unread[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
      searched = unread.count
      return nil
    }
    let line = Array(unread[..<end])
    unread.removeSubrange(...end)
    searched = 0
    return line
  }

  /// Waits for news, at most so many milliseconds, and takes what there is.
  private func hear(waiting milliseconds: Int32, forRoom: Bool = false) {
    var wanted = [
      pollfd(fd: hasClosed ? -1 : output, events: Int16(POLLIN), revents: 0),
      pollfd(fd: hasClosedErrors ? -1 : errors, events: Int16(POLLIN), revents: 0),
      pollfd(fd: forRoom ? input : -1, events: Int16(POLLOUT), revents: 0),
    ]
    _ = poll(&wanted, nfds_t(wanted.count), milliseconds)
    listen()
    guard !hasClosed, bytes <= PluginLimits.mostBytes else { return }
    let (news, isOver) = take(from: output)
    unread += news
    bytes += news.count
    hasClosed = isOver
  }

  private var hasClosed = false
  private var hasClosedInput = false
  private var hasClosedErrors = false

  private func listen() {
    guard !hasClosedErrors else { return }
    let (news, isOver) = take(from: errors)
    said = Array((said + news).suffix(4096))
    hasClosedErrors = isOver
  }

  /// At most a megabyte at a time: somebody who never stops must not keep us here.
  private func take(from descriptor: Int32) -> (bytes: [UInt8], isOver: Bool) {
    var bytes: [UInt8] = []
    while bytes.count < 1 << 20 {
      var status = 0
      let chunk = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
        status = read(descriptor, buffer.baseAddress, buffer.count)
        count = max(0, status)
      }
      if status < 0 && errno == EINTR { continue }
      bytes += chunk
      if status == 0 { return (bytes, true) }
      if status < 0 { return (bytes, errno != EAGAIN) }
    }
    return (bytes, false)
  }

  // MARK: - Limits

  /// - Throws: where it took too long, grew too large, said too much, or has ended.
  private func check() throws(RenderError) {
    if bytes > PluginLimits.mostBytes { throw manifest.saidTooMuch(call) }
    if clock.now > deadline { throw manifest.tookTooLong(call, limits.time) }
    if hasEnded || hasClosed {
      // What it said before it ended comes first.
      hear(waiting: 0)
      guard unread.contains(UInt8(ascii: "\n")) else { try waitForEnd() }
    }
    guard clock.now - looked > .milliseconds(20) else { return }
    looked = clock.now
    try checkMemory()
  }

  /// - Throws: `plugin-memory` where it has had more in use than it may, even for a moment.
  func checkMemory() throws(RenderError) {
    guard let peak = peakKilobytes, peak > limits.megabytes << 10 else { return }
    throw manifest.tookTooMuchMemory(call, limits.megabytes)
  }

  /// The most memory it has had in use, in kilobytes; nil once it is gone.
  private var peakKilobytes: Int? {
    guard let bytes = try? Files.read("/proc/\(pid)/status", limit: 1 << 16),
      let line = bytes.split(separator: 10).first(where: { $0.starts(with: "VmHWM:".utf8) })
    else { return nil }
    return Int(
      String(decoding: line.filter { (48...57).contains($0) }, as: UTF8.self))
  }

  // MARK: - Ending

  /// Whether the program has ended, however many others still hold its pipes.
  private var hasEnded: Bool {
    if status == 0 { status = wallfarm_ended(pid) }
    return status != 0
  }

  /// Tells how it ended, once what it said last was heard.
  private func waitForEnd() throws(RenderError) -> Never {
    let most = clock.now + .milliseconds(500)
    while !hasEnded && clock.now < min(most, deadline) { usleep(1000) }
    hear(waiting: 0)
    throw howItEnded
  }

  private var howItEnded: RenderError {
    let text = String(decoding: said, as: UTF8.self)
    // What guards a library in a process of its own says more than a status does.
    if let told = RenderError(lastToldIn: text), told.code.rawValue.hasPrefix("plugin-") {
      return told
    }
    let last = saidLines.last { !$0.isEmpty }.map { "; it said: \($0.prefix(200))" } ?? ""
    guard status != 0 else {
      return manifest.error(
        .pluginEnded,
        "closed its \(hasClosedInput ? "input" : "output") in '\(call)' without an answer" + last,
        hint: "it has to stay until its standard input ends")
    }
    let (signal, code) = ((status - 1) & 0x7F, (status - 1) >> 8 & 0xFF)
    if signal != 0 {
      return manifest.error(
        .pluginCrashed,
        "crashed in '\(call)': signal \(signal) (\(String(cString: strsignal(signal))))" + last,
        hint: "try it alone with 'wallfarm plugin check'")
    }
    if code != 0 {
      return manifest.error(
        .pluginCrashed, "ended in '\(call)' with status \(code)" + last,
        hint: "see what it wrote, and try it alone with 'wallfarm plugin check'")
    }
    return manifest.error(
      .pluginEnded, "ended in '\(call)' without an answer" + last,
      hint: "it has to stay until its standard input ends")
  }

  /// Ends it and all that it started.
  private func end() {
    kill(-pid, SIGKILL)
    kill(pid, SIGKILL)
    // Nothing keeps a killed process for long but a disk that does not answer.
    let most = clock.now + .seconds(2)
    while !hasEnded && clock.now < most { usleep(200) }
  }
}
