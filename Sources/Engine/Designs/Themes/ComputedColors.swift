internal import Files
internal import SourceJSON
import WallfarmPluginKit

/// Evaluates color functions such as `mix(…)` in a value, either alone or in a gradient stop.
struct ComputedColors {
  private let origin: Origin
  private let token: (String) throws(RenderError) -> JSONValue

  /// Creates an evaluator.
  ///
  /// - Parameters:
  ///   - origin: The origin of the value, for error messages.
  ///   - token: Returns the value of a token, given its key without the dollar sign.
  init(origin: Origin, token: @escaping (String) throws(RenderError) -> JSONValue) {
    (self.origin, self.token) = (origin, token)
  }

  /// Returns the value with its color functions evaluated; a value without color functions is
  /// returned unchanged.
  ///
  /// - Throws: `invalid-value`, or an error that `token` throws.
  func value(of written: JSONValue, as kind: ParameterKind) throws(RenderError) -> JSONValue {
    switch (kind, written) {
    case (.color, .string(let text)) where ColorExpression.isOne(text):
      return .string(try expression.value(of: text, origin: origin))
    // A list with more stops is invalid anyway, so it is not evaluated.
    case (.stops, .array(let items)) where items.count <= 16:
      return .array(try items.map { (item) throws(RenderError) in try stop(item) })
    default: return written
    }
  }

  private var expression: ColorExpression {
    ColorExpression { (key) throws(RenderError) in
      let value = try token(key)
      guard case .string(let text) = value else { return value.text(pretty: false) }
      return text
    }
  }

  /// Evaluates a gradient stop such as `mix(…) 40%` or `$colors.text 40%`.
  private func stop(_ item: JSONValue) throws(RenderError) -> JSONValue {
    guard case .string(let text) = item else { return item }
    let split = text.lastIndex(of: " ").flatMap { text[$0...].last == "%" ? $0 : nil }
    let color = String(text[..<(split ?? text.endIndex)].withoutBlanks)
    let place = split.map { String(text[$0...]) } ?? ""
    if ColorExpression.isOne(color) {
      return .string(try expression.value(of: color, origin: origin) + place)
    }
    guard let reference = TokenReference(.string(color)) else { return item }
    let found = try token(reference.key)
    guard case .string(let value) = found else {
      throw RenderError(
        .invalidValue, "'\(text.shortened)' is not a color: it is \(found.typeName)",
        origin: origin,
        hint: "refer to a color token, such as $colors.text")
    }
    return .string(value + place)
  }
}
