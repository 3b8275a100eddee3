import Foundation
import SourceJSON
import WallfarmTesting

/// A service in a child process that listens on a socket in a folder or on a port.
///
/// The service stops when this object is released.
final class RunningService {
  let folder: TemporaryFolder
  private let process: Process
  /// The curl options and the base URL for requests to the service.
  let way: (options: [String], base: String)

  /// Starts the service, and waits until it is ready.
  init(
    _ options: [String] = [], in folder: TemporaryFolder, environment: [String: String] = [:],
    port: String? = nil
  ) throws {
    self.folder = folder
    way =
      port.map { (["--resolve", "localhost:\($0):127.0.0.1"], "http://localhost:\($0)") } ?? (
        ["--unix-socket", folder.file("socket")], "http://localhost"
      )
    try folder.write("", to: "log")
    for (option, file) in zip(options, options.dropFirst())
    where ["--keys", "--address-keys"].contains(option) { chmod(file, 0o600) }
    process = try Program.start(
      [
        "serve", "--listen", port.map { "127.0.0.1:\($0)" } ?? "unix:\(folder.file("socket"))",
        "--fence=best", "-j1",
        "--deadline=600", "--timeout=600", "--grace=600",
      ] + options,
      in: folder, log: folder.file("log"), environment: environment)
    guard
      eventually({
        guard process.isRunning else { return true }
        return (try? self.ask("/readyz").status) == 200
      }), process.isRunning
    else { throw ServiceFailure(log: String(log.prefix(1000))) }
  }

  deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

  var processID: Int32 { process.processIdentifier }
  var isRunning: Bool { process.isRunning }

  /// Returns the value of a metric from the `--metrics` socket, or `nil` if the metric is missing.
  func figure(_ name: String) -> Double? {
    let line = (metrics ?? "").split(separator: "\n").first { $0.hasPrefix("wallfarm_\(name) ") }
    return line?.split(separator: " ").last.flatMap { Double($0) }
  }

  /// The metrics from the `--metrics` socket, or `nil` if they are not available.
  var metrics: String? {
    Tool.output(
      of: "curl", ["-sS", "--unix-socket", folder.file("figures"), "http://localhost/metrics"])
  }

  var log: String { (try? folder.text("log")) ?? "" }

  /// Pauses the workers in the middle of their work, or resumes them.
  func holdWorkers(_ isHeld: Bool) { signalWorkers(isHeld ? SIGSTOP : SIGCONT) }

  /// Kills the workers, which the service replaces.
  func killWorkers() { signalWorkers(SIGKILL) }

  private func signalWorkers(_ signal: Int32) {
    let tasks =
      (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(processID)/task")) ?? []
    for task in tasks {
      let children = try? String(
        contentsOfFile: "/proc/\(processID)/task/\(task)/children", encoding: .utf8)
      for child in (children ?? "").split(separator: " ").compactMap({ Int32($0) }) {
        kill(child, signal)
      }
    }
  }

  /// Sends SIGTERM.
  func tellToEnd() { process.terminate() }

  /// Waits for the process, and returns its exit status.
  func status() -> Int32 {
    process.waitUntilExit()
    return process.terminationReason == .exit ? process.terminationStatus : -1
  }

  /// Sends a request with curl.
  func ask(_ path: String, _ options: [String] = []) throws -> Answer {
    let files = try TemporaryFolder()
    let text = Tool.output(
      of: "curl",
      [
        "-sS", "--max-time", "600", "-D", files.file("head"), "-o", files.file("body"), "-w",
        "%{http_code}", way.base + path,
      ] + way.options + options)
    guard let status = text.flatMap({ Int($0) }) else {
      throw ServiceFailure(log: "curl does not succeed: \(log.suffix(1000))")
    }
    return Answer(
      status: status, head: try files.text("head"), body: (try? files.bytes("body")) ?? [])
  }

  /// Posts a render request.
  func render(_ request: String, _ options: [String] = []) throws -> Answer {
    try ask("/v1/render", ["--data-binary", request] + options)
  }
}

extension RunningService {
  /// An unused loopback port.
  static var freePort: String? {
    Tool.output(of: Workspace.root + "/scripts/free-ports", [])?
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// The path of the axe script, which checks the accessibility of pages.
  static var axe: String? {
    Tool.output(
      of: Workspace.root + "/.build/python/bin/python",
      [
        "-c",
        "import axe_core_python as a, os; print(os.path.dirname(a.__file__) + '/axe.min.js', end='')",
      ])
  }
}

/// A response from the service.
struct Answer {
  let status: Int
  let head: String
  let body: [UInt8]

  var text: String { String(decoding: body, as: UTF8.self) }
  var json: JSONNode? { try? JSONNode(parsing: text) }

  /// Returns the value of a header, or `nil` if the header is absent.
  func header(_ name: String) -> String? {
    head.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ":") }.map {
      $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces)
    }
  }

  /// The codes of all errors in the response.
  var codes: [String] { (json?["errors"]?.elements ?? []).compactMap { $0["code"]?.string } }
}

struct ServiceFailure: Error { let log: String }
