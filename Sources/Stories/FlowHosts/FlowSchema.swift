package import SourceJSON

/// The JSON Schema of `flow.json` for editors; references to names are validated only by the
/// checker.
package enum FlowSchema: SchemaParts {
  package static let schema: JSONValue = [
    "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "A wallfarm flow",
    "allowComments": true, "allowTrailingCommas": true, "type": "object",
    "required": ["format", "version", "summary", "languages", "start", "facts", "steps"],
    "additionalProperties": false,
    "properties": .object(properties),
    "$defs": .object(definitions),
  ]

  private static func named(_ values: JSONValue, most: Double = 200) -> JSONValue {
    [
      "type": "object", "propertyNames": ["pattern": "^[A-Za-z][A-Za-z0-9-]{0,39}$"],
      "additionalProperties": values, "maxProperties": .number(most),
    ]
  }

  private static func list(_ items: JSONValue, least: Double = 0) -> JSONValue {
    ["type": "array", "items": items, "minItems": .number(least)]
  }

  private static let name: JSONValue = [
    "type": "string", "pattern": "^[A-Za-z][A-Za-z0-9-]{0,39}$",
  ]
  private static let value: JSONValue = [
    "anyOf": [
      ["type": ["boolean", "string", "integer", "null"]],
      ["type": "array", "items": ["type": "string"]],
    ]
  ]
  private static let yesNo: JSONValue = ["type": "boolean"]

  private static let properties: [String: JSONValue] = [
    "format": ["const": 1], "$schema": ["type": "string"],
    "version": said(
      ["type": "integer", "minimum": 1, "maximum": 1000],
      "The version of the flow; increase it to show news to users who finished the flow."),
    "summary": said(["type": "string"], "A one-line summary."),
    "languages": said(
      list(["type": "string"], least: 1),
      "The languages, each with a file texts-LANGUAGE.json; the first is the fallback."),
    "start": said(name, "The first step."),
    "trigger": object([
      "firstUse": said(
        yesNo,
        "Whether the flow starts automatically at the first use (default: true)."),
      "absentDays": said(
        ["type": "integer", "minimum": 1, "maximum": 3650],
        "Number of days without use after which the flow starts again."),
    ]),
    "facts": said(named(use("fact")), "The variables of the flow."),
    "steps": said(named(use("step")), "The screens of the flow."),
    "always": said(named(use("action"), most: 20), "Actions that are available at every step."),
    "notices": said(
      named(use("notice")),
      "Messages that are shown above every step while their condition holds."),
    "effects": said(named(use("effect")), "Actions that only a host can perform."),
    "milestones": said(
      named(use("milestone")), "Messages that are shown once, when a fact reaches a number."),
    "success": said(use("facts"), "Criteria that must be met when the flow ends."),
    "finish": said(named(value), "Facts that are set when the flow is finished."),
    "news": said(
      [
        "type": "object", "propertyNames": ["pattern": "^[1-9][0-9]*$"],
        "additionalProperties": name,
      ],
      "First steps for users who finished an older version; each key is the newest finished "
        + "version that the entry applies to."),
    "upgrade": object([
      "steps": ["type": "object", "additionalProperties": name],
      "facts": ["type": "object", "additionalProperties": name],
    ]),
    "links": said(named(name), "Other flows that can be opened from this one."),
    "media": said(named(use("medium")), "Pictures and films."),
    "aims": list(
      object(
        ["from": name, "to": name, "percent": ["type": "number", "minimum": 0, "maximum": 100]],
        required: ["from", "to", "percent"])),
    "variants": said(
      named(
        object([
          "summary": ["type": "string"], "start": name, "steps": ["type": "object"],
          "facts": ["type": "object"], "success": ["type": "object"],
        ]), most: 16), "Alternative orders of the steps."),
  ]

  private static let doing: [String: JSONValue] = [
    "set": said(named(value), "Facts to set; null resets a fact to its default."),
    "do": said(name, "The effect to request."),
    "then": said(named(use("outcome")), "The reaction to each outcome of the effect."),
    "go": said(name, "The target: a step, back, finish or leave."),
    "open": said(name, "The linked flow to open."),
    "pause": said(name, "The task to pause."),
    "resume": said(name, "The task to resume."),
    "cancel": said(name, "The task to cancel."),
  ]

  private static let definitions: [String: JSONValue] = [
    "condition": [
      "anyOf": [use("facts"), list(use("condition"), least: 1)],
      "description":
        "An object whose members must all hold, or a list in which at least one entry must hold.",
    ],
    "facts": [
      "type": "object",
      "additionalProperties": [
        "anyOf": [
          value,
          object([
            "atLeast": ["type": "integer"], "atMost": ["type": "integer"], "not": value,
            "known": yesNo,
          ]),
        ]
      ],
    ],
    "fact": object(
      [
        "from": ["enum": ["user", "host", "flow"]],
        "kind": ["enum": ["yes-no", "choice", "number", "text", "texts"]],
        "choices": list(name, least: 2), "between": list(["type": "integer"], least: 2),
        "most": ["type": "integer", "minimum": 1, "maximum": 2000], "default": value,
        "clearedBy": list(name), "shared": yesNo, "summary": ["type": "string"],
      ], required: ["from", "kind"]),
    "action": object(
      doing.merging([
        "when": use("condition"),
        "need": said(
          use("condition"),
          "The gate of the action; while the gate is closed, the text ACTION.why states the reason."
        ),
        "confirm": said(yesNo, "Whether the action asks for confirmation."),
      ]) { $1 }),
    "outcome": object([
      "set": named(value), "go": name, "say": said(name, "The last part of a text key."),
    ]),
    "tip": object(
      [
        "target": said(name, "The name of an interface element of the host."),
        "padding": ["type": "integer", "minimum": 0, "maximum": 60],
        "radius": ["type": "integer", "minimum": 0, "maximum": 80],
      ], required: ["target"]),
    "step": object([
      "part": name, "aside": yesNo, "back": yesNo, "show": list(use("block")), "ask": list(name),
      "actions": named(use("action"), most: 20), "enter": object(doing),
      "pass": object(["when": use("condition"), "go": name], required: ["when", "go"]),
      "after": object(
        doing.merging([
          "seconds": ["type": "number", "exclusiveMinimum": 0, "maximum": 600]
        ]) { $1 }, required: ["seconds"]),
      "tip": use("tip"),
    ]),
    "block": [
      "anyOf": [
        name, object(["text": name, "when": use("condition")], required: ["text"]),
        object(["picture": name, "when": use("condition")], required: ["picture"]),
        object(
          ["film": name, "or": list(name, least: 1), "when": use("condition")],
          required: ["film", "or"]),
      ]
    ],
    "notice": object(
      ["when": use("condition"), "actions": named(use("action"), most: 20), "tip": use("tip")],
      required: ["when"]),
    "effect": object([
      "outcomes": said(list(name, least: 1), "The possible outcomes, success first."),
      "with": list(name), "gives": list(name), "task": yesNo,
      "mustSucceed": said(
        ["type": "string", "minLength": 1], "The reason why the effect must succeed."),
    ]),
    "milestone": object(
      ["fact": name, "at": ["type": "integer"], "owes": name], required: ["fact", "at"]),
    "medium": object([
      "moves": yesNo,
      "picture": said(
        ["type": "object"],
        "A render request without a device; see 'wallfarm describe request'."),
      "motion": said(
        ["type": "string", "minLength": 1],
        "The film: the name of a motion, or a path relative to the flow."),
    ]),
  ]
}
