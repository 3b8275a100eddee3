import SourceJSON
import Testing
import WallfarmPluginKit

/// Tests corrections of values that have another type or notation.
@Suite struct RepairTests {
  @Test(arguments: [
    ("24.12.2030", "2030-12-24"), ("2030/12/24", "2030-12-24"), ("2030-1-5", "2030-01-05"),
    ("12/24/2030", "2030-12-24"), ("24/12/2030", "2030-12-24"), ("05/05/2030", "2030-05-05"),
    ("20301224", "2030-12-24"), ("24 December 2030", "2030-12-24"),
    ("Dec 24th, 2030", "2030-12-24"),
    ("2030-02-30", "2030-02-28"), ("24.12.2030 18:00", "2030-12-24T18:00:00"),
    ("12/24/2030 6:05 PM", "2030-12-24T18:05:00"),
    ("2030-12-24T18:00:00.000Z", "2030-12-24T18:00:00Z"),
    ("2030-12-24T18:00+0100", "2030-12-24T17:00:00Z"), ("1924365600", "2030-12-24T18:00:00Z"),
  ])
  func aDateInAnotherNotationIsRead(_ text: String, _ expected: String) {
    #expect(WrittenDate.when(.string(text))?.description == expected)
  }

  @Test(arguments: ["03/04/2030", "tomorrow", "", "24.13.2030", "2030", "12:00", "32.1.2030"])
  func anAmbiguousDateIsNotRead(_ text: String) {
    #expect(WrittenDate.when(.string(text)) == nil)
  }

  @Test(arguments: [
    ("1c1c1e", "#1c1c1e"), ("0x1C1C1E", "#1c1c1e"), ("#1c", "#1c1c1c"), ("#1", "#111"),
    ("#12345", "#123455"), ("rgb(28, 28, 30)", "#1c1c1e"), ("rgba(0,0,0,0.5)", "#00000080"),
    ("dark blue", "darkblue"), ("navvy", "navy"), ("Dark-Blue", "darkblue"),
  ])
  func aColorInAnotherNotationIsRead(_ text: String, _ expected: String) throws {
    let repaired = try #require(Color.repaired(text))
    #expect(repaired == expected && Color(repaired) != nil)
  }

  @Test(arguments: ["", "12", "rgb(1)", "qqqqqq"]) func noColorIsNone(_ text: String) {
    #expect(Color.repaired(text) == nil)
  }

  @Test(
    arguments: [
      (.integer(10...120), "30pt", 30), (.integer(10...120), 999, 120),
      (.integer(10...120), 30.4, 30),
      (.integer(100...900), "bold", 700), (.number(0...1, .fraction), "25%", 0.25),
      (.number(0...1, .fraction), -3, 0), (.number(0...10, .points), "1,5", 1.5),
      (.boolean, "Yes", true), (.boolean, 0, false), (.text(limit: 9), 42, "42"),
      (.texts(limit: 3), "a", ["a"]), (.words(["list", "poster"]), "postr", ["poster"]),
      (.choice(["start", "center"]), "left", "start"),
      (.color(optional: false), "1c1c1e", "#1c1c1e"),
      (.stops, "navy,1c1c1e", ["navy", "#1c1c1e"]),
      (.stops, ["navy 60%", "black 40%"], ["navy", "black"]),
    ] as [(ParameterKind, JSONValue, JSONValue)])
  func aValueIsRepaired(_ kind: ParameterKind, _ value: JSONValue, _ expected: JSONValue) {
    #expect(!kind.accepts(value))
    #expect(kind.repaired(value) == expected)
  }

  /// A text in content may be private, so no correction repeats it.
  @Test func noCorrectionOfContentRepeatsWords() {
    for kind in ContentKind.allCases {
      for field in kind.fields {
        #expect(field.type.repaired(["secret words", "more of them"]) == nil)
        #expect(field.type.repaired(.string(String(repeating: "x", count: 30_000))) == nil)
      }
    }
  }

  /// The sample of each kind consists of valid values, with every required field.
  @Test func everyPlaceholderIsValid() throws {
    for kind in ContentKind.allCases where kind != .notes && kind != .photos {
      guard case .array(let entries)? = kind.placeholder, case .object(let entry)? = entries.first
      else {
        Issue.record("\(kind) has no placeholder")
        continue
      }
      for field in kind.fields where field.isRequired || entry[field.key] != nil {
        let value = try #require(kind.placeholder(of: field))
        #expect(field.type.value(of: value) != nil, "\(kind): \(field.key)")
      }
    }
  }
}
