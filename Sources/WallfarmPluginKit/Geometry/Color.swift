/// An sRGB colour with 8 bits a channel and straight (not premultiplied) alpha.
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

  /// Makes a colour from its channels, each 0…255.
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Reads `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa` or a CSS colour name, in any case.
  ///
  /// Returns nil for anything else. The forms are those of CSS Color 4, sections 5.2 and 6.1.
  public init?(_ text: String) {
    if text.utf8.first == UInt8(ascii: "#") {
      self.init(hexDigits: text.utf8.dropFirst())
    } else if let value = Color.named[text.lowercased()] {
      self = value
    } else {
      return nil
    }
  }

  private init?(hexDigits: Substring.UTF8View) {
    var value: UInt32 = 0
    var count = 0
    for byte in hexDigits {
      guard count < 8, let digit = Color.digit(byte) else { return nil }
      value = value << 4 | digit
      count += 1
    }
    /// Both digits of a channel, of which a short form writes one.
    func channel(_ index: Int) -> UInt8 {
      let isShort = count < 6
      let shift = isShort ? (count - 1 - index) * 4 : (count / 2 - 1 - index) * 8
      return UInt8(isShort ? (value >> shift & 0xF) * 0x11 : value >> shift & 0xFF)
    }
    guard count == 3 || count == 4 || count == 6 || count == 8 else { return nil }
    self.init(
      red: channel(0), green: channel(1), blue: channel(2),
      alpha: count == 4 || count == 8 ? channel(3) : 255)
  }

  private static func digit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }

  /// The CSS form: `#rrggbb`, with two more digits only when not opaque.
  public var hex: String {
    String(unsafeUninitializedCapacity: 9) { text in
      text[0] = UInt8(ascii: "#")
      var count = 1
      func write(_ digit: UInt8) {
        text[count] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
        count += 1
      }
      func write(channel: UInt8) {
        write(channel >> 4)
        write(channel & 0xF)
      }
      write(channel: red)
      write(channel: green)
      write(channel: blue)
      if alpha < 255 { write(channel: alpha) }
      return count
    }
  }

  /// The same hue with its opacity multiplied by `factor`, 0…1.
  public func opacity(_ factor: Double) -> Color {
    var copy = self
    copy.alpha = UInt8((Double(alpha) * min(max(factor, 0), 1)).rounded())
    return copy
  }

  /// WCAG 2.2 relative luminance, 0 (black) to 1 (white); alpha is ignored.
  public var relativeLuminance: Double {
    0.2126 * Color.linear(red) + 0.7152 * Color.linear(green) + 0.0722 * Color.linear(blue)
  }

  /// WCAG 2.2 contrast ratio between two opaque colours, 1…21.
  public func contrast(with other: Color) -> Double {
    let (one, two) = (relativeLuminance, other.relativeLuminance)
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }

  /// Light intensity, 0…1, of an sRGB channel: the transfer function of IEC 61966-2-1.
  ///
  /// The table is filled once; contrast is measured over whole pictures.
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

extension Color: Codable {
  /// Reads the string form.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let color = Color(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "'\(text)' is not a colour: write #rrggbb or a CSS name")
    }
    self = color
  }

  /// Writes ``hex``.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(hex)
  }
}

/// `base` to the power of 2.4, for a base in 0…1: base² · (base^⅕)².
///
/// The kit imports no C library; Newton's method finds the fifth root to the last bit of a Double.
private func toThePowerOf2Point4(_ base: Double) -> Double {
  var root = 1.0
  for _ in 0..<40 {
    let fourth = root * root * root * root
    root = (4 * root + base / fourth) / 5
  }
  return base * base * root * root
}
