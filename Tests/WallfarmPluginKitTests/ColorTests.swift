import Testing
import WallfarmPluginKit
import WallfarmTesting

@Suite(.tags(.seeded)) struct ColorTests {
  @Test(arguments: ColorCase.all)
  func readsEveryFormOfCSSAndNothingElse(_ example: ColorCase) {
    #expect(Color(example.text) == example.color)
  }

  @Test(arguments: Color.named.keys.sorted())
  func knowsEachNameInAnyCase(_ name: String) {
    #expect(Color(name) != nil)
    #expect(Color(name.uppercased()) == Color(name))
  }

  @Test func hasThe148NamesOfCSSAndTransparent() {
    #expect(Color.named.count == 149)
    #expect(Color.named["transparent"] == .clear)
  }

  @Test func spellsGrayBothWays() {
    for name in Color.named.keys where name.contains("gray") {
      let other = name.replacing("gray", with: "grey")
      #expect(Color.named[other] == Color.named[name], "\(other)")
    }
  }

  @Test func writesHexThatReadsBackAsTheSameColor() {
    var random = SeededGenerator()
    for _ in 0..<500 {
      let color = Color(
        rgb: .random(in: 0...0xFFFFFF, using: &random), alpha: .random(in: 0...255, using: &random))
      #expect(Color(color.hex) == color, "seed \(random.seed): \(color)")
    }
  }

  @Test func leavesOutTheAlphaOfAnOpaqueColor() {
    #expect(Color(rgb: 0x0A0B0C).hex == "#0a0b0c")
    #expect(Color(rgb: 0x0A0B0C, alpha: 0).hex == "#0a0b0c00")
  }

  @Test(arguments: [(1, 200), (0.5, 100), (0, 0), (-1, 0), (7, 200)] as [(Double, UInt8)])
  func multipliesOpacityWithinItsRange(factor: Double, alpha: UInt8) {
    #expect(Color(rgb: 0x123456, alpha: 200).opacity(factor) == Color(rgb: 0x123456, alpha: alpha))
  }

  /// Colors are composited as in cairo; two translucent colors result in a translucent color.
  @Test(arguments: [
    ("#ff000080", "#ffffff", "#ff7f7f"), ("#00000000", "#123456", "#123456"),
    ("#abcdef", "#12345680", "#abcdef"), ("#0000ff40", "#00ff0080", "#009966a0"),
    ("#00000000", "#00000000", "#00000000"),
  ])
  func laysOneOverAnother(one: String, ground: String, seen: String) throws {
    let (first, second) = (try #require(Color(one)), try #require(Color(ground)))
    #expect(first.over(second).hex == seen)
  }

  // The values are from WebAIM's contrast checker and WCAG 2.2, Understanding SC 1.4.3.
  @Test(arguments: [
    ("black", "white", 21.0), ("white", "white", 1.0), ("#767676", "white", 4.54),
    ("#777777", "white", 4.48), ("#949494", "white", 3.03), ("red", "white", 4.0),
    ("blue", "white", 8.59), ("lime", "white", 1.37), ("yellow", "black", 19.56),
    ("#1c1c1e", "white", 17.01),
  ])
  func agreesWithKnownContrasts(one: String, two: String, ratio: Double) throws {
    let (first, second) = (try #require(Color(one)), try #require(Color(two)))

    #expect(abs(first.contrast(with: second) - ratio) < 0.005)
    #expect(first.contrast(with: second) == second.contrast(with: first))
  }

  @Test func hasTheLuminancesThatWCAGGivesForThePrimaries() {
    #expect(Color.black.relativeLuminance == 0)
    #expect(abs(Color.white.relativeLuminance - 1) < 1e-12)
    #expect(abs(Color(rgb: 0xFF0000).relativeLuminance - 0.2126) < 1e-12)
    #expect(abs(Color(rgb: 0x00FF00).relativeLuminance - 0.7152) < 1e-12)
    #expect(abs(Color(rgb: 0x0000FF).relativeLuminance - 0.0722) < 1e-12)
  }

  @Test func growsBrighterWithEachStepOfAChannel() {
    let levels = (UInt8.min...UInt8.max).map(Color.linear)

    #expect(zip(levels, levels.dropFirst()).allSatisfy { $0 < $1 })
    #expect(abs(Color.linear(10) - 0.003035) < 1e-6)
    #expect(abs(Color.linear(188) - 0.502886) < 1e-6)
  }
}

struct ColorCase: Sendable, CustomTestStringConvertible {
  let title: String
  let text: String
  let color: Color?

  init(_ title: String, _ text: String, _ color: Color?) {
    (self.title, self.text, self.color) = (title, text, color)
  }

  var testDescription: String { "\(title): '\(text)'" }

  static let all = [
    ColorCase("three digits", "#1fA", Color(rgb: 0x11FFAA)),
    ColorCase("four digits, alpha last", "#1fA8", Color(rgb: 0x11FFAA, alpha: 0x88)),
    ColorCase("six digits", "#1c1C1e", Color(rgb: 0x1C1C1E)),
    ColorCase("eight digits, alpha last", "#1C1C1E80", Color(rgb: 0x1C1C1E, alpha: 0x80)),
    ColorCase("a name", "navy", Color(rgb: 0x000080)),
    ColorCase("a name in capitals", "RebeccaPurple", Color(rgb: 0x663399)),
    ColorCase("transparent", "transparent", .clear),
    ColorCase("nothing", "", nil),
    ColorCase("a lone #", "#", nil),
    ColorCase("one digit", "#1", nil),
    ColorCase("two digits", "#12", nil),
    ColorCase("five digits", "#12345", nil),
    ColorCase("seven digits", "#1234567", nil),
    ColorCase("nine digits", "#123456789", nil),
    ColorCase("a letter beyond f", "#12345g", nil),
    ColorCase("a minus", "#-12345", nil),
    ColorCase("a plus", "#+12345", nil),
    ColorCase("a minus before nothing", "#-00", nil),
    ColorCase("a blank inside", "#12 456", nil),
    ColorCase("a blank behind", "#123456 ", nil),
    ColorCase("a blank before a name", " navy", nil),
    ColorCase("no #", "1c1c1e", nil),
    ColorCase("0x", "0x1c1c1e", nil),
    ColorCase("digits of another script", "#١٢٣", nil),
    ColorCase("digits of full width", "#１２３", nil),
    ColorCase("a function", "rgb(1, 2, 3)", nil),
    ColorCase("a word like none", "none", nil),
    ColorCase("a misspelt name", "navi", nil),
  ]
}
