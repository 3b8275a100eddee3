import Graphics
import Testing
import WallfarmPluginKit

/// Each script in a list is drawn with a single font, even if the theme's family has only some of
/// the script's letters.
@Suite struct ListFontsTests {
  /// Returns the font families that draw the characters of each note.
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

  /// Klee has only some of these characters, so another font draws all of them, including their
  /// punctuation.
  @Test(arguments: [
    ("zh-CN", "Noto Sans CJK SC"), ("zh-TW", "Noto Sans CJK TC"), (nil, "Noto Sans CJK JP"),
  ])
  func chineseListsHaveOneFont(_ language: String?, _ expected: String) throws {
    let notes = ["给植物浇水", "《水》，牛奶", "木"]
    #expect(
      try families(notes, "Klee One", language) == [[expected], [expected], [expected]])
  }

  /// Klee lacks some Polish letters, so another font draws all Latin words.
  @Test func aWordOfLatinHasOneFont() throws {
    let found = try families(["Zażółć gęślą", "Milk"], "Klee One", "pl")
    #expect(found[0].count == 1 && found[0] == found[1] && found[0] != ["Klee One"], "\(found)")
  }

  /// A family that has all the letters of a script draws them, even if the list also has a script
  /// that the family lacks.
  @Test func completeFamiliesStay() throws {
    let japanese = ["歯医者の予約", "牛乳を買う"]
    #expect(try families(japanese, "Klee One", "ja") == [["Klee One"], ["Klee One"]])
    #expect(try families(["Milk", "Été"], "Klee One", "fr") == [["Klee One"], ["Klee One"]])
    #expect(try families(["Zażółć"], "Inter", "pl") == [["Inter"]])
    let mixed = try families(["Milk", "给水"], "Klee One", "zh-CN")
    #expect(mixed == [["Klee One"], ["Noto Sans CJK SC"]])
  }

  /// A family that the theme specifies for a script is kept.
  @Test func theFamilyOfAThemeIsKept() throws {
    let scripts = ["Hani": ScriptStyle(family: "Noto Sans CJK JP")]
    let found = try families(["给水"], "Klee One", "zh-CN", scripts: scripts)
    #expect(found == [["Noto Sans CJK JP"]])
  }
}
