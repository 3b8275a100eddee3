/// An sRGB color with 8 bits per channel and straight (not premultiplied) alpha.
///
/// In JSON it is a string: `"#1C1C1E"`, or `"#1C1C1E80"` with alpha last, as in CSS.
public struct Color: Hashable, Sendable {
  /// Red, 0…255.
  public var red: UInt8
  /// Green, 0…255.
  public var green: UInt8
  /// Blue, 0…255.
  public var blue: UInt8
  /// Opacity, 0 (clear) to 255 (opaque).
  public var alpha: UInt8

  /// Creates a color from its channels, each 0…255.
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Parses `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa` or a CSS color name, ignoring case.
  ///
  /// Returns `nil` for any other text. CSS Color 4, sections 5.2 and 6.1, defines these forms.
  public init?(_ text: String) {
    if text.utf8.first == UInt8(ascii: "#") {
      self.init(hexDigits: text.dropFirst())
    } else if let value = Color.named[text.lowercased()] {
      self = value
    } else {
      return nil
    }
  }

  private init?(hexDigits digits: Substring) {
    let count = digits.utf8.count
    // `UInt32.init` accepts a sign, which is invalid in a color.
    guard digits.first != "+", digits.first != "-", let value = UInt32(digits, radix: 16) else {
      return nil
    }
    func channel(_ index: Int) -> UInt8 { UInt8(truncatingIfNeeded: value >> (8 * index)) }
    /// Returns a channel from a single hexadecimal digit, which is repeated: `F` becomes `FF`.
    func short(_ index: Int) -> UInt8 { UInt8(value >> (4 * index) & 0xF) * 0x11 }
    switch count {
    case 3: self.init(red: short(2), green: short(1), blue: short(0))
    case 4: self.init(red: short(3), green: short(2), blue: short(1), alpha: short(0))
    case 6: self.init(red: channel(2), green: channel(1), blue: channel(0))
    case 8: self.init(red: channel(3), green: channel(2), blue: channel(1), alpha: channel(0))
    default: return nil
    }
  }

  /// The CSS form: `#rrggbb`, or `#rrggbbaa` if the color is not opaque.
  public var hex: String {
    let opaque = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    let (value, count) = alpha == 255 ? (opaque, 6) : (opaque << 8 | UInt32(alpha), 8)
    let digits = String(value, radix: 16)
    return "#" + String(repeating: "0", count: count - digits.utf8.count) + digits
  }

  /// Returns the color with its alpha multiplied by `factor`, 0…1.
  public func opacity(_ factor: Double) -> Color {
    var copy = self
    copy.alpha = UInt8((Double(alpha) * min(max(factor, 0), 1)).rounded())
    return copy
  }

  /// The WCAG 2.2 relative luminance, 0 (black) to 1 (white); alpha is ignored.
  public var relativeLuminance: Double {
    0.2126 * Color.linear(red) + 0.7152 * Color.linear(green) + 0.0722 * Color.linear(blue)
  }

  /// Returns the WCAG 2.2 contrast ratio of two opaque colors, 1…21.
  public func contrast(with other: Color) -> Double {
    let (one, two) = (relativeLuminance, other.relativeLuminance)
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }

  /// Returns the linear light intensity of an sRGB channel, 0…1 (IEC 61966-2-1).
  ///
  /// The values are looked up in a table for speed, because contrast is measured over whole
  /// pictures.
  public static func linear(_ channel: UInt8) -> Double { linearTable[Int(channel)] }

  private static let linearTable: [Double] = (0...255).map { channel in
    let value = Double(channel) / 255
    return value <= 0.04045 ? value / 12.92 : toThePowerOf2Point4((value + 0.055) / 1.055)
  }

  /// Opaque black.
  public static let black = Color(red: 0, green: 0, blue: 0)
  /// Opaque white.
  public static let white = Color(red: 255, green: 255, blue: 255)
  /// Fully transparent.
  public static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)
}

/// Raises a base in 0…1 to the power of 2.4, as base² · (base^⅕)².
///
/// The kit imports no C library, so Newton's method computes the fifth root, to the last bit of a
/// `Double`.
private func toThePowerOf2Point4(_ base: Double) -> Double {
  var root = 1.0
  for _ in 0..<40 {
    let fourth = root * root * root * root
    root = (4 * root + base / fourth) / 5
  }
  return base * base * root * root
}
