import WallfarmPluginKit
import WallfarmTesting

extension SeededGenerator {
  /// A multiple of a quarter, so that sums and differences are exact.
  mutating func quarters(in range: ClosedRange<Int>) -> Double {
    Double(Int.random(in: range.lowerBound * 4...range.upperBound * 4, using: &self)) / 4
  }

  /// A rectangle around the origin, sometimes empty.
  mutating func rect() -> Rect {
    Rect(
      x: quarters(in: -50...50), y: quarters(in: -50...50), width: quarters(in: 0...60),
      height: quarters(in: 0...60))
  }
}

extension Color {
  /// A color in stylesheet notation: `0x1C1C1E`.
  init(rgb: UInt32, alpha: UInt8 = 255) {
    self.init(
      red: UInt8(rgb >> 16 & 0xFF), green: UInt8(rgb >> 8 & 0xFF), blue: UInt8(rgb & 0xFF),
      alpha: alpha)
  }
}
