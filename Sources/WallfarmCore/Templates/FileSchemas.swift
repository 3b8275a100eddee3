public import SourceJSON
public import WallfarmPluginKit

/// The JSON Schemas of themes and templates, made from the declarations that read them.
public struct FileSchemas: Sendable {
  private let plugins: PluginRegistry

  /// Describes files that may name these plugins.
  public init(plugins: PluginRegistry) { self.plugins = plugins }

  /// What a theme may say.
  public var theme: JSONValue {
    var properties: [String: JSONValue] = [
      "extends": described(
        ["type": "string", "minLength": 1],
        "A theme to start from: its name, or a path beside this file."),
      "credits": .object([:]), "background": ["$ref": "#/$defs/background"],
    ]
    for section in Theme.sections {
      let tokens = ThemeTokens.all.filter { $0.key.hasPrefix(section + ".") }
      properties[section] = closed(
        Dictionary(
          uniqueKeysWithValues: tokens.map { token in
            let name = String(token.key.dropFirst(section.count + 1))
            return (name, value(token.kind, token.summary, default: token.defaultValue))
          }))
    }
    return file(
      "A wallfarm theme", properties, required: [],
      rules: ["anyOf": [["required": ["background"]], ["required": ["extends"]]]],
      definitions: ["background": use(of: plugins.backgrounds.map { $0 as Plugin })])
  }

  /// What a template may say.
  public var template: JSONValue {
    file(
      "A wallfarm template",
      [
        "theme": described(
          ["type": "string", "minLength": 1], "The theme that is used where none is named."),
        "background": ["anyOf": [["const": "theme"], ["$ref": "#/$defs/background"]]],
        "layouts": ["type": "array", "items": ["$ref": "#/$defs/layout"]],
      ], required: ["theme"], rules: [:],
      definitions: [
        "background": use(of: plugins.backgrounds.map { $0 as Plugin }),
        "layout": use(of: plugins.layouts.map { $0 as Plugin }),
      ])
  }

  private typealias Plugin = any WallpaperPlugin.Type

  /// A file of the first format, with what both kinds have.
  private func file(
    _ title: String, _ properties: [String: JSONValue], required: [JSONValue],
    rules: [String: JSONValue], definitions: [String: JSONValue]
  ) -> JSONValue {
    let common: [String: JSONValue] = [
      "$schema": ["type": "string"], "format": ["const": 1],
      "summary": described(["type": "string"], "One line for lists."),
    ]
    let schema: [String: JSONValue] = [
      "$schema": "https://json-schema.org/draft/2020-12/schema", "title": .string(title),
      "type": "object", "required": .array(["format", "summary"] + required),
      "additionalProperties": false, "properties": .object(properties.merging(common) { $1 }),
      "$defs": .object(definitions),
    ]
    return .object(schema.merging(rules) { $1 })
  }

  /// The use of one of some plugins, each with its own parameters.
  private func use(of plugins: [Plugin]) -> JSONValue {
    let choices = plugins.map { plugin -> JSONValue in
      let parameters = plugin.schema.parameters.map { parameter in
        (
          parameter.key,
          value(parameter.kind, parameter.summary, default: parameter.defaultValue)
        )
      }
      return [
        "if": ["properties": ["plugin": ["const": .string(plugin.id)]]],
        "then": [
          "properties": ["parameters": closed(Dictionary(uniqueKeysWithValues: parameters))]
        ],
      ]
    }
    return [
      "type": "object", "required": ["plugin"], "additionalProperties": false,
      "properties": [
        "plugin": ["enum": .array(plugins.map { .string($0.id) })],
        "parameters": ["type": "object"],
      ],
      "allOf": .array(choices),
    ]
  }

  /// A value, or a token of its kind; editors show summary and default.
  private func value(
    _ kind: ParameterKind, _ summary: String, default standard: JSONValue
  ) -> JSONValue {
    let tokens = ThemeTokens.all.filter { $0.kind.isAlike(kind) }.map { "$" + $0.key }
    var choices = [kind.schema]
    if !tokens.isEmpty { choices.append(["enum": .array(tokens.map(JSONValue.string))]) }
    return described(["anyOf": .array(choices), "default": standard], summary)
  }

  private func described(_ schema: [String: JSONValue], _ summary: String) -> JSONValue {
    .object(schema.merging(["description": .string(summary)]) { $1 })
  }

  private func closed(_ properties: [String: JSONValue]) -> JSONValue {
    ["type": "object", "additionalProperties": false, "properties": .object(properties)]
  }
}

extension ParameterKind {
  /// Whether values of the one may stand where the other is meant, but for their range.
  fileprivate func isAlike(_ other: ParameterKind) -> Bool {
    switch (self, other) {
    case (.color, .color), (.font, .font), (.integer, .integer), (.number, .number),
      (.integer, .number):
      true
    case (.choice, .choice), (.words, .words): self == other
    default: false
    }
  }
}
