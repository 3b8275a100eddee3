public import Foundation
private import SourceJSON
import WallfarmPluginKit

/// The built program, run as a stranger would.
public enum Program {
  /// It lies beside the bundle these tests are in.
  public static let path: String = {
    let bundle = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    return bundle.deletingLastPathComponent().appendingPathComponent("wallfarm").path
  }()

  /// Where it and everything else that was built lies.
  public static let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path

  /// A key that is always the same, so that files are, and so that no test makes one in the home of
  /// the person who runs it.
  public static let keyFile: String = {
    let path = folder + "/test.key"
    // Other test processes may write it now: what is there is replaced by the same as a whole.
    let own = "\(path).\(ProcessInfo.processInfo.processIdentifier)"
    let bytes = Data(repeating: UInt8(ascii: "w"), count: 32)
    _ = FileManager.default.createFile(
      atPath: own, contents: bytes, attributes: [.posixPermissions: 0o600])
    rename(own, path)
    return path
  }()

  /// Starts it without waiting, ready to be ended by any signal.
  ///
  /// What it says goes to the file `log`, or nowhere. Another program may start it, whose last words are followed by
  /// its path and arguments.
  public static func start(
    _ arguments: [String], in folder: TemporaryFolder, log: String? = nil,
    environment added: [String: String] = [:], by launcher: [String] = []
  ) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: launcher.isEmpty ? path : "/usr/bin/env")
    process.arguments = launcher.isEmpty ? arguments : launcher + [path] + arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.environment = environment(with: added)
    process.standardInput = FileHandle.nullDevice
    let log = log.flatMap { FileHandle(forWritingAtPath: $0) } ?? FileHandle.nullDevice
    log.seekToEndOfFile()
    process.standardOutput = log
    process.standardError = log
    // Test threads block signals, a shell that runs tests in the background ignores Ctrl-C for them,
    // and a program starts with what its parent blocks and ignores.
    for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, SIG_DFL) }
    var (none, before) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try process.run()
    return process
  }

  /// Runs it to its end; after `timeout` it is killed, which shows as status 137.
  ///
  /// It is started in `folder`, or where a name is given in that folder inside it.
  public static func run(
    _ arguments: [String], in folder: TemporaryFolder, from name: String = "", input: String = "",
    environment added: [String: String] = [:], timeout: Duration = .seconds(300)
  ) throws -> Finished {
    try launch(
      [path] + arguments, in: folder, from: name, input: input, environment: added,
      timeout: timeout)
  }

  /// Runs a line of bash in which `"$wallfarm"` is the program.
  public static func bash(_ line: String, in folder: TemporaryFolder) throws -> Finished {
    try launch(
      ["bash", "-c", line], in: folder, input: "", environment: ["wallfarm": path],
      timeout: .seconds(300))
  }

  private static func launch(
    _ words: [String], in folder: TemporaryFolder, from name: String = "", input: String,
    environment added: [String: String],
    timeout: Duration
  ) throws -> Finished {
    // Files instead of pipes: nothing can wait for a reader.
    let files = try TemporaryFolder()
    try files.write(input, to: "in")
    try files.write("", to: "out")
    try files.write("", to: "err")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      ["timeout", "--signal=KILL", "\(timeout.components.seconds)"] + words
    process.currentDirectoryURL = URL(fileURLWithPath: folder.file(name))
    process.environment = environment(with: added)
    process.standardInput = FileHandle(forReadingAtPath: files.file("in"))
    process.standardOutput = FileHandle(forWritingAtPath: files.file("out"))
    process.standardError = FileHandle(forWritingAtPath: files.file("err"))
    try process.run()
    process.waitUntilExit()
    let wasKilled = process.terminationReason == .uncaughtSignal
    return Finished(
      status: process.terminationStatus + (wasKilled ? 128 : 0), bytes: try files.bytes("out"),
      error: try files.text("err"))
  }

  /// A preloaded library finds its variables in workers and helper processes too.
  private static func environment(with added: [String: String]) -> [String: String] {
    let passed = added["LD_PRELOAD"] == nil ? [] : added.keys.sorted()
    return ProcessInfo.processInfo.environment
      .merging([
        "WALLFARM_HOME": Workspace.root, "LC_ALL": "C.UTF-8", "WALLFARM_KEY_FILE": keyFile,
        "WALLFARM_PASS": passed.joined(separator: ","),
      ]) { $1 }
      .merging(added) { $1 }
  }
}

/// What a run left behind.
public struct Finished: Sendable {
  /// Its exit code, or 128 and the signal that ended it.
  public let status: Int32
  /// What it wrote to standard output.
  public let bytes: [UInt8]
  /// What it wrote to standard error.
  public let error: String

  /// Whether it failed, with the status that `docs/errors.md` gives to its first error.
  public var hasFailedAsDocumented: Bool {
    status != 0 && status == ErrorCode.documentedStatuses[problem.code]
  }

  /// Standard output as text.
  public var output: String { String(decoding: bytes, as: UTF8.self) }
  /// Standard output line by line.
  public var lines: [String] { output.split(separator: "\n").map(String.init) }

  /// The first error on standard error, text or JSON, taken apart into its four facts.
  public var problem: (code: String, message: String, origin: String?, hint: String?) {
    let lines = error.split(separator: "\n").map(String.init)
    if let facts = lines.lazy.compactMap({ try? JSONNode(parsing: $0) })
      .first(where: { $0["severity"]?.string == "error" })
    {
      return (
        facts["code"]?.string ?? "", facts["message"]?.string ?? "",
        facts["origin"]?["text"]?.string, facts["hint"]?.string
      )
    }
    let first = lines.firstIndex { $0.hasPrefix("error[") } ?? lines.startIndex
    let halves = (lines.dropFirst(first).first ?? "").split(separator: "]: ", maxSplits: 1)
    func fact(_ name: String) -> String? {
      lines.dropFirst(first).first { $0.hasPrefix("  \(name): ") }
        .map { String($0.dropFirst(name.count + 4)) }
    }
    return (
      String(halves.first?.dropFirst(6) ?? ""), halves.count > 1 ? String(halves[1]) : "",
      fact("in"), fact("hint")
    )
  }
}
