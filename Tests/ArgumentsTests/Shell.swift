import Foundation
import WallfarmTesting

/// A shell or another tool on this machine.
struct Shell: Sendable {
  let name: String

  static let bash = Shell(name: "bash")
  static let zsh = Shell(name: "zsh")
  static let fish = Shell(name: "fish")
  static let timeout = Shell(name: "timeout")
  static let groff = Shell(name: "groff")
  static let mandoc = Shell(name: "mandoc")

  var path: String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
      .map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  var isInstalled: Bool { path != nil }

  /// Runs the program, and returns its combined standard output and error, and its exit status.
  func run(
    _ arguments: [String], in folder: URL? = nil, environment: [String: String] = [:]
  ) throws -> (output: String, status: Int32) {
    struct NotInstalled: Error { let name: String }
    guard let path else { throw NotInstalled(name: name) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment
      .merging(["LC_ALL": "C.UTF-8"]) { $1 }.merging(environment) { $1 }
    let pipe = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = pipe.text()
    process.waitUntilExit()
    return (output, process.terminationStatus)
  }

  /// Returns the lines of the output, sorted because the order of candidates depends on the shell.
  func lines(_ arguments: [String], in folder: URL) throws -> [String] {
    try run(arguments, in: folder).output.split(separator: "\n").map(String.init).sorted()
  }
}

/// A temporary folder with files for completion, which is removed when it is no longer referenced.
final class CompletionFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("arguments-\(UUID().uuidString)")
    let manager = FileManager.default
    try manager.createDirectory(
      at: url.appendingPathComponent("pack"), withIntermediateDirectories: true)
    for name in ["jobs.json", "two words.json", "a.png", "b.JPEG", "notes.txt"] {
      try Data().write(to: url.appendingPathComponent(name))
    }
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
