internal import Diagnostics
internal import Files
package import SourceJSON
package import WallfarmPluginKit

/// Suggests a correction for an invalid value in a file.
package struct ValueHint {
  private let kind: ParameterKind
  /// The keys of the palette colors, such as `palette.ink`.
  private let palette: [String]

  package init(_ kind: ParameterKind, palette: [String] = []) {
    (self.kind, self.palette) = (kind, palette)
  }

  /// Suggests a correction; `nil` if there is no suggestion.
  package func hint(for value: JSONValue) -> String? {
    switch (kind, value) {
    case (.color, .string(let text)): color(text)
    case (.color, .number): "write a color in quotation marks: \"#1c1c1e\""
    case (.integer, .string(let text)), (.number, .string(let text)): number(text)
    case (.integer(let range), .number(let number)):
      bound(number, Double(range.lowerBound)...Double(range.upperBound)) ?? "omit the fraction"
    case (.number(let range, _), .number(let number)): bound(number, range)
    case (.boolean, .string(let text)) where text == "true" || text == "false":
      "write \(text) without quotation marks"
    case (.choice(let words), .string(let text)): word(text, words)
    case (.font, .number), (.choice, .number), (.file, .number): "write it in quotation marks"
    default: nil
    }
  }

  private func color(_ text: String) -> String? {
    let digits = text.drop { $0 == "#" }
    let isHex = !digits.isEmpty && digits.allSatisfy(\.isHexDigit)
    if isHex, text.hasPrefix("#") {
      return "write 3, 6 or 8 digits after the '#'; this has \(digits.count)"
    }
    if text.hasPrefix("#") {
      return "use only the digits 0 to 9 and the letters a to f after the '#'"
    }
    if isHex, Color("#" + text) != nil { return "did you mean '#\(text)'?" }
    if text.hasPrefix("rgb") || text.hasPrefix("hsl") { return ValueHint.opacity }
    let name = text.drop { $0 == "@" || $0 == "$" || $0 == "." }
    let tokens = palette + ThemeTokens.keys
    for key in [String(name), "palette.\(name)"] where tokens.contains(key) {
      return "did you mean '$\(key)'?"
    }
    return closestSpelling(to: text.shortened, among: Color.named.keys).map {
      "did you mean '\($0)'?"
    } ?? ValueHint.anyColor
  }

  /// The hint for a string that does not resemble any color.
  package static let anyColor =
    "write #rrggbb, a CSS name, or a color token such as $colors.text"
  /// The hint for a CSS color function such as `rgba` or `hsl`.
  static let opacity = "write #rrggbb, or alpha(#rrggbb, 20%) for a transparent color"

  private func number(_ text: String) -> String? {
    if let weight = ParameterKind.weight(text), kind == .integer(100...900) {
      return "write \(Int(weight))"
    }
    let digits = text.prefix { $0.isNumber || $0 == "." || $0 == "-" }
    guard let number = Double(digits) else { return "write a plain number" }
    if text.dropFirst(digits.count) == "%", let share = share(ofPercent: number) {
      return "write \(JSONValue.number(share).text(pretty: false))"
    }
    return "write \(JSONValue.number(number).text(pretty: false)), without quotation marks"
      + (digits.count < text.count ? " or unit" : "")
  }

  /// Returns the number that corresponds to a percentage, such as 0.85 for 85%, if the kind accepts
  /// the number.
  private func share(ofPercent number: Double) -> Double? {
    guard case .number(let range, let unit) = kind, range.contains(number / 100) else { return nil }
    switch unit {
    case .fraction: return number / 100
    case .none, .em: return range.contains(number) ? nil : number / 100
    case .points, .typePoints, .degrees: return nil
    }
  }

  private func bound(_ number: Double, _ range: ClosedRange<Double>) -> String? {
    func shown(_ number: Double) -> String { JSONValue.number(number).text(pretty: false) }
    if number < range.lowerBound { return "the minimum is \(shown(range.lowerBound))" }
    if number > range.upperBound { return "the maximum is \(shown(range.upperBound))" }
    return nil
  }

  private func word(_ text: String, _ words: [String]) -> String? {
    WrittenWord.meant(by: text, among: words).map { "did you mean '\($0)'?" }
  }
}
