public import Foundation
private import SourceJSON
import WallfarmPluginKit

/// The built program, which tests run in the same way as a user does.
public enum Program {
  /// The program, which is built next to the test bundle.
  public static let path: String = {
    let bundle = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    return bundle.deletingLastPathComponent().appendingPathComponent("wallfarm").path
  }()

  /// The folder that contains the program and all other build products.
  public static let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path

  /// The path of a file with a fixed key, so that output is reproducible and no test creates a key
  /// in the user's home.
  public static let keyFile: String = {
    let path = folder + "/test.key"
    // Another test process may write the file at the same time, so the file is replaced atomically.
    let own = "\(path).\(ProcessInfo.processInfo.processIdentifier)"
    let bytes = Data(repeating: UInt8(ascii: "w"), count: 32)
    _ = FileManager.default.createFile(
      atPath: own, contents: bytes, attributes: [.posixPermissions: 0o600])
    rename(own, path)
    return path
  }()

  /// Variables that select missing data folders, so that themes and devices of the machine's user do
  /// not affect a test.
  public static let noContentFolders = [
    "XDG_DATA_HOME": folder + "/no-data", "XDG_DATA_DIRS": folder + "/no-data",
  ]

  /// Starts the program without waiting for it, and lets any signal end it.
  ///
  /// Its output goes to the file `log`, or is discarded. If `launcher` is given, it is run with the
  /// path and the arguments of the program after its own arguments.
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
    // A child inherits blocked and ignored signals: test threads block signals, and a shell that
    // runs tests in the background ignores Ctrl-C.
    for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, SIG_DFL) }
    var (none, before) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try process.run()
    return process
  }

  /// Runs the program until it exits or `timeout` kills it, which results in status 137.
  ///
  /// The working directory is `folder`, or the named folder inside it.
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
    // Files are used instead of pipes, because a full pipe blocks the program until it is read.
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

  /// The environment of a run; if a library is preloaded, workers and helper processes inherit all
  /// added variables.
  private static func environment(with added: [String: String]) -> [String: String] {
    let passed = added["LD_PRELOAD"] == nil ? [] : added.keys.sorted()
    return ProcessInfo.processInfo.environment
      .merging([
        "WALLFARM_HOME": Workspace.root, "LC_ALL": "C.UTF-8", "WALLFARM_KEY_FILE": keyFile,
        "WALLFARM_PASS": passed.joined(separator: ","),
      ]) { $1 }
      .merging(noContentFolders) { $1 }
      .merging(added) { $1 }
  }
}

/// The result of a finished run.
public struct Finished: Sendable {
  /// The exit code, or 128 plus the number of the signal that ended the run.
  public let status: Int32
  /// The bytes written to standard output.
  public let bytes: [UInt8]
  /// The text written to standard error.
  public let error: String

  /// Whether the run failed with the status that `docs/errors.md` lists for its first error.
  public var hasFailedAsDocumented: Bool {
    status != 0 && status == ErrorCode.documentedStatuses[problem.code]
  }

  /// Standard output as text.
  public var output: String { String(decoding: bytes, as: UTF8.self) }
  /// The lines of standard output.
  public var lines: [String] { output.split(separator: "\n").map(String.init) }

  /// The code, message, origin and hint of the first error on standard error, from text or JSON.
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
