package import SourceJSON

/// The JSON Schema of `flow.json` for editors; the checker validates references to names.
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
      "Raise it when somebody who has finished the flow should see something new."),
    "summary": said(["type": "string"], "What it is about, in one line."),
    "languages": said(
      list(["type": "string"], least: 1),
      "Each has a file texts-LANGUAGE.json; the first is used where another is not there."),
    "start": said(name, "The step it begins with."),
    "trigger": object([
      "firstUse": said(yesNo, "Whether it begins at the first opening; true unless said."),
      "absentDays": said(
        ["type": "integer", "minimum": 1, "maximum": 3650],
        "It begins again after so many days without an opening."),
    ]),
    "facts": said(named(use("fact")), "Everything that it knows."),
    "steps": said(named(use("step")), "Its screens."),
    "always": said(named(use("action"), most: 20), "Actions that every step has."),
    "notices": said(
      named(use("notice")), "Sentences that stand over every step while something holds."),
    "effects": said(named(use("effect")), "What a host is asked to do."),
    "milestones": said(named(use("milestone")), "What is told once, when a number is reached."),
    "success": said(use("facts"), "What has to hold at the end, each for itself."),
    "finish": said(named(value), "Facts that get a value when it has ended."),
    "news": said(
      [
        "type": "object", "propertyNames": ["pattern": "^[1-9][0-9]*$"],
        "additionalProperties": name,
      ],
      "Where somebody begins who finished an older version: all up to the number that is the key."),
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
        ]), most: 16), "Other orders of its steps."),
  ]

  private static let doing: [String: JSONValue] = [
    "set": said(named(value), "Facts that get a value; null is what they were at the beginning."),
    "do": said(name, "An effect."),
    "then": said(named(use("outcome")), "What follows each outcome of the effect."),
    "go": said(name, "A step, back, finish or leave."), "open": said(name, "A linked flow."),
    "pause": said(name, "An effect that is a task."),
    "resume": said(name, "An effect that is a task."),
    "cancel": said(name, "An effect that is a task."),
  ]

  private static let definitions: [String: JSONValue] = [
    "condition": [
      "anyOf": [use("facts"), list(use("condition"), least: 1)],
      "description": "An object, of which all must hold, or a list, of which one must.",
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
        "need": said(use("condition"), "A gate: the text ACTION.why says why it is shut."),
        "confirm": said(yesNo, "Whether it asks first."),
      ]) { $1 }),
    "outcome": object([
      "set": named(value), "go": name, "say": said(name, "The last part of the key of a text."),
    ]),
    "tip": object(
      [
        "target": said(name, "A name that the host knows."),
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
      "outcomes": said(list(name, least: 1), "How it can end; the first is how it should."),
      "with": list(name), "gives": list(name), "task": yesNo,
      "mustSucceed": said(
        ["type": "string", "minLength": 1], "Why the story cannot end without it."),
    ]),
    "milestone": object(
      ["fact": name, "at": ["type": "integer"], "owes": name], required: ["fact", "at"]),
    "medium": object([
      "moves": yesNo,
      "picture": said(
        ["type": "object"], "A request, as 'wallfarm describe request' shows it, without a device."),
      "motion": said(
        ["type": "string", "minLength": 1],
        "Its film: the name of a motion, or a path beside the flow."),
    ]),
  ]
}
