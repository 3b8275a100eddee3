import SourceJSON
import Testing
import WallfarmTesting

@Suite struct SourcePlaceTests {
  @Test func everyKeyAndValueKnowsItsPlaceAmongLineEndsTabsAndNonASCII() throws {
    let text =
      "{\r\n\t\"größe\": 3,\r\n"
      + "\t\"メモ\":\t[\"お茶 😀\", true,\r\n\t\tnull], /* ä\r\n ö */ \"last\": { } // ü\r\n}"
    let root = try JSONNode(parsing: text)
    let members = try #require(root.members)
    let notes = try #require(root["メモ"]?.elements)

    #expect(root.place == SourcePlace(line: 1, column: 1, offset: 0))
    #expect(members.map(\.key) == ["größe", "メモ", "last"])
    #expect(members.map(\.keyPlace.description) == ["2:2", "3:2", "5:7"])
    #expect(members.map(\.value.place.description) == ["2:11", "3:8", "5:15"])
    #expect(notes.map(\.place.description) == ["3:9", "3:17", "4:3"])
  }

  @Test func offsetsCountBytesAndColumnsCountScalars() throws {
    let list = try #require(try JSONNode(parsing: "[\"é茶😀\", 1]").elements)

    #expect(list[1].place == SourcePlace(line: 1, column: 9, offset: 14))
  }

  @Test func combiningMarksCountOneColumnEach() throws {
    let list = try #require(try JSONNode(parsing: "[\"e\u{301}\", 1]").elements)

    #expect(list[1].place == SourcePlace(line: 1, column: 8, offset: 8))
  }

  @Test func aByteOrderMarkTakesBytesButNoColumn() throws {
    let root = try JSONNode(parsing: "\u{FEFF}[1,\n2]")

    #expect(root.place == SourcePlace(line: 1, column: 1, offset: 3))
    #expect(root.elements?[1].place == SourcePlace(line: 2, column: 1, offset: 7))
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func everyKindOfLineEndCountsOnce(_ end: String) throws {
    let root = try JSONNode(parsing: "[\(end)\(end)  1,\(end)// x\(end)2]")

    #expect(root.elements?.map(\.place.description) == ["3:3", "5:1"])
  }

  @Test func aPlaceInAnyRandomTextIsWhereALineByLineCountFindsIt() throws {
    var random = RandomJSON()
    for _ in 0..<300 {
      let text = random.spelling(of: random.value())
      let bytes = Array(text.utf8)
      for place in try places(in: JSONNode(parsing: bytes)) {
        #expect(place == count(to: place.offset, in: bytes), "seed \(random.generator.seed)")
      }
    }
  }
}

private func places(in node: JSONNode) -> [SourcePlace] {
  let inner = (node.elements ?? []).flatMap(places)
  let members = (node.members ?? []).flatMap { [$0.keyPlace] + places(in: $0.value) }
  return [node.place] + inner + members
}

/// Computes the position slowly, with Swift's own string views.
private func count(to offset: Int, in bytes: [UInt8]) -> SourcePlace {
  let before = String(decoding: bytes[..<offset], as: UTF8.self)
  let lines = before.split(omittingEmptySubsequences: false) { $0.isNewline && $0.isASCII }
  return SourcePlace(
    line: lines.count, column: (lines.last?.unicodeScalars.count ?? 0) + 1, offset: offset)
}
