import SourceJSON
import Testing
import WallfarmTesting

/// Streaming output of JSON.
@Suite struct JSONTextTests {
  private func written(_ number: Double) -> String {
    var text = JSONText()
    text.number(number)
    return String(decoding: text.bytes, as: UTF8.self)
  }

  /// The fast path for multiples of 1/1024 writes the shortest digits, as Swift does, and every
  /// number reads back unchanged.
  @Test func numbersAreWrittenAsShortAsTheyCanBe() {
    var random = SeededGenerator()
    for _ in 0..<20_000 {
      let number = Double.random(in: -110_000...110_000, using: &random)
      let part = (number * 1024).rounded() / 1024
      if part != part.rounded() {
        #expect(written(part) == part.description, "seed \(random.seed)")
      }
      #expect(Double(written(number)) == number, "seed \(random.seed)")
    }
  }

  @Test(arguments: [
    (0.0009765625, "0.0009765625"), (-0.0009765625, "-0.0009765625"), (0.5, "0.5"),
    (-12.25, "-12.25"), (99_999.9990234375, "99999.9990234375"), (12, "12"), (-0.0, "0"),
    (0.1, "0.1"), (1e-7, "1e-07"), (1e300, "1e+300"), (.infinity, "null"), (.nan, "null"),
  ])
  func aNumberIsWritten(_ number: Double, _ expected: String) {
    #expect(written(number) == expected)
  }
}
