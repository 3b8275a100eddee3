import SourceJSON
import Testing
import WallfarmTesting

/// Reading entries as a stream produces the same result as parsing a tree.
@Suite struct JSONEntryTests {
  @Test func anyTextReadsAsItsTreeDoes() throws {
    var random = RandomJSON()
    for _ in 0..<500 {
      let text = random.spelling(of: random.value())
      let seed = random.generator.seed
      let node = try JSONNode(parsing: text, dialect: .strict)
      let entry = try JSONEntry(parsing: Array(text.utf8))
      #expect(entry.plain == node.plain, "seed \(seed): \(text.debugDescription)")
      expectSame(entry, node, seed)
    }
  }

  @Test func aTextIsRefusedForTheSameReason() {
    var random = RandomJSON()
    for _ in 0..<3000 {
      let text = Array(random.changed(random.spelling(of: random.value(depth: 2))).utf8)
      let seed = random.generator.seed
      #expect(
        reasonFor { () throws(JSONSyntaxError) in _ = try JSONEntry(parsing: text) }
          == reasonFor { () throws(JSONSyntaxError) in
            _ = try JSONNode(parsing: text, dialect: .strict)
          }, "seed \(seed)")
    }
  }

  @Test func aKeyIsFoundHoweverItIsSpelled() throws {
    let entry = try entry(#"{"a\u0062c": 1, "é": 2, "": 3, "abcd": 4, "x": null}"#)

    #expect(entry["abc"]?.number == 1 && entry["ab"] == nil && entry["abcd"]?.number == 4)
    #expect(entry[""]?.number == 3 && entry["x"]?.isNull == true && entry["abcde"] == nil)
    #expect(entry.memberCount == 5 && entry.elements == nil && entry.string == nil)
  }

  @Test func theFirstUnknownKeyIsTold() throws {
    let entry = try entry(#"{"a": {"z": 1}, "b\u00e9": [1, 2], "c": 3}"#)

    #expect(entry.unknownKey(among: ["a", "c"]) == "bé")
    #expect(entry.unknownKey(among: ["c"]) == "a")
    #expect(entry["a"]?.unknownKey(among: ["z", "y"]) == nil)
    #expect(entry["c"]?.unknownKey(among: []) == nil && entry["c"]?.memberCount == nil)
  }

  @Test func aListKnowsHowManyAreToCome() throws {
    var elements = try #require(try entry(#"[[1, [2]], "b", {}]"#).elements)

    #expect(elements.count == 3)
    #expect(elements.next()?.plain == [1, [2]])
    #expect(elements.count == 2)
    #expect(elements.map(\.plain) == ["b", [:]])
  }

  /// Duplicate keys are found by linear search among few keys, and by hashing among many.
  @Test(arguments: [1, 31, 32, 33, 100])
  func aKeyGivenTwiceIsFoundHoweverItIsSpelled(_ count: Int) {
    let members = (0..<count).map { #""key \#($0)": {"key \#($0 + 1)": [0]}"# }
      .joined(separator: ", ")
    for key in 0..<count {
      for spelling in ["key \(key)", #"\u006bey \#(key)"#] {
        let text = Array("{\(members), \"\(spelling)\": 1}".utf8)
        let reason = reasonFor { () throws(JSONSyntaxError) in _ = try JSONEntry(parsing: text) }
        #expect(reason?.contains("'key \(key)'") == true, "\(spelling) of \(count)")
      }
    }
  }

  private func entry(_ text: String) throws -> JSONEntry {
    try JSONEntry(parsing: Array(text.utf8))
  }

  private func reasonFor(_ body: () throws(JSONSyntaxError) -> Void) -> String? {
    do throws(JSONSyntaxError) {
      try body()
      return nil
    } catch {
      return error.description
    }
  }

  private func expectSame(_ entry: JSONEntry, _ node: JSONNode, _ seed: UInt64) {
    #expect(entry.typeName == node.typeName, "seed \(seed)")
    #expect(entry.string == node.string && entry.number == node.number, "seed \(seed)")
    #expect(entry.bool == node.bool && entry.whole == node.whole, "seed \(seed)")
    #expect(entry.memberCount == node.members?.count, "seed \(seed)")
    #expect(entry.elements?.count == node.elements?.count, "seed \(seed)")
    for (entry, node) in zip(entry.elements.map(Array.init) ?? [], node.elements ?? []) {
      expectSame(entry, node, seed)
    }
  }
}

/// Tests how the entries of an array are streamed.
@Suite struct WalkTests {
  @Test func everyEntryIsHandedOnAndTheOthersAreKept() throws {
    let text = #"{"é": "ü", "jobs": [{"n": "ä"}, "ö\n", [1]], "a\tb": ["x\ty"]}"#
    var handed: [JSONValue] = []
    let others = try JSONNode.walk(Array(text.utf8), key: "jobs") { handed.append($0.plain) }

    #expect(handed == [["n": "ä"], "ö\n", [1]])
    #expect(others?.map(\.key) == ["é", "jobs", "a\tb"])
    #expect(others?.map(\.value.plain) == ["ü", [], ["x\ty"]])
    #expect(others?[1].value.place.offset == 21)
  }

  @Test func aListAloneHasNoOthers() throws {
    var count = 0
    let others = try JSONNode.walk(Array("[1, [2], {\"jobs\": [3]}] // end".utf8), key: "jobs") {
      count += $0.typeName.isEmpty ? 0 : 1
    }
    #expect(others == nil && count == 3)
  }

  @Test func anythingElseIsNoListOfJobs() {
    for text in ["\"jobs\"", "1", "", "{\"jobs\": [1, }", "{\"jobs\": [1], \"jobs\": [2]}"] {
      #expect(throws: JSONSyntaxError.self, "\(text)") {
        try JSONNode.walk(Array(text.utf8), key: "jobs") { _ in }
      }
    }
  }
}
