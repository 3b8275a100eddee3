package import SourceJSON

/// The JSON Schema of motions, for editors.
///
/// References to names are validated by ``MotionReader``, not by the schema.
package enum MotionSchema: SchemaParts {
  package static let schema: JSONValue = [
    "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "A wallfarm motion",
    "allowComments": true, "allowTrailingCommas": true, "type": "object",
    "required": ["format", "summary", "says", "shots", "still", "reduced"],
    "additionalProperties": false, "properties": .object(properties),
    "$defs": .object(definitions),
  ]

  private static func list(_ items: JSONValue, least: Int = 0, most: Int) -> JSONValue {
    [
      "type": "array", "items": items, "minItems": .number(Double(least)),
      "maxItems": .number(Double(most)),
    ]
  }

  private static func number(_ range: ClosedRange<Double>) -> JSONValue {
    ["type": "number", "minimum": .number(range.lowerBound), "maximum": .number(range.upperBound)]
  }

  private static func whole(_ range: ClosedRange<Int>) -> JSONValue {
    [
      "type": "integer", "minimum": .number(Double(range.lowerBound)),
      "maximum": .number(Double(range.upperBound)),
    ]
  }

  private static func words<Choice: RawRepresentable & CaseIterable>(
    _ type: Choice.Type
  ) -> JSONValue where Choice.RawValue == String {
    ["enum": .array(Choice.allCases.map { .string($0.rawValue) })]
  }

  private static let seconds = number(0...MotionLimits.seconds)
  private static let text: JSONValue = [
    "type": "string", "minLength": 1, "maxLength": .number(Double(MotionLimits.characters)),
  ]
  private static let color: JSONValue = ["type": "string"]
  private static let name: JSONValue = ["type": "string", "pattern": "^[A-Za-z0-9.-]{1,40}$"]

  private static let properties: [String: JSONValue] = [
    "format": ["const": 1], "$schema": ["type": "string"],
    "summary": said(["type": "string"], "One-line description of the film."),
    "says": said(
      list(use("words"), most: 60),
      "Text alternative for people who cannot see the film, one sentence per entry."),
    "examples": said(
      list(text, most: 60),
      "Example content to omit if the user provides a photo: kinds of content, and \"$key\" for "
        + "sentences in 'says'."),
    "texts": said(
      [
        "type": "object",
        "additionalProperties": ["type": "object", "additionalProperties": text],
        "maxProperties": .number(Double(MotionLimits.languages)),
      ], "Texts by language and key; \"$key\" refers to a text wherever text is accepted."),
    "shots": said(
      list(use("shot"), least: 1, most: MotionLimits.shots), "Shots of the film, in order."),
    "still": said(seconds, "Time of the still picture in seconds."),
    "reduced": said(
      list(
        object(["at": seconds, "seconds": number(0.5...30)], required: ["at", "seconds"]), least: 1,
        most: 60), "Still frames for reduced motion, each with its duration in seconds."),
  ]

  private static var key: JSONValue {
    var keys: [String: JSONValue] = [
      "at": said(seconds, "Time in seconds from the start of the track."),
      "ease": said(use("ease"), "Easing from the previous key."),
    ]
    for property in MotionProperty.allCases { keys[property.rawValue] = number(property.range) }
    return object(keys, required: ["at"])
  }

  private static let kinds: [String: JSONValue] = [
    "text": object(
      [
        "words": use("words"), "size": number(8...300), "weight": whole(100...900),
        "color": color, "align": ["enum": ["start", "center", "end"]], "lines": whole(1...12),
      ], required: ["words"]),
    "card": object(
      [
        "words": use("words"), "badge": use("words"), "size": number(8...80),
        "weight": whole(100...900), "color": color, "fill": color, "accent": color,
      ], required: ["words"]),
    "phone": object(["picture": use("picture")], required: ["picture"]),
    "dialog": object(
      [
        "title": use("words"), "words": use("words"),
        "buttons": list(use("words"), least: 1, most: 4),
      ], required: ["title", "buttons"]),
    "tap": object(["color": color]),
    "shape": object([
      "outline": words(MotionThing.ShapeOfThing.Outline.self), "fill": color,
      "ratio": number(0.01...20),
    ]),
    "confetti": object([
      "count": whole(1...MotionLimits.confetti), "seed": whole(0...1_000_000_000), "at": seconds,
      "seconds": number(0.5...20), "colors": list(color, most: 12),
    ]),
  ]

  private static var thing: JSONValue {
    var keys: [String: JSONValue] = [
      "name": said(name, "Name that tracks refer to."),
      "place": said(
        ["type": "array", "items": number(-1...2), "minItems": 2, "maxItems": 2],
        "Center, measured from the top left corner in fractions of the canvas or of the thing in "
          + "'with'."),
      "width": said(
        number(0.01...2), "Width as a fraction of the canvas, or of a phone on a wide canvas."),
      "below": said(name, "Earlier thing that is directly above this thing in a column."),
      "with": said(name, "Earlier thing that this thing moves with."),
      "on": said(["type": "string"], "Button of an earlier dialog, such as ask.2."),
    ]
    keys.merge(kinds) { first, _ in first }
    return [
      "type": "object", "additionalProperties": false, "properties": .object(keys),
      "required": ["name"],
      "oneOf": .array(MotionReader.kinds.map { ["required": [.string($0)]] }),
    ]
  }

  private static let definitions: [String: JSONValue] = [
    "words": said(text, "A text, or $ followed by a key in 'texts'."),
    "picture": said(
      ["type": "object"],
      "A request without devices and output; 'wallfarm describe request' shows its keys."),
    "ease": [
      "anyOf": [
        ["enum": .array(Ease.named.map { .string($0.name) })],
        ["type": "array", "items": ["type": "number"], "minItems": 4, "maxItems": 4],
      ]
    ],
    "shot": object(
      [
        "seconds": number(MotionLimits.shortest...MotionLimits.seconds), "picture": use("picture"),
        "things": list(use("thing"), most: MotionLimits.things),
        "tracks": list(use("track"), most: MotionLimits.tracks),
        "transition": object(
          [
            "kind": words(MotionTransition.Kind.self),
            "seconds": number(0.05...MotionLimits.seconds),
            "ease": use("ease"),
          ], required: ["kind"]),
      ], required: ["seconds", "picture"]),
    "thing": thing,
    "track": [
      "type": "object", "additionalProperties": false,
      "properties": [
        "of": said(
          [
            "anyOf": [
              ["type": "string"],
              ["type": "array", "items": ["type": "string"], "minItems": 1, "maxItems": 20],
            ]
          ], "Names of layers and things; * matches any characters."),
        "set": said(
          ["type": "string"],
          "Setting of the picture, or 'now', whose values are numbers of days "
            + "from the 'now' of the picture."),
        "step": said(
          number(0.001...1000),
          "Step size; values of the setting are rounded down to a multiple of it."),
        "at": said(
          number(-MotionLimits.seconds...MotionLimits.seconds),
          "Start time in seconds from the start of the shot."),
        "stagger": said(
          number(-10...10), "Delay in seconds from each layer to the next."),
        "by": ["enum": ["layers", "words"]],
        "keys": list(key, least: 1, most: MotionLimits.keys),
        "times": ["anyOf": [["const": "forever"], whole(1...1000)]],
        "alternate": said(
          ["type": "boolean"],
          "Whether every second repetition runs backward."),
      ],
      "required": ["keys"], "oneOf": [["required": ["of"]], ["required": ["set"]]],
    ],
  ]
}
