import Foundation

/// A test server that a bash script starts; it stops when the process that started it exits.
///
/// The script starts the server in the background, with its files in `$folder`, which is removed
/// when the server ends. When the server is ready, the script calls `be_there SIGNAL LINE`, which
/// prints LINE and, after the tests, ends the server with SIGNAL.
final class ServerProcess: Sendable {
  /// The LINE that the script printed.
  let said: String
  /// A pipe that closes when this process exits, which ends the script.
  private let input: Pipe

  private static let functions = #"""
    set -euo pipefail
    be_there() {
      local server=$!
      echo "$2"
      cat >/dev/null || true
      kill "-$1" "$server"
      wait "$server" || true
      rm -rf "$folder"
    }

    """#

  /// Starts the script in the project's folder; returns `nil` if the server does not start.
  init?(_ script: String) {
    let process = Process()
    let (input, output) = (Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-c", ServerProcess.functions + script]
    process.currentDirectoryURL = URL(fileURLWithPath: Workspace.root)
    (process.standardInput, process.standardOutput) = (input, output)
    guard (try? process.run()) != nil else { return nil }
    guard let said = output.line() else { return nil }
    (self.said, self.input) = (said, input)
  }
}
