import Challenge
import SourceJSON

// Challenges, for the OpenAPI document.

extension OpenAPISchema {
  /// What a challenge begins with.
  static let beginning: JSONValue = [
    "type": "object", "required": ["goal", "photo"], "additionalProperties": false,
    "properties": [
      "goal": [
        "description": "Steps, or a name for some.",
        "anyOf": [
          [
            "type": "integer", "minimum": .number(Double(StepGoal.range.lowerBound)),
            "maximum": .number(Double(StepGoal.range.upperBound)),
          ],
          ["enum": .array(StepGoal.levels.map { .string($0.name) })],
        ],
      ],
      "photo": [
        "type": "string", "pattern": "^sha256-[0-9a-f]{64}$",
        "description": "The name of a photo that was brought.",
      ],
      "start": [
        "type": "string", "description": "A later day or time; without it, now.",
        "pattern":
          "^[0-9]{4}-[0-9]{2}-[0-9]{2}([Tt ][0-9]{2}:[0-9]{2}(:[0-9]{2})?([Zz]|[+-][0-9]{2}:[0-9]{2})?)?$",
      ],
      "alerts": ["type": "boolean", "description": "Whether marks are told; true without it."],
      "reminders": ["type": "boolean", "description": "Whether somebody is reminded each day."],
    ],
  ]

  /// How far a challenge is.
  static let challenge: JSONValue = [
    "type": "object", "required": ["state", "goal", "steps", "percent", "left", "celebration"],
    "properties": [
      "state": ["enum": ["under-way", "reached", "finished", "cancelled"]],
      "goal": ["type": "integer"], "steps": ["type": "integer"],
      "percent": ["type": "integer", "minimum": 0, "maximum": 100], "left": ["type": "integer"],
      "start": maybeText, "zone": maybeText, "average": maybeNumber, "daysLeft": maybeNumber,
      "reached": maybeText, "read": maybeText, "exported": maybeText, "daysTaken": maybeNumber,
      "alerts": ["type": "boolean"], "reminders": ["type": "boolean"],
      "celebration": [
        "type": "boolean", "description": "Whether it is reached and nobody has looked yet.",
      ],
      "told": ["type": "array", "items": ["type": "integer"]],
    ],
  ]

  /// What counting an export answers.
  static let counted: JSONValue = [
    "type": "object", "required": ["challenge", "events"],
    "properties": [
      "challenge": reference("Challenge"),
      "events": ["type": "array", "items": event],
    ],
  ]

  private static let event: JSONValue = [
    "type": "object", "required": ["event", "percent", "steps", "goal", "left", "text"],
    "properties": [
      "event": ["enum": ["mark", "reached", "reminder"]], "mark": ["type": "integer"],
      "percent": ["type": "integer"], "steps": ["type": "integer"], "goal": ["type": "integer"],
      "left": ["type": "integer"], "text": ["type": "string"],
    ],
  ]

  private static let maybeNumber: JSONValue = ["type": ["number", "null"]]
}
