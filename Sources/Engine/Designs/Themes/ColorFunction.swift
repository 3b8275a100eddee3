package import Diagnostics
internal import Files
internal import SourceJSON
import WallfarmPluginKit

/// A color function in a theme, such as `mix($colors.text, navy, 30%)`.
enum ColorFunction: String, CaseIterable {
  /// Increases the lightness by a percentage of the full range.
  case lighten
  /// Decreases the lightness by a percentage of the full range.
  case darken
  /// Mixes two colors; the percentage is the share of the second color.
  case mix
  /// Sets the opacity.
  case alpha

  /// The syntax of the function, for messages.
  var form: String {
    switch self {
    case .lighten, .darken, .alpha: "\(rawValue)(COLOR, 20%)"
    case .mix: "mix(COLOR, COLOR, 20%)"
    }
  }

  /// The number of color arguments.
  fileprivate var colors: Int { self == .mix ? 2 : 1 }

  fileprivate func callAsFunction(_ colors: [Color], _ share: Double) -> Color {
    var lab = OKLab(colors[0])
    switch self {
    case .lighten: lab.lightness = min(1, lab.lightness + share)
    case .darken: lab.lightness = max(0, lab.lightness - share)
    case .alpha: lab.alpha = share
    case .mix: lab = ColorFunction.mixture(lab, OKLab(colors[1]), share)
    }
    // `alpha` keeps the original channels, which avoids rounding.
    guard self != .alpha else {
      var color = colors[0]
      color.alpha = lab.color.alpha
      return color
    }
    return lab.color
  }

  /// Mixes two colors, weighted by their opacity, so that transparent colors do not tint the
  /// result.
  private static func mixture(_ one: OKLab, _ other: OKLab, _ share: Double) -> OKLab {
    let alpha = one.alpha * (1 - share) + other.alpha * share
    guard alpha > 0 else { return OKLab(lightness: 0, greenRed: 0, blueYellow: 0, alpha: 0) }
    let weight = other.alpha * share / alpha
    func between(_ a: Double, _ b: Double) -> Double { a + (b - a) * weight }
    return OKLab(
      lightness: between(one.lightness, other.lightness),
      greenRed: between(one.greenRed, other.greenRed),
      blueYellow: between(one.blueYellow, other.blueYellow), alpha: alpha)
  }
}

/// Parses and evaluates a color expression, in which color functions can be nested.
package struct ColorExpression {
  /// Maximum nesting depth of color functions.
  private static let deepest = 8
  /// Returns the value of the token that a reference such as `$colors.text` names.
  private let token: (String) throws(RenderError) -> String

  /// Creates an evaluator.
  ///
  /// - Parameter token: Returns the color of a token, given its key without the dollar sign.
  package init(token: @escaping (String) throws(RenderError) -> String) { self.token = token }

  /// Whether a string looks like a function call.
  static func isOne(_ text: String) -> Bool {
    guard let open = text.utf8.firstIndex(of: UInt8(ascii: "(")), text.hasSuffix(")") else {
      return false
    }
    return open != text.startIndex && text[..<open].allSatisfy(\.isLetter)
  }

  /// Evaluates an expression and returns the color as `#rrggbb`, or as `#rrggbbaa` if it is not
  /// opaque.
  ///
  /// - Parameters:
  ///   - text: The expression.
  ///   - origin: The origin for error messages.
  /// - Returns: The color.
  /// - Throws: `invalid-value`, `unknown-token`.
  package func value(of text: String, origin: Origin) throws(RenderError) -> String {
    try color(text[...], origin, depth: 0).hex
  }

  private func color(
    _ text: Substring, _ origin: Origin, depth: Int
  ) throws(RenderError) -> Color {
    let word = text.withoutBlanks
    if ColorExpression.isOne(String(word)) {
      guard depth < Self.deepest else {
        throw .colorExpression(
          "functions are nested more than \(Self.deepest) levels deep", origin,
          hint: "define an inner function as a palette color")
      }
      return try call(word, origin, depth: depth + 1)
    }
    if word.first == "$" {
      return try plain(try token(String(word.dropFirst())), written: String(word), origin)
    }
    return try plain(String(word), written: String(word), origin)
  }

  private func plain(
    _ text: String, written: String, _ origin: Origin
  ) throws(RenderError) -> Color {
    if let color = Color(text) { return color }
    throw .colorExpression(
      "'\(written.shortened)' is not a color"
        + (text == written ? "" : ": it is '\(text.shortened)'"), origin,
      hint: ValueHint(.color(optional: false)).hint(for: .string(text))
        ?? "write #rrggbb, a CSS name, or a color token such as $colors.text")
  }

  private func call(
    _ text: Substring, _ origin: Origin, depth: Int
  ) throws(RenderError) -> Color {
    let name = String(text.prefix { $0 != "(" })
    guard let function = ColorFunction(rawValue: name) else {
      let known = ColorFunction.allCases.map(\.rawValue)
      throw .colorExpression(
        "there is no color function '\(name.shortened)'", origin,
        hint: ["rgb", "rgba", "hsl", "hsla"].contains(name)
          ? ValueHint.opacity
          : closestSpelling(to: name.shortened, among: known).map { "did you mean '\($0)'?" }
            ?? "the functions are " + known.joined(separator: ", "))
    }
    let arguments = ColorExpression.arguments(text.dropFirst(name.count + 1).dropLast())
    let count = function.colors
    if let (message, hint) = ColorExpression.mistake(
      in: arguments, of: function, written: String(text).shortened)
    {
      throw .colorExpression(message, origin, hint: hint)
    }
    let share = ColorExpression.share(arguments[count]) ?? 0
    let colors = try arguments.dropLast().map { (argument) throws(RenderError) in
      try color(argument, origin, depth: depth)
    }
    return function(colors, share)
  }

  /// Splits arguments at commas that are not inside parentheses.
  private static func arguments(_ text: Substring) -> [Substring] {
    var parts: [Substring] = []
    var (start, depth) = (text.startIndex, 0)
    for index in text.indices {
      switch text[index] {
      case "(": depth += 1
      case ")": depth -= 1
      case "," where depth == 0:
        parts.append(text[start..<index])
        start = text.index(after: index)
      default: break
      }
    }
    return parts + [text[start...]]
  }

  /// Describes what is wrong with the arguments of a call and how to correct it; `nil` if they are
  /// valid.
  private static func mistake(
    in arguments: [Substring], of function: ColorFunction, written text: String
  ) -> (message: String, hint: String)? {
    let count = function.colors
    let form = "write \(function.form)"
    guard arguments.count == count + 1 else {
      let takes =
        "'\(function.rawValue)' takes \(count == 1 ? "one color" : "two colors") and a percentage"
      let lacksOnlyShare = arguments.count == count && arguments.last?.contains("%") == false
      let problem =
        arguments.count > count
        ? "has too many arguments" : lacksOnlyShare ? "lacks a percentage" : "has too few arguments"
      return ("'\(text)' \(problem): \(takes)", form)
    }
    let word = arguments[count].withoutBlanks
    guard share(word) == nil else { return nil }
    let range = "use 0% to 100%"
    if let number = Double(word), number.isFinite {
      let percent = number <= 1 && number > 0 ? (number * 1e5).rounded() / 1e3 : number
      let colors = arguments.dropLast().map { "\($0.withoutBlanks), " }.joined()
      let meant = "\(function.rawValue)(\(colors)\(JSONValue.number(percent).text(pretty: false))%)"
      let hint = meant.count > 60 ? form : "write \(meant)"
      return (
        "'\(word)' in '\(text)' lacks a percent sign",
        (0...100).contains(percent) ? hint : range
      )
    }
    if word.last == "%", let number = Double(word.dropLast()), number.isFinite {
      let problem = number < 0 ? "is less than 0%" : "is more than 100%"
      return ("\(word) in '\(text)' \(problem)", range)
    }
    return ("'\(String(word).shortened)' in '\(text)' is not a percentage", form)
  }

  private static func share(_ text: Substring) -> Double? {
    let word = text.withoutBlanks
    guard word.last == "%", let number = Double(word.dropLast()), (0...100).contains(number) else {
      return nil
    }
    return number / 100
  }
}

extension Substring {
  /// The text without leading or trailing spaces.
  var withoutBlanks: Substring {
    let rest = drop { $0 == " " }
    guard let last = rest.lastIndex(where: { $0 != " " }) else { return "" }
    return rest[...last]
  }
}

extension RenderError {
  fileprivate static func colorExpression(
    _ message: String, _ origin: Origin, hint: String
  ) -> RenderError {
    RenderError(.invalidValue, message, origin: origin, hint: hint)
  }
}
