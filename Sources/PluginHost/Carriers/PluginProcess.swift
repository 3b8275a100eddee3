internal import CPluginHost
internal import Glibc
internal import Graphics
internal import PluginMessages
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
  private let pipes: PluginPipes
  /// A file in memory for a picture; -1 where layers are wanted.
  private let pixels: Int32
  private var call = "describe"
  private var deadline = SuspendingClock().now
  private var looked = SuspendingClock().now
  private let clock = SuspendingClock()

  /// Starts a program; it has not said anything yet.
  ///
  /// - Throws: `plugin-unloadable`.
  init(
    _ manifest: PluginManifest, command: [String], limits: PluginLimits
  ) throws(RenderError) {
    let pixels = manifest.output == .pixels ? wallfarm_memory_file(0) : -1
    guard let pipes = PluginPipes(), manifest.output != .pixels || pixels >= 0 else {
      let reason = SystemError.message(errno)
      if pixels >= 0 { close(pixels) }
      throw manifest.unloadable("there are no pipes for it: \(reason)", hint: "try again later")
    }
    let pid = PluginProcess.start(manifest, command, pipes.theirs, pixels)
    pipes.closeTheirs()
    guard pid > 0 else {
      if pixels >= 0 { close(pixels) }
      throw manifest.unloadable(SystemError.message(-pid))
    }
    (self.manifest, self.limits, self.pipes) = (manifest, limits, pipes)
    (self.pid, self.pixels) = (pid, pixels)
  }

  deinit {
    wallfarm_end_program(pid)
    if pixels >= 0 { close(pixels) }
  }

  private static func start(
    _ manifest: PluginManifest, _ command: [String], _ ends: [Int32], _ pixels: Int32
  ) -> pid_t {
    let readable = PluginFence.readable(
      folder: manifest.folder, code: manifest.code, command: command)
    return command.withCStrings { words in
      known.withCStrings { environment in
        readable.withCStrings { readable in
          manifest.folder.withCString { folder in
            var program = wallfarm_program(
              folder: folder, words: words, environment: environment, readable: readable,
              input: ends[0], output: ends[1], errors: ends[2], pixels: pixels)
            return wallfarm_start_program(&program)
          }
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
    pipes.countAnew()
  }

  /// Whether it waits quietly for the next question.
  var isIdle: Bool {
    pipes.hear(waiting: 0)
    return pipes.isEmpty && end == nil
  }

  /// Empties the file in memory that a picture is written to.
  func preparePixels() -> Bool { ftruncate(pixels, 0) == 0 && lseek(pixels, 0, SEEK_SET) == 0 }

  /// What was written to the file in memory, at most so many bytes; shorter where less was.
  ///
  /// It is read and not mapped: the program could cut it short meanwhile.
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
    pipes.hear(waiting: 0)
    return pipes.said.split(whereSeparator: { $0 == 10 || $0 == 13 }).map {
      String(decoding: $0, as: UTF8.self).onOneLine
    }
  }

  // MARK: - Messages

  /// Writes a message, and reads meanwhile: whoever does not listen must not be waited for.
  ///
  /// - Throws: `plugin-timeout`, `plugin-crashed` and the like.
  func say(_ message: [UInt8]) throws(RenderError) {
    var rest = (message + [UInt8(ascii: "\n")])[...]
    while !rest.isEmpty {
      rest = rest.dropFirst(pipes.write(rest))
      if rest.isEmpty { return }
      // It does not listen any more: what it said last, or how it ended, tells why.
      if pipes.hasClosedInput { return try checkEnd() }
      pipes.hear(waiting: 20, forRoom: true, most: PluginLimits.mostBytes)
      try check()
    }
  }

  /// The next message that `desk` has no quick answer to; those that it has are answered.
  ///
  /// - Throws: `plugin-answer` for what is no JSON object, and how it failed.
  func nextMessage(
    _ desk: (any ServiceDesk)? = nil
  ) throws(RenderError) -> (type: String, node: JSONEntry) {
    while true {
      try check()
      guard let line = pipes.takeLine() else {
        pipes.hear(waiting: 20, most: PluginLimits.mostBytes)
        continue
      }
      guard let answer = desk?.quickAnswer(line) else { return try message(line) }
      try say(answer)
    }
  }

  private func message(_ line: [UInt8]) throws(RenderError) -> (type: String, node: JSONEntry) {
    let node: JSONEntry
    do {
      node = try JSONEntry(parsing: line)
    } catch {
      throw manifest.notJSON("the line that it said in '\(call)'", error)
    }
    guard let type = node["type"]?.string else {
      throw manifest.answer("in '\(call)' it said something that is no object with a 'type'")
    }
    return (type, node)
  }

  // MARK: - Limits

  /// - Throws: where it took too long, grew too large, said too much, or has ended.
  private func check() throws(RenderError) {
    if pipes.count > PluginLimits.mostBytes { throw manifest.saidTooMuch(call) }
    if clock.now > deadline { throw manifest.tookTooLong(call, limits.time) }
    if pipes.hasClosedOutput || end != nil { try checkEnd() }
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
    return Int(String(decoding: line.filter { (48...57).contains($0) }, as: UTF8.self))
  }

  // MARK: - Ending

  /// How the program ended, however many others still hold its pipes; nil while it runs.
  private var end: wallfarm_end? {
    var end = wallfarm_end()
    return wallfarm_has_ended(pid, &end) != 0 ? end : nil
  }

  /// Tells how it ended, unless it said something before that comes first.
  private func checkEnd() throws(RenderError) {
    pipes.hear(waiting: 0, most: PluginLimits.mostBytes)
    guard !pipes.hasLine else { return }
    // One that closes its pipes is often about to end.
    let most = min(clock.now + .milliseconds(500), deadline)
    while end == nil && clock.now < most { usleep(1000) }
    pipes.hear(waiting: 0, most: PluginLimits.mostBytes)
    throw howItEnded
  }

  private var howItEnded: RenderError {
    let text = String(decoding: pipes.said, as: UTF8.self)
    // What watches a library in a process of its own says more than a status does.
    if case .library = manifest.carrier, let told = RenderError(lastToldIn: text),
      told.code.rawValue.hasPrefix("plugin-")
    {
      return told
    }
    let last = saidLines.last { !$0.isEmpty }.map { "; it said: \($0.prefix(200))" } ?? ""
    guard let end else {
      return manifest.error(
        .pluginEnded,
        "closed its \(pipes.hasClosedInput ? "input" : "output") in '\(call)' without an answer"
          + last, hint: "it has to stay until its standard input ends")
    }
    if end.signal != 0 {
      return manifest.error(
        .pluginCrashed,
        "crashed in '\(call)': signal \(end.signal) (\(String(cString: strsignal(end.signal))))"
          + last, hint: "try it alone with 'wallfarm plugin check'")
    }
    if end.status != 0 {
      return manifest.error(
        .pluginCrashed, "ended in '\(call)' with status \(end.status)" + last,
        hint: last.contains("ermission denied")
          ? "a program may read its own folder and what is installed, and change no file"
          : "see what it wrote, and try it alone with 'wallfarm plugin check'")
    }
    return manifest.error(
      .pluginEnded, "ended in '\(call)' without an answer" + last,
      hint: "it has to stay until its standard input ends")
  }
}
