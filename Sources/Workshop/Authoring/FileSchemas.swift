internal import ContentSources
internal import Designs
public import SourceJSON
internal import WallfarmCore
public import WallfarmPluginKit

/// The JSON Schemas of themes and templates, generated from the declarations that parse them.
public struct FileSchemas: Sendable {
  private let plugins: PluginRegistry

  /// Creates the schemas for a set of plugins.
  public init(plugins: PluginRegistry) { self.plugins = plugins }

  /// The schema of a theme.
  public var theme: JSONValue {
    var own = part
    own["extends"] = described(
      ["type": "string", "minLength": 1],
      "Base theme: its name, or a path relative to this file.")
    own["credits"] = described(
      ["anyOf": [["type": "string"], ["type": "array", "items": ["type": "string"]]]],
      "People and sources to credit.")
    let variant: JSONValue = ["$ref": "#/$defs/variant"]
    own["variants"] = described(
      [
        "type": "object", "additionalProperties": false,
        "properties": .object(
          Dictionary(uniqueKeysWithValues: ThemeVariant.allCases.map { ($0.rawValue, variant) })),
      ], "Values that differ in a variant, which --variant selects.")
    own["overrides"] = described(
      ["type": "array", "items": ["$ref": "#/$defs/override"]],
      "Values that differ on some devices or in one variant; later overrides take precedence.")
    var override = part
    override["when"] = ["$ref": "#/$defs/when"]
    return file(
      "A wallfarm theme", own, required: [],
      rules: [
        "anyOf": [
          ["required": ["background"], "properties": ["background": ["required": ["plugin"]]]],
          ["required": ["extends"]],
        ]
      ],
      definitions: [
        "background": use(
          of: plugins.backgrounds, choices: choices(of: plugins.backgrounds)),
        "image": image, "variant": closed(part), "when": when,
        "override": .object([
          "type": "object", "required": ["when"], "additionalProperties": false,
          "properties": .object(override),
        ]),
      ])
  }

  /// The keys that a theme, a variant and an override have in common: background, palette and
  /// tokens.
  private var part: [String: JSONValue] {
    var properties: [String: JSONValue] = [
      "background": [
        "anyOf": [
          ["$ref": "#/$defs/background"],
          described(
            [
              "type": "object", "additionalProperties": false,
              "properties": ["parameters": ["type": "object"]],
            ], "Parameters to change in the existing background."),
        ]
      ]
    ]
    properties["images"] = described(
      [
        "type": "array", "maxItems": .number(Double(ThemeImages.most)),
        "items": ["$ref": "#/$defs/image"],
      ],
      "Images above the background, in paint order; a variant or an override replaces all of them.")
    let palette = ThemeTokens.palette
    properties["palette"] = described(
      [
        "type": "object", "propertyNames": ["pattern": "^[A-Za-z][A-Za-z0-9-]{0,39}$"],
        "additionalProperties": value(palette.kind, palette.summary, default: nil),
      ], "Custom colors by name; other values refer to them as $palette.NAME.")
    for section in ThemeTokens.sections {
      let tokens = ThemeTokens.all.filter { $0.key.hasPrefix(section + ".") }
      properties[section] = closed(
        Dictionary(
          uniqueKeysWithValues: tokens.map { token in
            let name = String(token.key.dropFirst(section.count + 1))
            return (name, value(token.kind, token.summary, default: token.defaultValue))
          }))
    }
    return properties
  }

  /// An image of a theme: the parameters of the layout `picture`.
  private var image: JSONValue {
    let parameters = plugins.layout(ThemeImages.layout)?.schema.parameters ?? []
    return .object([
      "type": "object", "required": ["file"], "additionalProperties": false,
      "properties": .object(
        Dictionary(
          uniqueKeysWithValues: parameters.map { parameter in
            (
              parameter.key,
              value(parameter.kind, parameter.summary, default: parameter.defaultValue)
            )
          })),
    ])
  }

  private var when: JSONValue {
    described(
      [
        "type": "object", "minProperties": 1, "additionalProperties": false,
        "properties": [
          "kind": ["enum": .array(Condition.kinds.map(JSONValue.string))],
          "device": [
            "anyOf": [
              ["type": "string"],
              ["type": "array", "minItems": 1, "items": ["type": "string"]],
            ]
          ],
          "variant": ["enum": .array(ThemeVariant.allCases.map { .string($0.rawValue) })],
        ],
      ], "Conditions that must all hold for the override to apply.")
  }

  /// The schema of a map of presets.
  public var shortcuts: JSONValue {
    let link: JSONValue = [
      "type": "string", "pattern": "^https://www\\.icloud\\.com/shortcuts/[0-9a-f]{32}$",
    ]
    func named(_ link: JSONValue, _ required: [JSONValue]) -> JSONValue {
      [
        "type": "object", "required": .array(required), "additionalProperties": false,
        "properties": ["link": link, "name": ["type": "string", "pattern": "\\S"]],
      ]
    }
    let perhaps: JSONValue = ["anyOf": [link, ["type": "null"]]]
    let presets = Preset.all.map { preset in
      ("\(preset.number)", ["anyOf": [perhaps, named(perhaps, ["link"])]] as JSONValue)
    }
    return [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "Apple Shortcuts by preset",
      "allowComments": true, "allowTrailingCommas": true, "type": "object",
      "required": ["format", "name", "general"], "additionalProperties": false,
      "properties": [
        "$schema": ["type": "string"], "format": ["const": 1],
        "name": described(
          ["type": "string", "pattern": "\\{preset\\}"],
          "Name of the shortcut of a preset on the phone; {preset} is the number of the preset."),
        "general": described(
          ["allOf": [named(link, ["link", "name"])]],
          "Shortcut for presets that do not have their own."),
        "presets": described(
          ["allOf": [closed(Dictionary(uniqueKeysWithValues: presets))]],
          "Presets 1 to 20: a link, null if there is none yet, or an object that adds a name."),
      ],
    ]
  }

  /// The schema of a content file.
  public var content: JSONValue {
    guard case .object(let members) = ContentReader.schema else { return ContentReader.schema }
    return .object(
      members.merging([
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Content of a wallpaper", "allowComments": true, "allowTrailingCommas": true,
      ]) { $1 })
  }

  /// The schema of a template.
  public var template: JSONValue {
    file(
      "A wallfarm template",
      [
        "theme": described(
          ["type": "string", "minLength": 1], "Default theme of the template."),
        "parameters": described(
          [
            "type": "object", "propertyNames": ["pattern": "^[A-Za-z][A-Za-z0-9-]{0,39}$"],
            "additionalProperties": [
              "type": "object", "required": ["summary"], "additionalProperties": false,
              "properties": ["summary": ["type": "string"], "default": .object([:])],
            ],
          ], "Parameters that --set sets by name; plugins read them as $parameters.NAME."),
        "background": ["anyOf": [["const": "theme"], ["$ref": "#/$defs/background"]]],
        "layouts": described(
          ["type": "array", "items": layout(depth: 0)],
          "Layouts in the free area, or stacks of them."),
        "sample": described(
          ["anyOf": [["type": "string"], ContentKind.notes.schema, ContentKind.schema]],
          "Sample notes or content, or the path of a file; 'render' shows the sample if it "
            + "receives no content."
        ),
        "sampleNow": described(
          ["anyOf": [ContentField.Form.when.schema]], "Time for which the sample is rendered."),
      ], required: ["theme"], rules: [:],
      definitions: [
        "background": use(
          of: plugins.backgrounds, choices: choices(of: plugins.backgrounds, inTemplate: true)),
        "layout-parameters": ["allOf": .array(choices(of: plugins.layouts, inTemplate: true))],
        "layout": layouts(depth: 0), "part": layouts(depth: 1),
        "stack-parameters": stackParameters(of: .stack),
        "columns-parameters": stackParameters(of: .columns),
        "when": when,
      ])
  }

  /// The schema for the use of a layout plugin; inside a stack, the layout can also specify a size.
  private func layouts(depth: Int) -> JSONValue {
    var more: [String: JSONValue] = ["when": ["$ref": "#/$defs/when"]]
    if depth > 0 { more["size"] = PartSize.schema }
    return use(of: plugins.layouts, choices: [["$ref": "#/$defs/layout-parameters"]], and: more)
  }

  /// The schema of a layout or a stack at a nesting depth.
  private func layout(depth: Int) -> JSONValue {
    let own: JSONValue = ["$ref": .string(depth == 0 ? "#/$defs/layout" : "#/$defs/part")]
    guard depth < LayoutPart.deepest else { return own }
    let stacks = StackForm.allCases.map { form -> JSONValue in
      var properties: [String: JSONValue] = [
        form.rawValue: described(
          [
            "type": "array", "minItems": 1, "maxItems": .number(Double(LayoutPart.mostParts)),
            "items": layout(depth: depth + 1),
          ], form.description.summary),
        "parameters": ["$ref": .string("#/$defs/\(form.rawValue)-parameters")],
        "when": ["$ref": "#/$defs/when"],
      ]
      if depth > 0 { properties["size"] = PartSize.schema }
      return [
        "type": "object", "required": [.string(form.rawValue)], "additionalProperties": false,
        "properties": .object(properties),
      ]
    }
    return ["anyOf": .array([own] + stacks)]
  }

  private func stackParameters(of form: StackForm) -> JSONValue {
    closed(parameters(of: form, inTemplate: true))
  }

  private typealias Plugin = any RegisteredPlugin

  /// The schema of a file format, including the keys that all formats share.
  private func file(
    _ title: String, _ properties: [String: JSONValue], required: [JSONValue],
    rules: [String: JSONValue], definitions: [String: JSONValue]
  ) -> JSONValue {
    let common: [String: JSONValue] = [
      "$schema": ["type": "string"], "format": ["const": 1],
      "summary": described(["type": "string"], "One-line description."),
    ]
    let schema: [String: JSONValue] = [
      "$schema": "https://json-schema.org/draft/2020-12/schema", "title": .string(title),
      // VS Code reads these keys; other programs ignore them.
      "allowComments": true, "allowTrailingCommas": true,
      "type": "object", "required": .array(["format", "summary"] + required),
      "additionalProperties": false, "properties": .object(properties.merging(common) { $1 }),
      "$defs": .object(definitions.merging(FileSchemas.tokenDefinitions) { $1 }),
    ]
    return .object(schema.merging(rules) { $1 })
  }

  /// Schemas, one per plugin, that restrict the plugin's parameters.
  private func choices(of plugins: [Plugin], inTemplate: Bool = false) -> [JSONValue] {
    plugins.map { plugin -> JSONValue in
      return [
        "if": ["properties": ["plugin": ["const": .string(plugin.id)]]],
        "then": [
          "properties": ["parameters": closed(parameters(of: plugin, inTemplate: inTemplate))]
        ],
      ]
    }
  }

  /// The schema for the use of one of several plugins.
  private func use(
    of plugins: [Plugin], choices: [JSONValue], and more: [String: JSONValue] = [:]
  ) -> JSONValue {
    let properties: [String: JSONValue] = [
      "plugin": ["enum": .array(plugins.map { .string($0.id) })],
      "parameters": ["type": "object"],
    ]
    return [
      "type": "object", "required": ["plugin"], "additionalProperties": false,
      "properties": .object(properties.merging(more) { $1 }), "allOf": .array(choices),
    ]
  }

  private func parameters(of plugin: Plugin, inTemplate: Bool) -> [String: JSONValue] {
    Dictionary(
      uniqueKeysWithValues: plugin.schema.parameters.map { parameter in
        (
          parameter.key,
          value(
            parameter.kind, parameter.summary, default: parameter.defaultValue,
            inTemplate: inTemplate)
        )
      })
  }

  /// The schema of a literal value or a reference to a value of the same kind, with a summary and a
  /// default for editors.
  private func value(
    _ kind: ParameterKind, _ summary: String, default standard: JSONValue?, inTemplate: Bool = false
  ) -> JSONValue {
    var choices = [kind.schema]
    if let name = FileSchemas.tokenDefinition(for: kind) {
      choices.append(["$ref": .string("#/$defs/\(name)")])
    } else if let tokens = FileSchemas.tokens(like: kind) {
      choices.append(tokens)
    }
    if ThemeTokens.palette.kind.isAlike(kind) {
      choices.append(["type": "string", "pattern": "^\\$palette\\.[A-Za-z][A-Za-z0-9-]*$"])
    }
    if inTemplate {
      choices.append(["type": "string", "pattern": "^\\$parameters\\.[A-Za-z][A-Za-z0-9-]*$"])
    }
    var schema: [String: JSONValue] = ["anyOf": .array(choices)]
    schema["default"] = standard
    return described(schema, summary)
  }

  /// The schema of a reference to a token of a kind; nil if there are no such tokens.
  private static func tokens(like kind: ParameterKind) -> JSONValue? {
    let tokens = ThemeTokens.all.filter { $0.kind.canBe(kind) }.map {
      JSONValue.string("$" + $0.key)
    }
    return tokens.isEmpty ? nil : ["enum": .array(tokens)]
  }

  /// The name of the shared definition that lists the tokens of a common kind; nil for other kinds.
  ///
  /// There are about fifty tokens per common kind.
  private static func tokenDefinition(for kind: ParameterKind) -> String? {
    switch kind {
    case .color: "color-token"
    case .font: "font-token"
    case .integer, .number: "number-token"
    case .boolean, .text, .texts, .words, .choice, .stops, .file: nil
    }
  }

  private static let tokenDefinitions = Dictionary(
    ThemeTokens.all.compactMap { token -> (String, JSONValue)? in
      guard let name = tokenDefinition(for: token.kind), let tokens = tokens(like: token.kind)
      else { return nil }
      return (name, tokens)
    }, uniquingKeysWith: { first, _ in first })

  private func described(_ schema: [String: JSONValue], _ summary: String) -> JSONValue {
    .object(schema.merging(["description": .string(summary)]) { $1 })
  }

  private func closed(_ properties: [String: JSONValue]) -> JSONValue {
    ["type": "object", "additionalProperties": false, "properties": .object(properties)]
  }
}
