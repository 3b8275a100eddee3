import SourceJSON
import Testing
import WallfarmPluginKit

@Suite struct ParameterKindTests {
  @Test(arguments: KindCase.all)
  func acceptsWhatItSaysAndNothingElse(_ example: KindCase) {
    for value in example.good {
      #expect(example.kind.accepts(value), "\(value) should be accepted")
    }
    for value in example.bad {
      #expect(!example.kind.accepts(value), "\(value) should be refused")
    }
  }

  @Test(
    arguments: [
      (.integer(-3...7), "a whole number from -3 to 7"),
      (.number(0.5...2, .none), "a number from 0.5 to 2"),
      (.number(8...120, .typePoints), "a number from 8 to 120 (pt on a screen 430 pt wide)"),
      (.boolean, "true or false"),
      (.text(limit: 80), "text of at most 80 characters"),
      (.texts(limit: 6), "a list of at most 6 strings"),
      (.words(["start", "center"]), "a list of any of start, center"),
      (.choice(["start", "center"]), "one of start, center"),
      (.color(optional: false), "a color such as #1c1c1e or 'navy'"),
      (.color(optional: true), "a color such as #1c1c1e or 'navy', or none"),
      (
        .stops,
        "a list of 2 to 16 colors such as '#102030' or '#102030 40%', with ascending positions"
      ),
      (
        .font(optional: false),
        "the name of a font family ('wallfarm font list' shows the bundled ones)"
      ),
      (.file, "the path of a file"),
    ] as [(ParameterKind, String)])
  func saysInWordsWhatItAccepts(kind: ParameterKind, words: String) {
    #expect(kind.accepted == words)
  }
}

/// A kind of parameter with valid and invalid JSON values at its limits.
struct KindCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let kind: ParameterKind
  let good: [JSONValue]
  let bad: [JSONValue]

  static let all = [
    KindCase(
      testDescription: "a whole number", kind: .integer(100...900),
      good: [100, 400, 900, 400.0],
      bad: [
        99, 901, 400.5, -400, .number(.nan), .number(.infinity), .number(1e300), "400", true, .null,
        [400], [:],
      ]),
    KindCase(
      testDescription: "a number", kind: .number(-0.1...0.3, .em),
      good: [-0.1, 0, 0.3, .number(-0.0), .number(.leastNonzeroMagnitude)],
      bad: [
        -0.11, 0.31, .number(.nan), .number(.infinity), .number(-.infinity), "0.2", "", false,
        .null, [0],
      ]),
    KindCase(
      testDescription: "true or false", kind: .boolean, good: [true, false],
      bad: [0, 1, "true", "", .null, [true]]),
    KindCase(
      testDescription: "text, counted as people count", kind: .text(limit: 3),
      good: ["", "abc", "👨‍👩‍👧‍👦🇳🇴é", "\n\n\n"], bad: ["abcd", 1, true, .null, ["a"]]),
    KindCase(
      testDescription: "a list of strings", kind: .texts(limit: 2),
      good: [[], [""], ["a", "b"]], bad: [["a", "b", "c"], ["a", 1], [.null], "a", .null, [:]]),
    KindCase(
      testDescription: "a list of some words", kind: .words(["start", "center"]),
      good: [[], ["center"], ["center", "start"]],
      bad: [["end"], ["start", "end"], ["start", 1], "start", "", .null, [:]]),
    KindCase(
      testDescription: "one of some words", kind: .choice(["start", "center"]),
      good: ["start", "center"], bad: ["", "Start", "start ", "end", 0, .null, ["start"]]),
    KindCase(
      testDescription: "a color", kind: .color(optional: false),
      good: ["#fff", "navy", "transparent"], bad: ["none", "", "#ff", 0xFFFFFF, .null, ["navy"]]),
    KindCase(
      testDescription: "a color or none", kind: .color(optional: true),
      good: ["none", "#fff"], bad: ["None", "", "nil", .null, false]),
    KindCase(
      testDescription: "colors along a gradient", kind: .stops,
      good: [["#fff", "#000"], ["navy 0%", "red 50%", "gold"]],
      bad: [[], ["#fff"], "#fff,#000", ["#fff", 1], ["#fff", "blau"], .null, [:]]),
    KindCase(
      testDescription: "a font", kind: .font(optional: false), good: ["Inter", "No Such Family"],
      bad: ["", 1, .null, ["Inter"]]),
    KindCase(
      testDescription: "a file", kind: .file, good: ["", "a.jpg", "/no/such.jpg"],
      bad: [1, .null, ["a.jpg"], [:]]),
  ]
}
