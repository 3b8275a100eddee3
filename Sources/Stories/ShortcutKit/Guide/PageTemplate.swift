internal import Diagnostics
import Graphics

/// A page template with placeholders `{{name}}` and `{{{name}}}`, and sections
/// `{{#name}}…{{/name}}`.
///
/// This is a small subset of Mustache (mustache.github.io). Values are escaped, except in triple
/// braces. A section `{{#name}}` is omitted if its name has no value, and a section `{{^name}}` is
/// omitted if its name has a value.
struct PageTemplate {
  private let source: String

  init(_ bytes: [UInt8]) { source = String(decoding: bytes, as: UTF8.self) }

  /// Fills in the page.
  ///
  /// - Parameter value: returns the value for a name, or nil if there is none.
  /// - Returns: the complete page.
  func filled(_ value: (String) -> String?) -> String { fill(source[...], value) }

  private func fill(_ source: Substring, _ value: (String) -> String?) -> String {
    var result = ""
    var rest = source
    while let open = rest.firstRange(of: "{{") {
      result += rest[..<open.lowerBound]
      rest = rest[open.upperBound...]
      if rest.first == "{" {
        let (name, after) = upTo("}}}", in: rest.dropFirst())
        result += value(name) ?? ""
        rest = after
      } else if let sign = rest.first, sign == "#" || sign == "^" {
        let (name, after) = upTo("}}", in: rest.dropFirst())
        let (body, behind) = upTo("{{/\(name)}}", in: after)
        let isThere = value(name) != nil
        if isThere == (sign == "#") { result += fill(body[...], value) }
        rest = behind
      } else {
        let (name, after) = upTo("}}", in: rest)
        result += (value(name) ?? "").escapedForXML
        rest = after
      }
    }
    return result + rest
  }

  /// Splits text at the first occurrence of a delimiter, which must exist.
  private func upTo(_ mark: String, in text: Substring) -> (String, Substring) {
    guard let end = text.firstRange(of: mark) else {
      preconditionFailure("a page has no '\(mark)' where one belongs")
    }
    return (String(text[..<end.lowerBound]), text[end.upperBound...])
  }
}
