internal import CPluginHost
internal import Files
internal import Glibc
internal import Graphics
internal import PluginMessages
internal import SourceJSON
internal import WallfarmCore
internal import WallfarmPluginKit

/// A running program of a plugin: one question at a time, nothing believed.
///
/// Belongs to one thread at a time, the one that holds it.
final class PluginProcess {
  private let manifest: PluginManifest
  private let limits: PluginLimits
  private let pid: pid_t
  /// What stands round it.
  let fence: FenceReport
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
    guard let pipes = PluginPipes() else {
      let reason = SystemError.message(errno)
      throw manifest.unloadable("there are no pipes for it: \(reason)", hint: "try again later")
    }
    let (pid, program) = PluginProcess.withProgram(manifest, command) { program in
      (program.output, program.errors) = (pipes.theirs[0], pipes.theirs[1])
      return (wallfarm_start_program(&program), program)
    }
    pipes.closeTheirs()
    guard pid > 0 else { throw manifest.unloadable(SystemError.message(-pid)) }
    pipes.input = program.input
    (self.manifest, self.limits, self.pipes) = (manifest, limits, pipes)
    (self.pid, self.pixels) = (pid, program.pixels)
    fence = FenceReport(bits: program.fence)
  }

  deinit {
    wallfarm_end_program(pid)
    if pixels >= 0 { close(pixels) }
  }

  /// Describes the program of a plugin, as long as `body` runs.
  static func withProgram<Result>(
    _ manifest: PluginManifest, _ command: [String],
    _ body: (inout wallfarm_program) -> Result
  ) -> Result {
    let readable = PluginFence.readable(
      folder: manifest.folder, code: manifest.code, command: command)
    return command.withCStrings { words in
      known.withCStrings { environment in
        readable.withCStrings { readable in
          manifest.folder.withCString { folder in
            var program = wallfarm_program(
              folder: folder, words: words, environment: environment, readable: readable,
              output: -1, errors: -1, has_pixels: manifest.output == .pixels ? 1 : 0, input: -1,
              pixels: -1, fence: 0)
            return body(&program)
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

  /// Whether it waits quietly for the next question, and left nothing behind that runs on.
  var isIdle: Bool {
    pipes.hear(waiting: 0)
    return pipes.isEmpty && end == nil && wallfarm_is_alone(pid) != 0
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
    // Half a line may hold half of a note, which is not recognized.
    let whole = pipes.hasLostWords ? pipes.said.drop { $0 != 10 && $0 != 13 } : pipes.said[...]
    return whole.split(whereSeparator: { $0 == 10 || $0 == 13 }).map {
      String(decoding: $0, as: UTF8.self).onOneLine
    }
  }

  // MARK: - Messages

  /// Writes a message, and reads meanwhile: a reader that is stuck must not be waited for.
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
    if pipes.hasClosedOutput || end != nil { try checkEnd() }
    let isLate = clock.now > deadline
    guard isLate || clock.now - looked > .milliseconds(20) else { return }
    looked = clock.now
    try checkFamily()
    if isLate { throw manifest.tookTooLong(call, limits.time) }
  }

  /// Counts the program with all that it started.
  ///
  /// - Throws: `plugin-memory` where it has had more in use than it may, even for a moment, and
  ///   `plugin-processes`.
  func checkFamily() throws(RenderError) {
    let family = wallfarm_count_family(pid)
    if family.processes > PluginLimits.mostProcesses {
      throw manifest.startedTooMany(call, Int(family.processes))
    }
    guard family.bytes > Int64(limits.megabytes) << 20 else { return }
    throw manifest.tookTooMuchMemory(call, limits.megabytes)
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
    var problem = endWithoutWords
    problem.said = saidLines
    // What watches a library in a process of its own says more than a status does.
    if case .library = manifest.carrier,
      let told = RenderError(lastToldIn: text, among: ErrorCode.ofRunningPlugins)
    {
      let before = saidLines.lastIndex { $0.hasPrefix("error[") } ?? 0
      problem = told
      problem.said = Array(saidLines[..<before])
    }
    return problem
  }

  private var endWithoutWords: RenderError {
    guard let end else {
      return manifest.error(
        .pluginEnded,
        "closed its \(pipes.hasClosedInput ? "input" : "output") in '\(call)' without an answer",
        hint: "it has to stay until its standard input ends")
    }
    if end.signal != 0 {
      let name = String(cString: strsignal(end.signal))
      return manifest.error(
        .pluginCrashed, "crashed in '\(call)': signal \(end.signal) (\(name))",
        hint: "try it alone with 'wallfarm plugin check'")
    }
    if end.status != 0 {
      return manifest.error(
        .pluginCrashed, "ended in '\(call)' with status \(end.status)",
        hint: fence.layers.contains(.files)
          ? "see what it wrote; it may read its own folder and what is installed, and change no file"
          : "see what it wrote, and try it alone with 'wallfarm plugin check'")
    }
    return manifest.error(
      .pluginEnded, "ended in '\(call)' without an answer",
      hint: "it has to stay until its standard input ends")
  }
}
