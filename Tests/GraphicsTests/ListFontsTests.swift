import Graphics
import Testing
import WallfarmPluginKit

/// A single font draws each script of a list, even if the theme's family has only some of its
/// letters.
@Suite struct ListFontsTests {
  /// The families that draw the characters of each note, without digits and spaces.
  private func families(
    _ notes: [String], _ family: String, _ language: String?,
    scripts: [String: ScriptStyle] = [:]
  ) throws -> [Set<String>] {
    let engine = try makeTextEngine()
    engine.defaultLanguage = language
    engine.scripts = scripts
    engine.letters = ScriptLetters(of: notes)
    return try notes.map { note in
      let block = TextBlock(
        note, style: TextStyle(family: family, size: 40, weight: 600, color: .white))
      let shaped = try engine.shape(block, width: nil)
      return Set(shaped.runs.joined().filter { $0.width > 0 }.map(\.family))
    }
  }

  /// Klee has only some of these characters; their punctuation comes from the same font.
  @Test(arguments: [
    ("zh-CN", "Noto Sans CJK SC"), ("zh-TW", "Noto Sans CJK TC"), (nil, "Noto Sans CJK JP"),
  ])
  func chineseListsHaveOneFont(_ language: String?, _ expected: String) throws {
    let notes = ["给植物浇水", "《水》，牛奶", "木"]
    #expect(
      try families(notes, "Klee One", language) == [[expected], [expected], [expected]])
  }

  /// Klee has only some letters of Polish.
  @Test func aWordOfLatinHasOneFont() throws {
    let found = try families(["Zażółć gęślą", "Milk"], "Klee One", "pl")
    #expect(found[0].count == 1 && found[0] == found[1] && found[0] != ["Klee One"], "\(found)")
  }

  /// A family that has all letters draws them, even next to a script that it does not have.
  @Test func completeFamiliesStay() throws {
    let japanese = ["歯医者の予約", "牛乳を買う"]
    #expect(try families(japanese, "Klee One", "ja") == [["Klee One"], ["Klee One"]])
    #expect(try families(["Milk", "Été"], "Klee One", "fr") == [["Klee One"], ["Klee One"]])
    #expect(try families(["Zażółć"], "Inter", "pl") == [["Inter"]])
    let mixed = try families(["Milk", "给水"], "Klee One", "zh-CN")
    #expect(mixed == [["Klee One"], ["Noto Sans CJK SC"]])
  }

  /// A family that the theme names for a script is kept.
  @Test func theFamilyOfAThemeIsKept() throws {
    let scripts = ["Hani": ScriptStyle(family: "Noto Sans CJK JP")]
    let found = try families(["给水"], "Klee One", "zh-CN", scripts: scripts)
    #expect(found == [["Noto Sans CJK JP"]])
  }
}
