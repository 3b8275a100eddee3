import Foundation
import WallfarmTesting

/// A running command with `--watch` whose output is written to a file.
final class Watched {
  let folder: TemporaryFolder
  private let process: Process
  private var seen = 0

  init(_ arguments: [String], _ folder: TemporaryFolder) throws {
    self.folder = folder
    try folder.write("", to: "log.txt")
    process = try Program.start(arguments, in: folder, log: folder.file("log.txt"))
  }

  deinit {
    process.terminate()
    process.waitUntilExit()
  }

  /// Waits until the output contains `words`; returns the text since the last call, or `nil` on
  /// timeout.
  func said(_ words: String) throws -> String? {
    var found: String?
    _ = try eventually {
      let text = try folder.text("log.txt")
      let fresh = String(text.dropFirst(seen))
      guard fresh.contains(words), fresh.hasSuffix("\n") else { return false }
      (seen, found) = (text.count, fresh)
      return true
    }
    return found
  }

  /// Presses Ctrl-C, and returns the exit status.
  func interrupt() -> Int32 {
    process.interrupt()
    process.waitUntilExit()
    return process.terminationReason == .exit ? process.terminationStatus : -1
  }
}
