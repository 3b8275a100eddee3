import Foundation
import Testing
import WallfarmPluginKit
import WallfarmTesting

@Suite struct TextLimitTests {
  /// The table of text limits agrees with the limits in the program.
  @Test func theTableOfLimitsSaysWhatIsHeld() throws {
    let document = try String(
      contentsOfFile: Workspace.root + "/docs/text-limits.md", encoding: .utf8)
    let numbers = document.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
      .compactMap { row in
        row.split(separator: "|").last.map { $0.filter(\.isNumber) }
      }
    let (note, block) = (TextLimits.note, TextLimits.block)
    let held = [
      TextLimits.notes, TextLimits.allNotes, note.characters, note.codePoints, TextLimits.lines,
      TextLimits.parts, TextLimits.nesting, block.characters, block.codePoints, block.word ?? 0,
    ]
    #expect(numbers == held.map { "\($0)" })
  }
}
