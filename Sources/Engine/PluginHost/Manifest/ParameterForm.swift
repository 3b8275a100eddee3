internal import Files
public import SourceJSON
internal import WallfarmCore
public import WallfarmPluginKit

// Parameter declarations in plugin.json. Descriptions of built-in plugins use the same format.

extension ParameterDescription {
  /// The declaration in plugin.json.
  public var form: JSONValue {
    var members: [String: JSONValue] = [
      "key": .string(key), "default": defaultValue, "summary": .string(summary),
    ]
    func type(_ name: String) { members["type"] = .string(name) }
    switch kind {
    case .integer(let range):
      type("integer")
      members["minimum"] = .number(Double(range.lowerBound))
      members["maximum"] = .number(Double(range.upperBound))
    case .number(let range, let unit):
      type("number")
      members["minimum"] = .number(range.lowerBound)
      members["maximum"] = .number(range.upperBound)
      members["unit"] = .string(unit.word)
    case .boolean: type("boolean")
    case .text(let limit):
      type("text")
      members["limit"] = .number(Double(limit))
    case .texts(let limit):
      type("texts")
      members["limit"] = .number(Double(limit))
    case .choice(let words):
      type("choice")
      members["words"] = .array(words.map(JSONValue.string))
    case .words(let words):
      type("words")
      members["words"] = .array(words.map(JSONValue.string))
    case .color(let optional):
      type("color")
      members["optional"] = .bool(optional)
    case .stops: type("stops")
    case .font(let optional):
      type("font")
      members["optional"] = .bool(optional)
    case .file: type("file")
    }
    return .object(members)
  }
}

extension ParameterUnit {
  /// The name of the unit in plugin.json.
  var word: String {
    switch self {
    case .none: "none"
    case .points: "points"
    case .typePoints: "typePoints"
    case .em: "em"
    case .degrees: "degrees"
    case .fraction: "fraction"
    }
  }

  static var words: [String] { allCases.map(\.word) }

  init?(word: String) {
    guard let unit = ParameterUnit.allCases.first(where: { $0.word == word }) else { return nil }
    self = unit
  }
}

/// Parses the parameter declarations of a plugin.json.
struct ParameterFormReader {
  /// The parameter types, each with the keys that it has in addition to `key`, `type`, `default`
  /// and `summary`.
  static let types: [(name: String, keys: [String])] = [
    ("integer", ["minimum", "maximum"]), ("number", ["minimum", "maximum", "unit"]),
    ("boolean", []), ("text", ["limit"]), ("texts", ["limit"]), ("choice", ["words"]),
    ("words", ["words"]), ("color", ["optional"]), ("stops", []), ("font", ["optional"]),
    ("file", []),
  ]
  static let common = ["key", "type", "default", "summary"]
  static let mostParameters = 100

  /// Parses a list of declarations and reports errors to the reader.
  static func parameters(
    _ node: JSONNode, _ reader: inout FileReader
  ) -> [ParameterDescription] {
    guard let items = node.elements else {
      reader.report(reader.wrong(node, "'parameters'", "a list"))
      return []
    }
    guard items.count <= mostParameters else {
      reader.report(
        .invalidValue(
          "'parameters'", expected: "at most \(mostParameters)",
          got: "a list of \(items.count) entries",
          origin: reader.origin(node)))
      return []
    }
    var found: [ParameterDescription] = []
    for item in items {
      guard let parameter = parameter(item, &reader) else { continue }
      if found.contains(where: { $0.key == parameter.key }) {
        reader.report(
          .invalidValue(
            "'key'", expected: "a different key for each parameter",
            got: "'\(parameter.key)' again",
            origin: reader.origin(item["key"] ?? item)))
      }
      found.append(parameter)
    }
    return found
  }

  private static func parameter(
    _ node: JSONNode, _ reader: inout FileReader
  ) -> ParameterDescription? {
    guard node.members != nil else {
      reader.report(reader.wrong(node, "a parameter", "an object"))
      return nil
    }
    guard let type = word("type", of: node, among: types.map(\.name), &reader) else { return nil }
    let own = types.first { $0.name == type }?.keys ?? []
    let before = reader.problems.count
    guard reader.object(node, "a parameter of type '\(type)'", keys: common + own) != nil else {
      return nil
    }
    let key = PluginNames.key("key", of: node, "a parameter", &reader)
    let summary = PluginNames.line("summary", of: node, "a parameter", limit: 200, &reader)
    let kind = kind(type, node, &reader)
    guard let key, let summary, let kind, reader.problems.count == before else { return nil }
    guard let standard = standard(kind, node, &reader) else { return nil }
    return ParameterDescription(key: key, kind: kind, defaultValue: standard, summary: summary)
  }

  private static func standard(
    _ kind: ParameterKind, _ node: JSONNode, _ reader: inout FileReader
  ) -> JSONValue? {
    guard let value = node["default"] else {
      reader.missing("default", in: "a parameter", node)
      return nil
    }
    // A default file would have to be accessible from every working directory, so the only valid
    // default is an empty string.
    let expected = kind == .file ? "an empty string, because a file has no default" : kind.accepted
    guard kind.accepts(value.plain), kind != .file || value.string == "" else {
      reader.report(reader.wrong(value, "'default'", expected))
      return nil
    }
    return value.plain
  }

  private static func kind(
    _ type: String, _ node: JSONNode, _ reader: inout FileReader
  ) -> ParameterKind? {
    switch type {
    case "integer":
      guard let range = range(node, &reader) else { return nil }
      guard let low = Int(exactly: range.lowerBound), let high = Int(exactly: range.upperBound),
        abs(low) < 1 << 53, abs(high) < 1 << 53
      else {
        reader.report(reader.wrong(node["minimum"] ?? node, "'minimum'", "whole numbers"))
        return nil
      }
      return .integer(low...high)
    case "number":
      let unit = word("unit", of: node, among: ParameterUnit.words, &reader)
      guard let range = range(node, &reader), let unit = unit.flatMap(ParameterUnit.init(word:))
      else { return nil }
      return .number(range, unit)
    case "boolean": return .boolean
    case "text": return limit(node, most: 100_000, &reader).map { .text(limit: $0) }
    case "texts": return limit(node, most: 1000, &reader).map { .texts(limit: $0) }
    case "choice": return words(node, &reader).map { .choice($0) }
    case "words": return words(node, &reader).map { .words($0) }
    case "color": return flag("optional", node, &reader).map { .color(optional: $0) }
    case "stops": return .stops
    case "font": return flag("optional", node, &reader).map { .font(optional: $0) }
    default: return .file
    }
  }

  private static func range(
    _ node: JSONNode, _ reader: inout FileReader
  ) -> ClosedRange<Double>? {
    let ends = ["minimum", "maximum"].map { key -> Double? in
      guard let value = node[key] else {
        reader.missing(key, in: "a numeric parameter", node)
        return nil
      }
      guard let number = value.number else {
        reader.report(reader.wrong(value, "'\(key)'", "a number"))
        return nil
      }
      return number
    }
    guard let low = ends[0], let high = ends[1] else { return nil }
    guard low <= high else {
      reader.report(
        .invalidValue(
          "'maximum'", expected: "at least the minimum of \(shortest(low))", got: shortest(high),
          origin: reader.origin(node["maximum"] ?? node)))
      return nil
    }
    return low...high
  }

  private static func limit(
    _ node: JSONNode, most: Int, _ reader: inout FileReader
  ) -> Int? {
    guard let value = node["limit"] else {
      reader.missing("limit", in: "a text parameter", node)
      return nil
    }
    guard let limit = value.whole, (1...most).contains(limit) else {
      reader.report(reader.wrong(value, "'limit'", "a whole number from 1 to \(most)"))
      return nil
    }
    return limit
  }

  private static func words(_ node: JSONNode, _ reader: inout FileReader) -> [String]? {
    guard let value = node["words"] else {
      reader.missing("words", in: "a parameter of type 'choice' or 'words'", node)
      return nil
    }
    let words = value.elements?.compactMap(\.string) ?? []
    guard !words.isEmpty, words.count == value.elements?.count, words.count <= 100,
      Set(words).count == words.count, words.allSatisfy({ !$0.isEmpty && $0.count <= 60 })
    else {
      reader.report(reader.wrong(value, "'words'", "a list of 1 to 100 different words"))
      return nil
    }
    return words
  }

  private static func flag(
    _ key: String, _ node: JSONNode, _ reader: inout FileReader
  ) -> Bool? {
    guard let value = node[key] else { return false }
    guard let bool = value.bool else {
      reader.report(reader.wrong(value, "'\(key)'", "true or false"))
      return nil
    }
    return bool
  }

  /// Returns the value of a required key, which must be one of the given words; otherwise, reports
  /// an error.
  static func word(
    _ key: String, of node: JSONNode, among words: [String], _ reader: inout FileReader,
    in what: String = "a parameter"
  ) -> String? {
    guard let value = node[key] else {
      reader.missing(key, in: what, node)
      return nil
    }
    guard let text = value.string, words.contains(text) else {
      reader.report(
        reader.wrong(
          value, "'\(key)'", "one of " + words.joined(separator: ", "), among: words))
      return nil
    }
    return text
  }
}
