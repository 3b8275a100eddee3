import Diagnostics
import SourceJSON
import Testing

/// Tests that values are found by line and column, and that a fix is the same after it is written
/// and read.
@Suite struct JSONPositionTests {
  private static let text = """
    {
      "a": [1, {"b/c": "x", "~": [[], {}, null]}],
      "d": {"e": true, "f": [2, 3, 4]}, "": 5
    }
    """

  @Test func everyValueIsFoundAtItsPlace() throws {
    let root = try JSONNode(parsing: Self.text)
    var count = 0
    check(root, JSONPointer()) { node, pointer, place in
      count += 1
      let found = root.position(line: place.line, column: place.column)
      #expect(found?.pointer == pointer, "\(pointer)")
      #expect(found?.value.plain == node.plain, "\(pointer)")
    }
    #expect(count == 23)
  }

  @Test func aPlaceBetweenValuesIsNone() throws {
    let root = try JSONNode(parsing: Self.text)
    #expect(root.position(line: 2, column: 2) == nil)
    #expect(root.position(line: 9, column: 1) == nil)
  }

  /// Values that were not parsed all have the same position, which identifies none of them.
  @Test func aMadeValueHasNoPositions() throws {
    let made = JSONNode(["a": [1, 2], "b": ["c": 3]])
    #expect(made.position(line: 1, column: 1) == nil)
  }

  /// If a program adds a member, the parsed members are still found.
  @Test func anAddedMemberHidesNoOther() throws {
    let root = try JSONNode(parsing: #"{"a": 1, "b": 2}"#)
    let added = JSONMember(
      key: "c", keyPlace: root.place, value: JSONNode(content: .null, place: root.place))
    let whole = JSONNode(content: .object((root.members ?? []) + [added]), place: root.place)
    #expect(whole.position(line: 1, column: 15)?.pointer == JSONPointer(["b"]))
    #expect(whole.position(line: 1, column: 1)?.pointer == JSONPointer())
  }

  @Test(arguments: [[], ["a"], ["a/b", "~", "~1", "", "0"]])
  func aPointerIsTheSameAfterItWasWrittenAndRead(_ tokens: [String]) {
    let pointer = JSONPointer(tokens)
    #expect(JSONPointer(parsing: pointer.description) == pointer)
  }

  @Test(arguments: ["a", "/~", "/~2", "/a~"]) func whatIsNoPointerIsNone(_ text: String) {
    #expect(JSONPointer(parsing: text) == nil)
  }

  @Test func aFixIsTheSameAfterItWasWrittenAndRead() throws {
    var error = RenderError(.invalidParameter, "x")
    let place = JSONPointer(["set", "a/b"])
    error.fix = [
      .add(place, .array([.number(1), .null])), .replace(place, .object(["a": .bool(true)])),
      .remove(place), .move(from: place, to: JSONPointer(["c"])),
    ]
    let written = error.json.text(pretty: false)
    #expect(written.contains(#"{"op":"remove","path":"/set/a~1b"}"#))
    #expect(RenderError(json: try JSONNode(parsing: written)) == error)
  }

  private func check(
    _ node: JSONNode, _ pointer: JSONPointer, _ body: (JSONNode, JSONPointer, SourcePlace) -> Void
  ) {
    body(node, pointer, node.place)
    for member in node.members ?? [] {
      let inner = pointer.appending(member.key)
      body(member.value, inner, member.keyPlace)
      check(member.value, inner, body)
    }
    for (index, element) in (node.elements ?? []).enumerated() {
      check(element, pointer.appending("\(index)"), body)
    }
  }
}
