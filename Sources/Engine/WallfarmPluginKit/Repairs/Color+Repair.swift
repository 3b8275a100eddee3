extension Color {
  /// Converts a color such as `1c1c1e`, `0x1c1c1e`, `#1c`, `rgb(28, 28, 30)`, `dark blue` or
  /// `navvy` to an accepted notation.
  ///
  /// Returns nil if no color is close.
  package static func repaired(_ text: String) -> String? {
    guard text.utf8.count <= 60 else { return nil }
    let plain = text.lowercased().filter { !$0.isWhitespace }
    if Color(plain) != nil { return plain }
    if let hex = hex(in: plain) { return hex }
    if let function = function(plain) { return function }
    return closestSpelling(
      to: plain.filter { $0 != "-" && $0 != "_" }, among: Color.named.keys)
  }

  private static func hex(in text: String) -> String? {
    let isMarked = text.hasPrefix("#") || text.hasPrefix("0x")
    let digits = String(text.hasPrefix("0x") ? text.dropFirst(2) : text.drop { $0 == "#" })
    guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
    let plain = "#" + digits
    if Color(plain) != nil { return plain }
    // Without a prefix such as `#`, a few digits are more likely a number or a word than a color.
    guard isMarked else { return nil }
    switch digits.count {
    case 1, 2: return "#" + String(repeating: digits, count: 3)
    case 5: return plain + String(digits.suffix(1))
    default: return "#" + String(digits.prefix(6))
    }
  }

  /// Returns the hexadecimal form of a color that is written as `rgb(…)` or `rgba(…)` with numbers
  /// or percentages.
  private static func function(_ text: String) -> String? {
    guard text.hasPrefix("rgb"), let open = text.firstIndex(of: "("), text.hasSuffix(")") else {
      return nil
    }
    let parts = text[text.index(after: open)...].dropLast()
      .split(whereSeparator: { $0 == "," || $0 == "/" })
    guard parts.count == 3 || parts.count == 4 else { return nil }
    var channels: [UInt8] = []
    for (index, part) in parts.enumerated() {
      let isPercent = part.hasSuffix("%")
      guard let number = Double(isPercent ? part.dropLast() : part), number.isFinite else {
        return nil
      }
      let value = isPercent ? number * 2.55 : index == 3 ? number * 255 : number
      channels.append(UInt8(min(max(value, 0), 255).rounded()))
    }
    return Color(
      red: channels[0], green: channels[1], blue: channels[2],
      alpha: channels.count == 4 ? channels[3] : 255
    ).hex
  }
}
