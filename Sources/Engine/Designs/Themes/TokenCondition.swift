package import SourceJSON
import WallfarmPluginKit

/// A condition under which a token has an effect; it tests the value of another token.
package enum TokenCondition: Sendable {
  /// The other token has this value.
  case equals(String, JSONValue)
  /// The other token does not have this value.
  case differs(String, JSONValue)
  /// The other token is a list that contains this word.
  case contains(String, JSONValue)

  /// The key of the token that the condition tests.
  package var key: String {
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

  /// The reason that the condition is false, for messages.
  package var reason: String {
    switch self {
    case .equals(let key, let value): "'\(key)' is not \(value.text(pretty: false))"
    case .differs(let key, let value): "'\(key)' is \(value.text(pretty: false))"
    case .contains(let key, let word): "'\(key)' does not contain \(word.text(pretty: false))"
    }
  }
}
