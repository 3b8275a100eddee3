import Graphics
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// All characters of a series, such as circled numbers, are drawn with one font, regardless of
/// where they appear.
@Suite struct SeriesTests {
  static let families = ["Inter", "EB Garamond", "Klee One", "League Spartan", "JetBrains Mono"]

  private func shape(_ text: String, _ family: String) throws -> [String] {
    let engine = try makeTextEngine()
    let block = TextBlock(
      text, style: TextStyle(family: family, size: 40, weight: 600, color: .white))
    let shaped = try engine.shape(block, width: nil)
    return shaped.runs.joined().filter { $0.width > 0 }.map(\.family)
  }

  @Test(arguments: families, ["①⑨⑩⑳㉑㊿", "❶❿⓫⓴", "⑴⑼⑽⒇", "ⒶⓂⓏ", "㈠㈩", "ⅠⅡⅣⅫ", "½⅓⅞", "₁₂₉", "⚀⚅"])
  func oneFontDrawsASeries(_ family: String, _ text: String) throws {
    #expect(Set(try shape(text, family)).count == 1)
  }

  /// The font is also the same if each character of the series is in a separate text.
  @Test(arguments: families) func alsoInTextsOfTheirOwn(_ family: String) throws {
    let fonts = try ["①", "⑨", "⑩", "⑳", "㉑", "㊿"].flatMap { try shape($0, family) }
    #expect(Set(fonts).count == 1, "\(fonts)")
  }

  /// Circled numbers are as wide as Han characters.
  @Test func circledNumbersAreAsWideAsHan() throws {
    let engine = try makeTextEngine()
    func width(_ text: String) throws -> Double {
      let style = TextStyle(family: "Inter", size: 40, weight: 600, color: .white)
      return try engine.measure(TextBlock(text, style: style), width: nil).size.width
    }
    let han = try width("牛")
    for number in ["①", "⑨", "⑩", "⑳"] { #expect(abs(try width(number) - han) < 0.5) }
  }

  /// Digits, fractions and arrows are drawn with the text's own family if it has them.
  @Test func figuresOfLatinStayInTheirFamily() throws {
    for family in Self.families {
      #expect(Set(try shape("5 m² ½ ¼", family)) == [family])
    }
    #expect(Set(try shape("a → b", "Inter")) == ["Inter"])
  }
}
