import Foundation

/// A server of the tests' own, which a script of bash starts: gone with the process that has it.
///
/// The script prints one line when the server is ready, and ends it when its own input ends.
final class ServerProcess: Sendable {
  /// The line.
  let said: String
  /// Closed with the process, which ends the script.
  private let input: Pipe

  /// Starts it in the folder of the project; nil where it does not come up.
  init?(_ script: String) {
    let process = Process()
    let (input, output) = (Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-c", script]
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
