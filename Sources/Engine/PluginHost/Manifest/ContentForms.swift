internal import Files
public import SourceJSON
internal import WallfarmCore
public import WallfarmPluginKit

// The content kinds of a layout in plugin.json, for example
// ["notes", {"kind": "dates", "keys": ["title", "date"], "needed": true}].

extension ContentUse {
  /// The declaration in plugin.json.
  public var form: JSONValue {
    let all = fields.count == kind.fields.count
    guard !all || isNeeded else { return .string(kind.rawValue) }
    var members: [String: JSONValue] = ["kind": .string(kind.rawValue)]
    if !all { members["keys"] = .array(keys.map(JSONValue.string)) }
    if isNeeded { members["needed"] = true }
    return .object(members)
  }
}

/// Parses the content kinds in plugin.json.
enum ContentForms {
  /// Returns the declared content kinds; the default is plain notes.
  static func uses(
    _ root: JSONNode, _ kind: String?, _ reader: inout FileReader
  ) -> [ContentUse] {
    guard let list = root["content"] else { return [.plainNotes] }
    guard kind != PluginDescription.Kind.background.rawValue else {
      reader.report(
        reader.wrong(
          list, "'content' of a background",
          "the key to be omitted, because only a layout can declare its content"))
      return []
    }
    guard let items = list.elements else {
      reader.report(reader.wrong(list, "'content'", "a list of kinds"))
      return []
    }
    var uses: [ContentUse] = []
    for item in items {
      guard let use = use(item, &reader) else { continue }
      if uses.contains(where: { $0.kind == use.kind }) {
        reader.report(
          .invalidValue(
            "'content'", expected: "each kind once",
            got: "a list that repeats '\(use.kind.rawValue)'",
            origin: reader.origin(item)))
      }
      uses.append(use)
    }
    return uses
  }

  /// Returns the time precision that a layout declares; returns `nil` if it declares none or an
  /// invalid one.
  static func time(
    _ root: JSONNode, _ kind: String?, _ reader: inout FileReader
  ) -> TimePrecision? {
    guard let value = root["time"] else { return nil }
    guard kind != PluginDescription.Kind.background.rawValue else {
      reader.report(
        reader.wrong(
          value, "'time' of a background",
          "the key to be omitted, because only a layout can declare its use of the time"))
      return nil
    }
    return ParameterFormReader.word(
      "time", of: root, among: TimePrecision.allCases.map(\.rawValue), &reader, in: "a plugin"
    ).flatMap(TimePrecision.init)
  }

  private static func use(_ node: JSONNode, _ reader: inout FileReader) -> ContentUse? {
    let kinds = ContentKind.allCases.map(\.rawValue)
    if let word = node.string {
      if let kind = ContentKind(rawValue: word) { return ContentUse(kind) }
      reader.report(reader.wrong(node, "a kind of content", kinds.joined(separator: ", ")))
      return nil
    }
    let what = "a kind of content"
    guard reader.object(node, what, keys: ["kind", "keys", "needed"]) != nil,
      let word = ParameterFormReader.word("kind", of: node, among: kinds, &reader, in: what),
      let kind = ContentKind(rawValue: word)
    else { return nil }
    var isNeeded = false
    if let value = node["needed"] {
      guard let flag = value.bool else {
        reader.report(reader.wrong(value, "'needed'", "true or false"))
        return nil
      }
      isNeeded = flag
    }
    guard let list = node["keys"] else { return ContentUse(kind, isNeeded: isNeeded) }
    let known = kind.fields.map(\.key)
    let keys = list.elements?.compactMap(\.string) ?? []
    guard let items = list.elements, keys.count == items.count, !keys.isEmpty,
      keys.allSatisfy(known.contains)
    else {
      reader.report(
        reader.wrong(list, "'keys' of \(word)", "one or more of " + known.joined(separator: ", ")))
      return nil
    }
    return ContentUse(kind, isNeeded: isNeeded, fields: Set(keys))
  }
}

extension ManifestSchema {
  /// The JSON Schema for the key `content`.
  static var content: JSONValue {
    let entries = ContentKind.allCases.map { kind -> JSONValue in
      [
        "type": "object", "required": ["kind"], "additionalProperties": false,
        "properties": [
          "kind": ["const": .string(kind.rawValue)], "needed": ["type": "boolean"],
          "keys": [
            "type": "array", "minItems": 1, "uniqueItems": true,
            "items": ["enum": .array(kind.fields.map { .string($0.key) })],
          ],
        ],
      ]
    }
    return [
      "type": "array",
      "description": "Kinds of content that a layout shows (default: the text of notes).",
      "items": [
        "anyOf": .array(
          [["enum": .array(ContentKind.allCases.map { .string($0.rawValue) })]] + entries)
      ],
    ]
  }
}
