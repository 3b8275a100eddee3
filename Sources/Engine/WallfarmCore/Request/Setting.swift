public import SourceJSON
public import WallfarmPluginKit

/// A value for a plugin parameter; the parameter name is, for example, `max-size` or
/// `numbered-notes.max-size`.
public struct Setting: Sendable, Hashable {
  /// The name of the parameter.
  public let key: String
  /// The value: JSON as written, or the text of a `--set` option.
  public let value: JSONValue

  /// Creates a setting from its key and value.
  public init(key: String, value: JSONValue) {
    (self.key, self.value) = (key, value)
  }

  /// Creates a setting from a string, as `--set` does.
  public init(key: String, value: String) {
    self.init(key: key, value: .string(value))
  }

  /// Parses the `KEY=VALUE` text of a `--set` option.
  ///
  /// - Throws: `invalid-parameter` if the `=` or the key before it is missing.
  public init(parsing text: String) throws(RenderError) {
    guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
      throw .settingWithoutValue(text)
    }
    key = String(text[..<equals])
    value = .string(String(text[text.index(after: equals)...]))
  }

  /// The value as `--set` accepts it: text unchanged, other values as JSON.
  public var text: String {
    if case .string(let text) = value { text } else { value.text(pretty: false) }
  }

  /// Returns the value for a parameter of the given kind; nil if the kind does not accept the
  /// value.
  ///
  /// A value of any kind can also be specified as text, as on a command line: `"20"` means 20.
  func value(as kind: ParameterKind) -> JSONValue? {
    if case .string = value { return kind.value(fromText: text) }
    return kind.accepts(value) ? value : kind.value(fromText: text)
  }
}

extension Setting {
  /// The JSON object that ``init(_:)`` reads.
  public var json: JSONValue { ["key": .string(key), "value": value] }

  /// Reads the form of ``json``, or the `KEY=VALUE` text that older versions wrote; nil for
  /// anything else.
  public init?(_ node: JSONNode) {
    if let text = node.string {
      try? self.init(parsing: text)
    } else if let key = node["key"]?.string, let value = node["value"]?.plain {
      self.init(key: key, value: value)
    } else {
      return nil
    }
  }
}
