public import SourceJSON

/// A typed parameter declaration: key, type, range, unit, default and summary.
///
/// The `--set` option, the output of `describe` and validation are derived from it.
public struct Parameter<Value: Sendable>: Sendable {
  /// The declaration without its Swift type.
  public let description: ParameterDescription
  /// The default value.
  public let defaultValue: Value
  let decode: @Sendable (JSONValue) -> Value?

  /// Creates a parameter; traps if the default is invalid, which is an error in the plugin.
  init(
    _ key: String, kind: ParameterKind, default defaultValue: Value, json: JSONValue,
    summary: String, decode: @escaping @Sendable (JSONValue) -> Value?
  ) {
    precondition(kind.accepts(json), "the default of '\(key)' is not \(kind.accepted)")
    self.description = ParameterDescription(
      key: key, kind: kind, defaultValue: json, summary: summary)
    self.defaultValue = defaultValue
    self.decode = decode
  }
}

/// A parameter declaration without its Swift type, for tools and validation.
public struct ParameterDescription: Sendable, Hashable {
  /// The key in `--set` and in JSON, in lowercase with hyphens.
  public let key: String
  /// The type, range and unit.
  public let kind: ParameterKind
  /// The default value.
  public let defaultValue: JSONValue
  /// A one-line description.
  public let summary: String

  /// Creates a declaration from validated data.
  package init(key: String, kind: ParameterKind, defaultValue: JSONValue, summary: String) {
    (self.key, self.kind, self.defaultValue, self.summary) = (key, kind, defaultValue, summary)
  }

  /// Returns the declaration with the key and summary that a template gives to the parameter.
  public func named(_ key: String, summary: String) -> ParameterDescription {
    ParameterDescription(key: key, kind: kind, defaultValue: defaultValue, summary: summary)
  }
}

extension Parameter where Value == Int {
  /// Declares an integer within a range.
  public static func integer(
    _ key: String, in range: ClosedRange<Int>, default value: Int, summary: String
  ) -> Parameter {
    Parameter(
      key, kind: .integer(range), default: value, json: .number(Double(value)), summary: summary
    ) { json in
      if case .number(let number) = json { Int(exactly: number) } else { nil }
    }
  }
}

extension Parameter where Value == Double {
  /// Declares a number within a range.
  public static func number(
    _ key: String, in range: ClosedRange<Double>, unit: ParameterUnit = .none,
    default value: Double, summary: String
  ) -> Parameter {
    Parameter(
      key, kind: .number(range, unit), default: value, json: .number(value), summary: summary
    ) { json in
      if case .number(let number) = json { number } else { nil }
    }
  }
}

extension Parameter where Value == Bool {
  /// Declares a Boolean value.
  public static func boolean(_ key: String, default value: Bool, summary: String) -> Parameter {
    Parameter(key, kind: .boolean, default: value, json: .bool(value), summary: summary) { json in
      if case .bool(let bool) = json { bool } else { nil }
    }
  }
}

extension Parameter where Value == String {
  /// Declares text of at most `limit` characters.
  public static func text(
    _ key: String, limit: Int = 2000, default value: String = "", summary: String
  ) -> Parameter {
    Parameter(
      key, kind: .text(limit: limit), default: value, json: .string(value), summary: summary,
      decode: string)
  }

  /// Declares the name of a font family.
  public static func font(_ key: String, default value: String, summary: String) -> Parameter {
    Parameter(
      key, kind: .font(optional: false), default: value, json: .string(value), summary: summary,
      decode: string)
  }

  /// Declares the path of an existing file, which the plugin can use in an image layer.
  public static func file(_ key: String, summary: String) -> Parameter {
    Parameter(key, kind: .file, default: "", json: .string(""), summary: summary, decode: string)
  }
}

extension Parameter where Value == [String] {
  /// Declares a list of at most `limit` strings.
  public static func texts(
    _ key: String, limit: Int = 40, default value: [String] = [], summary: String
  ) -> Parameter {
    Parameter(
      key, kind: .texts(limit: limit), default: value,
      json: .array(value.map(JSONValue.string)), summary: summary
    ) { json in
      guard case .array(let items) = json else { return nil }
      return items.compactMap(string)
    }
  }
}

extension Parameter {
  /// Declares a subset of an enumeration's cases; the default is all cases.
  public static func words<Word: RawRepresentable<String> & CaseIterable & Hashable & Sendable>(
    _ key: String, summary: String
  ) -> Parameter where Value == Set<Word> {
    let all = Word.allCases.map(\.rawValue)
    return Parameter(
      key, kind: .words(all), default: Set(Word.allCases),
      json: .array(all.map(JSONValue.string)), summary: summary
    ) { json in
      guard case .array(let items) = json else { return nil }
      return Set(items.compactMap(string).compactMap(Word.init(rawValue:)))
    }
  }
}

extension Parameter where Value == Color {
  /// Declares a color.
  public static func color(_ key: String, default value: Color, summary: String) -> Parameter {
    Parameter(
      key, kind: .color(optional: false), default: value, json: .string(value.hex),
      summary: summary
    ) { json in
      if case .string(let text) = json { Color(text) } else { nil }
    }
  }
}

extension Parameter where Value == Color? {
  /// Declares an optional color; the default is `none`.
  public static func optionalColor(_ key: String, summary: String) -> Parameter {
    Parameter(
      key, kind: .color(optional: true), default: nil, json: .string("none"), summary: summary
    ) { json in
      if case .string(let text) = json { .some(Color(text)) } else { nil }
    }
  }
}

extension Parameter where Value == [GradientStop] {
  /// Declares gradient stops, each written as `COLOR` or `COLOR 30%`.
  public static func stops(
    _ key: String, default value: [String], summary: String
  ) -> Parameter {
    let json = JSONValue.array(value.map(JSONValue.string))
    return Parameter(
      key, kind: .stops, default: GradientStop.list(from: json) ?? [], json: json,
      summary: summary, decode: GradientStop.list)
  }
}

extension Parameter where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
  /// Declares a case of an enumeration.
  public static func choice(_ key: String, default value: Value, summary: String) -> Parameter {
    Parameter(
      key, kind: .choice(Value.allCases.map(\.rawValue)), default: value,
      json: .string(value.rawValue), summary: summary
    ) { json in
      if case .string(let text) = json { Value(rawValue: text) } else { nil }
    }
  }
}

@Sendable private func string(_ json: JSONValue) -> String? {
  if case .string(let text) = json { text } else { nil }
}
