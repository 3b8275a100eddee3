internal import Foundation

/// Installed programs that verify results independently.
public enum Tool {
  /// Runs a program and returns its output and its status, which is 127 if the program cannot be
  /// started.
  ///
  /// If `withErrors` is set, the output includes standard error.
  public static func run(
    _ command: String, _ arguments: [String], withErrors: Bool = false,
    environment added: [String: String] = [:]
  ) -> (text: String, status: Int32) {
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [command] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(added) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    if withErrors {
      process.standardError = pipe
    } else {
      process.standardError = FileHandle.nullDevice
    }
    guard (try? process.run()) != nil else { return ("'\(command)' cannot be started", 127) }
    let text = pipe.text()
    process.waitUntilExit()
    return (text, process.terminationStatus)
  }

  /// Returns the output of a program, or `nil` if the program is missing or fails.
  @discardableResult
  public static func output(of command: String, _ arguments: [String]) -> String? {
    let (text, status) = run(command, arguments)
    return status == 0 ? text : nil
  }
}
