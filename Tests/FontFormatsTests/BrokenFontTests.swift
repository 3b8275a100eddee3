import Diagnostics
import FontFormats
import Testing
import WallfarmTesting

/// A broken font is refused with the table or the position of the defect.
@Suite struct BrokenFontTests {
  /// A defect, and the words that the message must contain.
  struct Defect: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let names: [String]
    let bytes: @Sendable () -> [UInt8]

    /// A defect in a table of a handmade font.
    init(
      _ title: String, _ names: [String], _ edit: @escaping @Sendable (inout HandmadeFont) -> Void
    ) {
      self.init(title: title, names: names) {
        var font = HandmadeFont()
        edit(&font)
        return font.bytes
      }
    }

    /// A defect of a whole file.
    static func file(
      _ title: String, _ names: [String], _ bytes: @escaping @Sendable () -> [UInt8]
    ) -> Defect {
      Defect(title: title, names: names, bytes)
    }

    private init(title: String, names: [String], _ bytes: @escaping @Sendable () -> [UInt8]) {
      (testDescription, self.names, self.bytes) = (title, names, bytes)
    }
  }

  @Test(arguments: directories + headers + outlines + maps + names + collections)
  func aDefectIsRefusedWithItsPlace(_ defect: Defect) {
    let error = #expect(throws: RenderError.self) {
      try FontFile(defect.bytes(), file: "broken.ttf")
    }
    #expect(error?.code == .fontUnreadable)
    #expect(error?.message.names(defect.names) == true, "\(error?.message ?? "")")
    #expect(error?.origin == .file("broken.ttf") && error?.hint?.isEmpty == false)
  }

  private static let directories: [Defect] = [
    .file("only a signature", ["byte 0"]) { [0, 1, 0, 0] },
    .file("no tables", ["byte 0", "empty"]) { [0, 1, 0, 0] + zeros(8) },
    .file("129 tables", ["129", "128"]) { [0, 1, 0, 0, 0, 129] + zeros(9000) },
    .file("a cut directory", ["9 tables"]) { Array(HandmadeFont().bytes.prefix(100)) },
    .file("a cut file", ["'name'"]) { HandmadeFont().bytes.dropLast(20) },
    .file("a table after the end", ["'maxp'", "4294967295"]) {
      HandmadeFont().bytes(placing: "maxp", at: 0xFFFF_FFFF)
    },
    .file("a table that is too long", ["'head'"]) {
      HandmadeFont().bytes(placing: "head", count: 0xFFFF_FFFF)
    },
    .file("overlapping tables", ["'OS/2'", "'cmap'", "byte 252"]) {
      HandmadeFont().bytes(placing: "OS/2", count: 100)
    },
    .file("two tables with a tag", ["'cmap'", "twice"]) {
      var bytes = HandmadeFont().bytes
      bytes.replaceSubrange(12..<16, with: "cmap".utf8)
      return bytes
    },
    Defect("no character map", ["'cmap'"]) { $0["cmap"] = nil },
    Defect("no header and names", ["'head', 'name'"]) {
      $0["head"] = nil
      $0["name"] = nil
    },
  ]

  private static let headers: [Defect] = [
    Defect("a wrong magic number", ["'head'", "5F0F3CF5"]) {
      $0.set("head", at: 12, four(1))
    },
    Defect("a short header", ["'head'"]) { $0["head"]?.removeLast(10) },
    Defect("15 units per em", ["'head'", "15"]) { $0.set("head", at: 18, two(15)) },
    Defect("16385 units per em", ["16385"]) { $0.set("head", at: 18, two(16_385)) },
    Defect("an unknown offset format", ["'head'", "2"]) { $0.set("head", at: 50, two(2)) },
    Defect("an unknown profile", ["'maxp'"]) { $0.set("maxp", at: 0, four(0x2_0000)) },
    Defect("no glyphs", ["'maxp'"]) { $0.set("maxp", at: 4, two(0)) },
    Defect("no widths", ["'hhea'", "0 widths"]) { $0.set("hhea", at: 34, two(0)) },
    Defect("too many widths", ["'hhea'", "4", "3"]) { $0.set("hhea", at: 34, two(4)) },
    Defect("missing widths", ["'hmtx'", "6", "8"]) { $0["hmtx"]?.removeLast(2) },
    Defect("a short style table", ["'OS/2'"]) { $0["OS/2"]?.removeLast(40) },
    Defect("an axis with a wrong default", ["'fvar'", "'wght'", "950"]) {
      $0["fvar"] = HandmadeFont.axes([("wght", 100, 950, 900)])
    },
    Defect("17 axes", ["'fvar'", "17", "16"]) {
      $0["fvar"] = HandmadeFont.axes(Array(repeating: ("wght", 1, 2, 3), count: 17))
    },
    Defect("a missing axis", ["'fvar'"]) {
      $0["fvar"] = HandmadeFont.axes([("wght", 1, 2, 3)]).dropLast()
    },
  ]

  private static let outlines: [Defect] = [
    Defect("no outlines", ["'glyf', 'loca'"]) {
      $0["glyf"] = nil
      $0["loca"] = nil
    },
    Defect("only bitmaps", ["no outlines", "'CBDT'"]) {
      $0["glyf"] = nil
      $0["loca"] = nil
      $0["CBDT"] = zeros(8)
    },
    Defect("bitmaps and empty outlines", ["no outlines", "'sbix'"]) {
      $0["glyf"] = []
      $0["sbix"] = zeros(8)
    },
    Defect("outlines in disorder", ["'loca'", "glyph 2"]) {
      $0["loca"] = [0, 12, 6, 18].flatMap(two)
    },
    Defect("outlines after the table", ["'loca'", "38", "36"]) {
      $0["loca"] = [0, 6, 12, 19].flatMap(two)
    },
    Defect("missing offsets", ["'loca'", "6", "8"]) { $0["loca"]?.removeLast(2) },
    Defect("CFF without outlines", ["'CFF '"]) { $0.signature = Array("OTTO".utf8) },
    Defect("CFF of an unknown version", ["'CFF '", "3"]) {
      $0["CFF "] = [3, 0, 4, 1] + zeros(20)
    },
    Defect("a CFF list in disorder", ["'CFF '", "in order"]) {
      $0["CFF "] = [1, 0, 4, 1] + [0, 2, 1, 1, 4, 3] + zeros(20)
    },
  ]

  private static let maps: [Defect] = [
    Defect("no Unicode map", ["'cmap'", "Unicode"]) {
      $0["cmap"] = HandmadeFont.map([(1, 0, HandmadeFont.segments([(65, 66, 1)]))])
    },
    Defect("no characters", ["any character"]) {
      $0["cmap"] = HandmadeFont.map([(3, 1, HandmadeFont.segments([]))])
    },
    Defect("segments in disorder", ["'cmap'", "in order"]) {
      $0["cmap"] = HandmadeFont.map([
        (3, 1, HandmadeFont.segments([(70, 70, 1), (65, 65, 1)]))
      ])
    },
    Defect("groups that overlap", ["'cmap'", "group 1"]) {
      $0["cmap"] = HandmadeFont.map([(3, 10, HandmadeFont.groups([(65, 66, 1), (66, 67, 1)]))])
    },
    Defect("characters after Unicode", ["U+10FFFF"]) {
      $0["cmap"] = HandmadeFont.map([(3, 10, HandmadeFont.groups([(65, 0x11_0000, 1)]))])
    },
    Defect("a glyph that does not exist", ["glyph 3", "3 glyphs"]) {
      $0["cmap"] = HandmadeFont.map([(3, 10, HandmadeFont.groups([(65, 67, 1)]))])
    },
    Defect("more groups than bytes", ["'cmap'", "4294967295 groups"]) {
      $0["cmap"] = HandmadeFont.map([
        (3, 10, two(12) + two(0) + four(28) + four(0) + four(0xFFFF_FFFF) + zeros(12))
      ])
    },
    Defect("a map that is too long", ["'cmap'", "1000 bytes"]) {
      $0["cmap"] = HandmadeFont.map([(3, 10, two(12) + two(0) + four(1000) + zeros(20))])
    },
    Defect("a map after the table", ["'cmap'"]) { $0.set("cmap", at: 8, four(0xFFFF_FFFF)) },
  ]

  private static let names: [Defect] = [
    Defect("no family", ["'name'", "no family name"]) {
      $0["name"] = HandmadeFont.names([(3, 1, 0x409, 2, "Regular")])
    },
    Defect("an empty family", ["no family name"]) {
      $0["name"] = HandmadeFont.names([(3, 1, 0x409, 1, " \0Inter")])
    },
    Defect("an invisible character", ["'name'", "invisible"]) {
      $0["name"] = HandmadeFont.names([(3, 1, 0x409, 1, "In\u{200B}ter")])
    },
    Defect("a name after the table", ["the name 1"]) { $0.set("name", at: 14, two(500)) },
    Defect("more names than bytes", ["'name'"]) { $0.set("name", at: 2, two(0xFFFF)) },
    Defect("a long family", ["602 bytes"]) {
      $0["name"] = HandmadeFont.names([(3, 1, 0x409, 1, String(repeating: "a", count: 301))])
    },
  ]

  private static let collections: [Defect] = [
    .file("no faces", ["0 faces"]) { HandmadeFont.collection([]) },
    .file("65 faces", ["65 faces", "64"]) {
      HandmadeFont.collection(Array(repeating: HandmadeFont(), count: 65))
    },
    .file("a cut collection", ["byte 8"]) {
      Array("ttcf".utf8) + four(0x1_0000) + four(3) + zeros(8)
    },
    .file("a face after the end", ["face 1", "byte 4294967295"]) {
      Array("ttcf".utf8) + four(0x1_0000) + four(1) + four(0xFFFF_FFFF)
    },
    .file("a broken second face", ["face 2", "'head'"]) {
      var broken = HandmadeFont()
      broken["head"] = nil
      return HandmadeFont.collection([HandmadeFont(), broken])
    },
    .file("entangled faces", ["face 2", "overlap"]) {
      // The second face has the tables of the first one, but its outlines are one byte shorter.
      var font = HandmadeFont()
      font["glyf"] = zeros(2000)
      let faces = HandmadeFont.collection([font, font])
      let (first, second) = (20 + 12, 20 + font.bytes.count + 12)
      let entries = 16 * font.tables.count
      var bytes = Array(faces[..<second] + faces[first..<first + entries])
      let glyphs = font.tables.firstIndex { $0.tag == "glyf" } ?? 0
      bytes.replaceSubrange(
        second + 16 * glyphs + 12..<second + 16 * glyphs + 16, with: four(1999))
      return bytes
    },
  ]
}
