import WallfarmPluginKit
import WallfarmTesting

extension SeededGenerator {
  /// Returns a random multiple of a quarter, so that sums and differences are exact.
  mutating func quarters(in range: ClosedRange<Int>) -> Double {
    Double(Int.random(in: range.lowerBound * 4...range.upperBound * 4, using: &self)) / 4
  }

  /// Returns a random rectangle around the origin, which is sometimes empty.
  mutating func rect() -> Rect {
    Rect(
      x: quarters(in: -50...50), y: quarters(in: -50...50), width: quarters(in: 0...60),
      height: quarters(in: 0...60))
  }
}

extension Color {
  /// Creates a color from a hexadecimal number, such as `0x1C1C1E`.
  init(rgb: UInt32, alpha: UInt8 = 255) {
    self.init(
      red: UInt8(rgb >> 16 & 0xFF), green: UInt8(rgb >> 8 & 0xFF), blue: UInt8(rgb & 0xFF),
      alpha: alpha)
  }
}
