import SourceJSON
import Testing

@Suite struct JSONEntriesTests {
  @Test func aListIsHandedOnUntilThereIsEnough() throws {
    var seen: [JSONValue] = []
    let text = Array("[1, \"b\", {\"c\": [3]}, 4, what is never looked at".utf8)
    let other = try JSONNode.entries(of: text, mostValues: 10) { node in
      seen.append(node.plain)
      return seen.count < 4
    }
    #expect(other == nil)
    #expect(seen == [1, "b", ["c": [3]], 4])
  }

  @Test(arguments: ["[1, 2", "[1, 2] 3", "[1 2]", "{", ""])
  func aMistakeIsTheSameAsInAWholeText(_ text: String) throws {
    let bytes = Array(text.utf8)
    let whole = #expect(throws: JSONSyntaxError.self) { try JSONNode(parsing: bytes) }
    let entries = #expect(throws: JSONSyntaxError.self) {
      try JSONNode.entries(of: bytes, mostValues: 100) { _ in true }
    }
    #expect(whole == entries)
  }

  @Test func whatIsNoListComesBack() throws {
    let other = try JSONNode.entries(of: Array("{\"a\": 1}".utf8), mostValues: 10) { _ in true }
    #expect(other?.plain == ["a": 1])
  }

  @Test(arguments: ["[[1,2,3,4,5,6,7,8,9,10,11]]", "{\"a\": [1,2,3,4,5,6,7,8,9,10,11]}"])
  func anEntryOfVeryManyValuesIsAMistakeBeforeItsEnd(_ text: String) throws {
    let error = #expect(throws: JSONSyntaxError.self) {
      try JSONNode.entries(of: Array(text.utf8), mostValues: 8) { _ in true }
    }
    #expect(error?.message == "an entry has more than 8 values")
  }
}
