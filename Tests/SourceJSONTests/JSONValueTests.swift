import SourceJSON
import Testing
import WallfarmTesting

@Suite struct JSONValueTests {
  @Test func textSortsKeysAndWritesWholeNumbersWithoutAPoint() {
    let value: JSONValue = ["b": [1, 2.5, -3], "a": ["y": .null, "x": true], "c": "é"]

    #expect(value.text(pretty: false) == #"{"a":{"x":true,"y":null},"b":[1,2.5,-3],"c":"é"}"#)
  }

  @Test func prettyTextHasOneEntryToALineAndLeavesEmptyOnesShut() {
    let value: JSONValue = ["list": [1, []], "empty": [:]]

    #expect(
      value.text(pretty: true) == """
        {
          "empty": {},
          "list": [
            1,
            []
          ]
        }
        """)
  }

  @Test(arguments: [
    (0.0, "0"), (-0.0, "0"), (1.0, "1"), (-2.0, "-2"), (0.1, "0.1"), (1e15, "1000000000000000"),
    (1e22, "1e+22"), (1e-7, "1e-07"), (.leastNonzeroMagnitude, "5e-324"),
    (1.0 / 3, "0.3333333333333333"),
    (Double.nan, "null"), (Double.infinity, "null"), (-Double.infinity, "null"),
  ])
  func aNumberTakesItsShortestExactForm(_ number: Double, _ text: String) {
    #expect(JSONValue.number(number).text(pretty: false) == text)
  }

  @Test func stringsEscapeOnlyWhatTheyMust() {
    let value = JSONValue.string("\"\\/\u{8}\t\n\u{C}\r\u{0}\u{1F}\u{7F}é😀")

    #expect(value.text(pretty: false) == #""\"\\/\b\t\n\f\r\u0000\u001f\u007fé😀""#)
  }

  @Test(arguments: [false, true])
  func anyValueReadsBackFromItsOwnText(pretty: Bool) throws {
    var random = RandomJSON()
    for _ in 0..<500 {
      let value = random.value()
      let text = value.text(pretty: pretty)
      #expect(
        try JSONNode(parsing: text, dialect: .strict).plain == value,
        "seed \(random.generator.seed)")
    }
  }

  @Test func anySpellingOfAValueReadsAsThatValue() throws {
    var random = RandomJSON()
    for _ in 0..<500 {
      let value = random.value()
      let text = random.spelling(of: value)
      #expect(
        try JSONNode(parsing: text, dialect: .strict).plain == value,
        "seed \(random.generator.seed): \(text.debugDescription)")
    }
  }

  @Test func equalValuesHaveEqualTextWhateverOrderTheyWereBuiltIn() throws {
    let forward = try JSONNode(parsing: #"{"a": 0, "b": 1.0, "c": 100}"#).plain
    let backward = try JSONNode(parsing: #"{"c": 1e2, "b": 1, "a": -0}"#).plain

    #expect(forward == backward)
    #expect(forward.text(pretty: true) == backward.text(pretty: true))
  }

  @Test func typeNamesFitAfterFound() throws {
    let node = try JSONNode(parsing: #"["x", 1, true, [], {}, null]"#)
    let names = ["a string", "a number", "a Boolean value", "a list", "an object", "null"]

    #expect(node.elements?.map(\.typeName) == names)
    #expect(node.elements?.map(\.plain.typeName) == names)
  }

  @Test func accessorsAnswerOnlyForTheirOwnKind() throws {
    let node = try JSONNode(parsing: #"{"s": "x", "n": 1.5, "b": false}"#)

    #expect(node["s"]?.string == "x")
    #expect(node["n"]?.number == 1.5)
    #expect(node["b"]?.bool == false)
    #expect(node["none"] == nil && node.elements == nil && node.string == nil)
    #expect(node["s"]?.members == nil && node["s"]?["t"] == nil && node["s"]?.number == nil)
  }
}
