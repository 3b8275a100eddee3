import Foundation
import Testing
import WallfarmTesting

/// Tests the wording of messages.
///
/// Other tests check codes, positions and values; they check phrases only if nothing else
/// distinguishes two messages.
///
/// The table `Tests/Wording/messages.txt` contains command lines, each followed by its output to
/// standard error. The commands run in a copy of `Tests/Wording/inputs`. To add a message, add its
/// command line and run `make record`.
@Suite(.tags(.recorded)) struct WordingTests {
  private static let table = "Tests/Wording/messages.txt"

  @Test func everyCommandSaysWhatTheTableShows() throws {
    let folder = try TemporaryFolder()
    let inputs = folder.file("inputs")
    try FileManager.default.copyItem(
      atPath: Workspace.root + "/Tests/Wording/inputs", toPath: inputs)
    let stored = try String(contentsOfFile: "\(Workspace.root)/\(Self.table)", encoding: .utf8)
    let rows = stored.split(separator: "\n").filter { $0.hasPrefix("# ") || $0.hasPrefix("$ ") }
    let blocks = try rows.map { row in
      let prompt = "$ wallfarm "
      guard row.hasPrefix(prompt) else { return "\(row)\n" }
      let line = "cd inputs && \"$wallfarm\" \(row.dropFirst(prompt.count))"
      let finished = try Program.bash(line, in: folder)
      return "\(row)\n" + finished.error.replacing(inputs, with: "{inputs}")
    }
    #expect(blocks.count > 60)
    TextSnapshot.check(blocks.joined(separator: "\n"), at: Self.table)
  }
}
