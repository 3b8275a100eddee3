import Foundation

/// A server of the tests' own, which a script of bash starts: gone with the process that has it.
///
/// The script starts it in the background in `$folder`, whose end is the server's, and calls `be_there SIGNAL LINE`
/// when it is ready: LINE is printed, and SIGNAL ends it when the tests are over.
final class ServerProcess: Sendable {
  /// The line.
  let said: String
  /// Closed with the process, which ends the script.
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

  /// Starts it in the folder of the project; nil where it does not come up.
  init?(_ script: String) {
    let process = Process()
    let (input, output) = (Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-c", ServerProcess.functions + script]
    process.currentDirectoryURL = URL(fileURLWithPath: Workspace.root)
    (process.standardInput, process.standardOutput) = (input, output)
    guard (try? process.run()) != nil else { return nil }
    var line: [UInt8] = []
    // Byte by byte: the output does not end, and a longer read would wait for that.
    while line.last != UInt8(ascii: "\n"),
      let more = try? output.fileHandleForReading.read(upToCount: 1), !more.isEmpty
    {
      line += more
    }
    guard line.last == UInt8(ascii: "\n") else { return nil }
    (said, self.input) = (String(decoding: line.dropLast(), as: UTF8.self), input)
  }
}
