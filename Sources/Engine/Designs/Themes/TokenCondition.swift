package import SourceJSON
import WallfarmPluginKit

/// What must be so in a theme for one of its tokens to be read.
package enum TokenCondition: Sendable {
  /// Another token has this value.
  case equals(String, JSONValue)
  /// Another token has any value but this one.
  case differs(String, JSONValue)
  /// Another token is a list with this word.
  case contains(String, JSONValue)

  /// The token that it is about.
  var key: String {
    switch self {
    case .equals(let key, _), .differs(let key, _), .contains(let key, _): key
    }
  }

  package func isTrue(of theme: Theme) -> Bool {
    guard let value = try? theme.value(of: key, origin: .file(theme.file)).value else {
      return true
    }
    return switch self {
    case .equals(_, let other): value == other
    case .differs(_, let other): value != other
    case .contains(_, let word):
      if case .array(let items) = value { items.contains(word) } else { true }
    }
  }

  /// Why it is not so.
  package var reason: String {
    switch self {
    case .equals(let key, let value): "'\(key)' is not \(value.text(pretty: false))"
    case .differs(let key, let value): "'\(key)' is \(value.text(pretty: false))"
    case .contains(let key, let word): "'\(key)' has no \(word.text(pretty: false))"
    }
  }
}
