public import SourceJSON
public import WallfarmPluginKit

/// A value for a parameter of a plugin, by `max-size` or `numbered-notes.max-size`.
public struct Setting: Sendable, Hashable {
  /// The name of the parameter.
  public let key: String
  /// The value: JSON as it was written, or the text of a `--set`.
  public let value: JSONValue

  /// Makes a setting from its halves.
  public init(key: String, value: JSONValue) {
    (self.key, self.value) = (key, value)
  }

  /// Makes a setting of a text, as `--set` does.
  public init(key: String, value: String) {
    self.init(key: key, value: .string(value))
  }

  /// Reads the text of a `--set`.
  ///
  /// - Throws: `invalid-parameter` where there is no `=` or nothing before it.
  public init(parsing text: String) throws(RenderError) {
    guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
      throw .settingWithoutValue(text)
    }
    key = String(text[..<equals])
    value = .string(String(text[text.index(after: equals)...]))
  }

  /// The value as `--set` takes it: a text as it is, anything else as JSON.
  public var text: String {
    if case .string(let text) = value { text } else { value.text(pretty: false) }
  }

  /// The value for a parameter of a kind; nil where the kind does not accept it.
  ///
  /// Any value may also be written as its text: `"20"` for 20, as on a command line.
  func value(as kind: ParameterKind) -> JSONValue? {
    if case .string = value { return kind.value(fromText: text) }
    return kind.accepts(value) ? value : kind.value(fromText: text)
  }
}

extension Setting {
  /// An object that ``init(_:)`` reads.
  public var json: JSONValue { ["key": .string(key), "value": value] }

  /// Reads ``json``, or the `KEY=VALUE` of an older version; nil for anything else.
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
