import Designs
import SourceJSON
import Testing
import WallfarmPluginKit

/// Tests the suggested corrections for numbers that are written as text.
@Suite struct ValueHintTests {
  static let hints: [(ParameterKind, String, String)] = [
    (.number(-0.5...1.5, .fraction), "85%", "write 0.85"),
    (.number(-0.5...1.5, .fraction), "1%", "write 0.01"),
    (.number(-0.1...0.3, .em), "5%", "write 0.05"),
    (.number(0...360, .degrees), "50%", "write 50, without quotation marks or unit"),
    (.number(-0.5...1.5, .fraction), "900%", "write 900, without quotation marks or unit"),
    (.number(-0.5...1.5, .fraction), "0.85", "write 0.85, without quotation marks"),
  ]

  @Test(arguments: hints)
  func aPercentageBecomesAFraction(kind: ParameterKind, text: String, hint: String) {
    #expect(ValueHint(kind).hint(for: .string(text)) == hint)
  }
}
