import SourceJSON
import Testing
import WallfarmPluginKit

@Suite struct GradientStopTests {
  @Test(arguments: StopCase.good)
  func spreadsStopsWithoutAPercentageEvenly(_ example: StopCase) throws {
    let found = try stops(example.colors).map(\.position)

    #expect(found.count == example.positions.count)
    for (one, other) in zip(found, example.positions) { #expect(abs(one - other) < 1e-12) }
  }

  @Test(arguments: StopCase.bad)
  func refusesStopsThatMakeNoGradient(_ example: StopCase) throws {
    let error = try #require(throws: RenderError.self) { try stops(example.colors) }
    #expect(error.code == .invalidParameter)
    #expect(error.message.contains("'colors'"))
  }

  @Test func keepsColorsInTheirOrder() throws {
    let found = try stops(["#123", "navy 20%", "#abcdef80"]).map(\.color)
    #expect(
      found == [Color(rgb: 0x112233), Color(rgb: 0x000080), Color(rgb: 0xABCDEF, alpha: 0x80)])
  }

  /// Two stops at the same position form a hard edge, as in CSS.
  @Test func allowsAHardEdgeAtEveryPercentage() throws {
    var refused: [String] = []
    for first in 0...100 {
      for edge in first...100 {
        let colors = ["red \(first)%", "gold \(edge)%", "navy \(edge)%", "black"]
        if (try? stops(colors)) == nil { refused.append("\(first)%, \(edge)%, \(edge)%") }
      }
    }
    #expect(refused.count == 0, "refused, among others: \(refused.prefix(5))")
  }

  @Test func putsAStopExactlyAtItsPercentage() throws {
    var wrong: [String] = []
    for first in 0...100 {
      for second in first...100 {
        let found = try stops(["red \(first)%", "gold \(second)%"]).map(\.position)
        if found != [Double(first) / 100, Double(second) / 100] { wrong.append("\(found)") }
      }
    }
    #expect(wrong.count == 0, "elsewhere, among others: \(wrong.prefix(5))")
  }
}

private let parameter = Parameter.stops("colors", default: ["#000", "#fff"], summary: "Colors.")

private func stops(_ colors: [JSONValue]) throws(RenderError) -> [GradientStop] {
  try ParameterValues(["colors": .array(colors)]).value(of: parameter)
}

private func stops(_ colors: [String]) throws(RenderError) -> [GradientStop] {
  try stops(colors.map(JSONValue.string))
}

struct StopCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let colors: [JSONValue]
  let positions: [Double]

  init(_ title: String, _ colors: [JSONValue], _ positions: [Double] = []) {
    (testDescription, self.colors, self.positions) = (title, colors, positions)
  }

  static let good = [
    StopCase("two", ["red", "blue"], [0, 1]),
    StopCase("three", ["red", "gold", "blue"], [0, 0.5, 1]),
    StopCase("all given", ["red 10%", "gold 20%", "blue 90%"], [0.1, 0.2, 0.9]),
    StopCase("a gap of one", ["red", "gold", "lime 80%", "blue"], [0, 0.4, 0.8, 1]),
    StopCase(
      "a gap of two", ["red 10%", "gold", "lime", "blue 70%"], [0.1, 0.3, 0.5, 0.7]),
    StopCase("two gaps", ["red", "gold", "lime 40%", "teal", "blue"], [0, 0.2, 0.4, 0.7, 1]),
    StopCase("only the first given", ["red 50%", "gold", "blue"], [0.5, 0.75, 1]),
    StopCase("only the last given", ["red", "gold", "blue 50%"], [0, 0.25, 0.5]),
    StopCase("a hard edge", ["red 50%", "blue 50%"], [0.5, 0.5]),
    StopCase("fractions of a percent", ["red 0.5%", "blue 99.5%"], [0.005, 0.995]),
    StopCase("blanks", ["  red   5% ", "blue"], [0.05, 1]),
    StopCase(
      "sixteen", Array(repeating: "red", count: 16), (0..<16).map { Double($0) / 15 }),
  ]

  static let bad = [
    StopCase("none", []),
    StopCase("one", ["red"]),
    StopCase("seventeen", Array(repeating: "red", count: 17)),
    StopCase("falling", ["red 60%", "blue 40%"]),
    StopCase("falling behind a gap", ["red 60%", "gold", "blue 40%"]),
    StopCase("a last one before the end of its neighbors", ["red", "gold 50%", "blue 40%"]),
    StopCase("above 100 %", ["red", "blue 101%"]),
    StopCase("below 0 %", ["red -1%", "blue"]),
    StopCase("not a number", ["red nan%", "blue"]),
    StopCase("beyond every number", ["red", "blue 1e400%"]),
    StopCase("no % sign", ["red 10", "blue"]),
    StopCase("a % alone", ["red %", "blue"]),
    StopCase("a blank before the %", ["red 10 %", "blue"]),
    StopCase("a percentage before its color", ["10% red", "blue"]),
    StopCase("no color", ["", "blue"]),
    StopCase("an unknown color", ["rot", "blue"]),
    StopCase("none is no stop", ["none", "blue"]),
    StopCase("a number", [0xFF0000, "blue"]),
    StopCase("nothing", [.null, "blue"]),
  ]
}
