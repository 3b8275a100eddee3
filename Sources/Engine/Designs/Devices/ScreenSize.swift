internal import Files
package import WallfarmPluginKit

/// A screen that is specified by its size in pixels, such as `1440x3120` or `1440x3120@3`.
package struct ScreenSize: Sendable, Hashable {
  /// The size in pixels.
  package let pixels: PixelSize
  /// The number of pixels per point; `nil` to derive it from the shape and the size.
  package let scale: Double?

  /// The minimum length of the shorter side in pixels.
  package static let shortest = 160
  /// The maximum lengths of the longer side and of the shorter side, in pixels.
  package static let longest = (side: 7680, other: 4320)
  /// The accepted values for pixels per point.
  package static let scales = 0.5...6.0

  /// Creates a size without checking its limits.
  package init(pixels: PixelSize, scale: Double? = nil) {
    (self.pixels, self.scale) = (pixels, scale)
  }

  /// Parses a size; `nil` if the text does not start with a size.
  ///
  /// - Throws: `invalid-value` for a size or scale out of range.
  package init?(parsing text: String, origin: Origin) throws(RenderError) {
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    let sides = ScreenSize.sides(of: parts[0])
    guard sides.count == 2, sides.allSatisfy(ScreenSize.isWhole) else { return nil }
    let numbers = sides.map { Int($0) ?? Int.max }
    pixels = PixelSize(width: numbers[0], height: numbers[1])
    if parts.count == 2 {
      guard let number = ScreenSize.number(parts[1]) else {
        throw .wrongScale("'\(parts[1])'", origin: origin)
      }
      scale = number
    } else {
      scale = nil
    }
    try check(origin: origin)
  }

  /// Splits a size such as `1440x3120` into its dimensions at `x`, `X`, `×` or `*`.
  static func sides(of text: Substring) -> [Substring] {
    text.split(omittingEmptySubsequences: false) { "x×X*".contains($0) }
  }

  private static func isWhole(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  /// Parses a number such as `2` or `2.625`, without a sign or exponent.
  private static func number(_ text: Substring) -> Double? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), parts.allSatisfy(isWhole) else { return nil }
    return Double(text)
  }

  /// Checks the limits.
  ///
  /// - Throws: `invalid-value`.
  package func check(origin: Origin) throws(RenderError) {
    let sides = [pixels.width, pixels.height]
    guard let short = sides.min(), let long = sides.max(), short >= Self.shortest,
      long <= Self.longest.side, short <= Self.longest.other
    else { throw .wrongSize(pixels, origin: origin) }
    if let scale, !Self.scales.contains(scale) {
      throw .wrongScale(ScreenSize.text(scale), origin: origin)
    }
  }

  /// The name on the command line.
  package var id: String {
    "\(pixels.width)x\(pixels.height)" + (scale.map { "@" + ScreenSize.text($0) } ?? "")
  }

  /// Formats a number, without a fraction if it is a whole number.
  static func text(_ number: Double) -> String {
    number == number.rounded() ? "\(Int(number))" : "\(number)"
  }
}

extension RenderError {
  static func wrongSize(_ pixels: PixelSize, origin: Origin) -> RenderError {
    .invalidValue(
      "a screen",
      expected: "sides from \(ScreenSize.shortest) to \(ScreenSize.longest.side) pixels, the "
        + "shorter side at most \(ScreenSize.longest.other)",
      got: "\(pixels) pixels", origin: origin,
      hint: "write width and height in pixels, such as 1440x3120")
  }

  static func wrongScale(_ got: String, origin: Origin) -> RenderError {
    .invalidValue(
      "a scale", expected: "0.5 to 6 pixels per point", got: got, origin: origin,
      hint: "write a number such as 3 or 2.625, or leave out the scale")
  }
}
