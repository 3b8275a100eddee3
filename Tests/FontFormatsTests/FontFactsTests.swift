import FontFormats
import Foundation
import Testing
import WallfarmTesting

/// The facts of a font are those that its tables state.
@Suite struct FontFactsTests {
  struct Facts: Sendable, CustomTestStringConvertible {
    let file: String
    let container: FontFile.Container
    let family: String
    let style: String
    let weight: Int
    var isItalic = false
    var isSerif = false
    let unitsPerEm: Int
    let glyphCount: Int
    let characterCount: Int

    var testDescription: String { file }
  }

  /// The counts are those of the pinned versions, determined with fontTools.
  @Test(arguments: [
    Facts(
      file: "Inter-BoldItalic.otf", container: .openTypeCFF, family: "Inter",
      style: "Bold Italic", weight: 700, isItalic: true, unitsPerEm: 2816, glyphCount: 2548,
      characterCount: 2505),
    Facts(
      file: "JetBrainsMono-ExtraBold.ttf", container: .trueType, family: "JetBrains Mono",
      style: "ExtraBold", weight: 800, unitsPerEm: 1000, glyphCount: 1359, characterCount: 1182),
    Facts(
      file: "EBGaramond12-Italic.otf", container: .openTypeCFF, family: "EB Garamond",
      style: "12 Italic", weight: 400, isItalic: true, isSerif: true, unitsPerEm: 1000,
      glyphCount: 2516, characterCount: 1540),
    Facts(
      file: "NotoSansOlChiki-Regular.ttf", container: .trueType, family: "Noto Sans Ol Chiki",
      style: "Regular", weight: 400, unitsPerEm: 1000, glyphCount: 55, characterCount: 53),
  ])
  func aBundledFontHasItsFacts(_ facts: Facts) throws {
    let font = try BundledFont.read(facts.file)
    #expect(font.container == facts.container && font.faces.count == 1)
    let face = try #require(font.faces.first)
    #expect(face.family == facts.family && face.style == facts.style)
    #expect(face.weight == facts.weight)
    #expect(face.isItalic == facts.isItalic && face.isSerif == facts.isSerif)
    #expect(face.unitsPerEm == facts.unitsPerEm && face.glyphCount == facts.glyphCount)
    #expect(face.characters.count == facts.characterCount)
    #expect(face.axes.isEmpty && face.embedding == .installable)
    #expect(face.version?.hasPrefix("Version ") == true)
  }

  @Test func theCharactersAreThoseOfTheScript() throws {
    let face = try #require(try BundledFont.read("NotoSansOlChiki-Regular.ttf").faces.first)
    let letters = (0x1C50...0x1C7F).compactMap { Unicode.Scalar($0 as Int) }
    #expect(letters.count == 48 && letters.allSatisfy(face.characters.contains))
    #expect(face.characters.contains(" ") && !face.characters.contains("A"))
    #expect(!face.characters.contains("\u{1C4F}") && !face.characters.contains("\u{1C80}"))
    #expect(face.characters.ranges.contains(0x1C50...0x1C7F))
  }

  @Test func everyFaceOfACollectionIsRead() throws {
    let font = try BundledFont.read("NotoSansCJK-Bold.ttc")
    #expect(font.container == .collection)
    let places = ["JP", "KR", "SC", "TC", "HK"]
    #expect(
      font.faces.map(\.family)
        == places.map { "Noto Sans CJK \($0)" } + places.map { "Noto Sans Mono CJK \($0)" })
    #expect(font.faces.allSatisfy { $0.weight == 700 && $0.glyphCount == 65_535 })
    #expect(font.faces.allSatisfy { $0.characters.contains("語") && $0.characters.contains("한") })
  }

  @Test func namesInOtherLanguagesAreListed() throws {
    let face = try #require(try BundledFont.read("KleeOne-SemiBold.ttf").faces.first)
    #expect(face.families == ["Klee One", "Klee One SemiBold", "クレー One"])
  }

  /// fontconfig, which uses FreeType, finds the same families and the same characters.
  @Test func fontconfigAgrees() throws {
    for file in ["Vollkorn-Black.ttf", "BebasNeue-Bold.otf", "NotoSansMath-Regular.ttf"] {
      let face = try #require(try BundledFont.read(file).faces.first)
      let text = try #require(
        Tool.output(
          of: "fc-scan", ["-f", "%{family}\n%{slant}\n%{charset}", BundledFont.path(file)]))
      let lines = text.split(separator: "\n").map(String.init)
      #expect(Set(lines[0].split(separator: ",").map(String.init)) == Set(face.families))
      #expect((lines[1] != "0") == face.isItalic)
      let theirs = lines[2].split(separator: " ").flatMap { range in
        let ends = range.split(separator: "-").compactMap { UInt32($0, radix: 16) }
        return Array((ends.first ?? 0)...(ends.last ?? 0))
      }
      // fontconfig omits control characters.
      let ours = face.characters.ranges.flatMap(Array.init).filter { $0 > 0x1F }
      #expect(ours == theirs.filter { $0 > 0x1F }, "\(file)")
    }
  }
}

/// Reads the fonts of the installation.
enum BundledFont {
  static func path(_ name: String) -> String { Workspace.root + "/Fonts/files/" + name }

  static func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path(name))))
  }

  static func read(_ name: String) throws -> FontFile {
    try FontFile(bytes(name), file: name)
  }
}
