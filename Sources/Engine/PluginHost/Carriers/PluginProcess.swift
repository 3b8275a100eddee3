internal import CPluginHost
internal import Files
internal import Glibc
internal import Graphics
internal import PluginMessages
internal import Processes
internal import SourceJSON
internal import WallfarmCore
internal import WallfarmPluginKit

/// A running plugin program, which is untrusted and handles one request at a time.
///
/// Only the thread that owns the object can use it.
final class PluginProcess {
  private let manifest: PluginManifest
  private let limits: PluginLimits
  private let pid: pid_t
  /// The fence around the program.
  let fence: FenceReport
  private let pipes: HelperPipes
  /// The file descriptor of a memfd for pixels, or -1 if the plugin produces layers.
  private let pixels: Int32
  private var call = "describe"
  private var deadline = SuspendingClock().now
  private var looked = SuspendingClock().now
  private let clock = SuspendingClock()

  /// Starts a program without sending it a message.
  ///
  /// - Throws: `plugin-unloadable`.
  init(
    _ manifest: PluginManifest, command: [String], limits: PluginLimits
  ) throws(RenderError) {
    let pipes: HelperPipes
    do throws(ChildProcess.Failure) {
      // This limit is twice the maximum, so that the host rejects excessive output before the pipes
      // discard any of it.
      pipes = try HelperPipes(
        most: 2 * PluginLimits.mostBytes, hasInput: false, readsErrors: true)
    } catch {
      let reason = SystemError.message(error.number)
      throw manifest.unloadable("its pipes cannot be created: \(reason)", hint: "try again later")
    }
    let (pid, program) = PluginProcess.withProgram(manifest, command) { program in
      (program.output, program.errors) = (pipes.theirs[0], pipes.theirs[1])
      return (wallfarm_start_program(&program), program)
    }
    pipes.closeTheirs()
    guard pid > 0 else { throw manifest.unloadable(SystemError.message(-pid)) }
    pipes.connect(program.input)
    (self.manifest, self.limits, self.pipes) = (manifest, limits, pipes)
    (self.pid, self.pixels) = (pid, program.pixels)
    fence = FenceReport(bits: program.fence)
  }

  deinit {
    wallfarm_end_program(pid)
    if pixels >= 0 { close(pixels) }
  }

  /// Passes a C description of a program to `body`; the description is valid only during the call.
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

  /// The environment of a program: search paths, a UTF-8 locale and settings for Python.
  private static var known: [String] {
    var words: [String] = [
      "LANG=C.UTF-8", "LC_ALL=C.UTF-8", "PYTHONUNBUFFERED=1", "PYTHONDONTWRITEBYTECODE=1",
    ]
    for name: String in ["PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH", "WALLFARM_HOME"] {
      if let value = getenv(name) { words.append("\(name)=\(String(cString: value))") }
    }
    return words
  }

  // MARK: - Render

  /// Begins a call and resets its deadline and output limit.
  func begin(_ call: String) {
    self.call = call
    deadline = clock.now + limits.time
    looked = clock.now
    pipes.resetCounts()
  }

  /// Whether the program is waiting for a request and has neither unread output nor child
  /// processes.
  var isIdle: Bool {
    pipes.receive(waiting: 0)
    return pipes.unreadCount == 0 && end == nil && wallfarm_is_alone(pid) != 0
  }

  /// Truncates the memfd for pixels to a size of zero.
  func preparePixels() -> Bool { ftruncate(pixels, 0) == 0 && lseek(pixels, 0, SEEK_SET) == 0 }

  /// Returns the content of the memfd for pixels, up to `count` bytes.
  ///
  /// The memfd is read instead of mapped, because the program could truncate it while it is mapped.
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

  /// The last 4 KiB of standard error since the call started, split into lines.
  var saidLines: [String] {
    pipes.receive(waiting: 0)
    // Drop a partial line, because it may contain a fragment of a note that the privacy filter
    // would not recognize.
    let whole = pipes.hasLostWords ? pipes.said.drop { $0 != 10 && $0 != 13 } : pipes.said[...]
    return whole.split(whereSeparator: { $0 == 10 || $0 == 13 }).map {
      String(decoding: $0, as: UTF8.self).onOneLine
    }
  }

  // MARK: - Messages

  /// Writes a message while also reading output, so that a program that is blocked on output cannot
  /// cause a deadlock.
  ///
  /// - Throws: `plugin-timeout`, `plugin-crashed` and other plugin codes.
  func say(_ message: [UInt8]) throws(RenderError) {
    pipes.send(message + [UInt8(ascii: "\n")])
    while pipes.hasUnsent {
      // The program has closed its input. Its remaining output or its exit status may give the
      // reason.
      if pipes.hasClosedInput { return try checkEnd() }
      pipes.receive(waiting: 20)
      try check()
    }
  }

  /// Returns the next message that `desk` cannot answer without parsing.
  ///
  /// - Throws: `plugin-answer` if a message is not a JSON object with a type, or an error that
  ///   describes how the program failed.
  func nextMessage(
    _ desk: (any PluginServices)? = nil
  ) throws(RenderError) -> (type: String, node: JSONEntry) {
    while true {
      try check()
      guard let line = pipes.takeLine() else {
        pipes.receive(waiting: 20)
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
      throw manifest.notJSON("a line of its output in '\(call)'", error)
    }
    guard let type = node["type"]?.string else {
      throw manifest.answer("in '\(call)', it wrote a line that is not an object with a 'type'")
    }
    return (type, node)
  }

  // MARK: - Limits

  /// Checks the limits and the state of the program.
  ///
  /// - Throws: `plugin-timeout`, `plugin-memory`, `plugin-processes`, `plugin-output`, or an error
  ///   that describes why the program exited.
  private func check() throws(RenderError) {
    if pipes.count > PluginLimits.mostBytes { throw manifest.saidTooMuch(call) }
    if pipes.hasClosedOutput || end != nil { try checkEnd() }
    let isLate = clock.now > deadline
    guard isLate || clock.now - looked > .milliseconds(20) else { return }
    looked = clock.now
    try checkFamily()
    if isLate { throw manifest.tookTooLong(call, limits.time) }
  }

  /// Checks the memory and process limits of the program and its descendants.
  ///
  /// - Throws: `plugin-memory` if the memory use exceeds the limit; `plugin-processes` if there are
  ///   too many processes.
  func checkFamily() throws(RenderError) {
    let family = wallfarm_count_family(pid)
    if family.processes > PluginLimits.mostProcesses {
      throw manifest.startedTooMany(call, Int(family.processes))
    }
    guard family.bytes > Int64(limits.megabytes) << 20 else { return }
    throw manifest.tookTooMuchMemory(call, limits.megabytes)
  }

  // MARK: - Ending

  /// The exit status of the program; `nil` while the program runs.
  ///
  /// The status is known even if other processes still have the pipes open.
  private var end: wallfarm_end? {
    var end = wallfarm_end()
    return wallfarm_has_ended(pid, &end) != 0 ? end : nil
  }

  /// Throws the reason for the exit, unless a complete line of output has not been read yet.
  private func checkEnd() throws(RenderError) {
    pipes.receive(waiting: 0)
    guard !pipes.hasLine else { return }
    // A program that closes its pipes is often about to exit, so wait for its exit status.
    let most = min(clock.now + .milliseconds(500), deadline)
    while end == nil && clock.now < most { usleep(1000) }
    pipes.receive(waiting: 0)
    throw howItEnded
  }

  private var howItEnded: RenderError {
    let text = String(decoding: pipes.said, as: UTF8.self)
    var problem = endWithoutWords
    problem.said = saidLines
    // The process of an isolated library writes its error to standard error. The error is more
    // informative than the exit status.
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
        "closed its \(pipes.hasClosedInput ? "input" : "output") in '\(call)' without answering",
        hint: "keep it running until its standard input ends")
    }
    if end.signal != 0 {
      let name = String(cString: strsignal(end.signal))
      return manifest.error(
        .pluginCrashed, "crashed in '\(call)': signal \(end.signal) (\(name))",
        hint: "run it alone with 'wallfarm plugin check'")
    }
    if end.status != 0 {
      return manifest.error(
        .pluginCrashed, "exited in '\(call)' with status \(end.status)",
        hint: fence.layers.contains(.files)
          ? "check its output; a plugin can read its own folder and installed files, but cannot "
            + "change files"
          : "check its output, and run it alone with 'wallfarm plugin check'")
    }
    return manifest.error(
      .pluginEnded, "exited in '\(call)' without answering",
      hint: "keep it running until its standard input ends")
  }
}
