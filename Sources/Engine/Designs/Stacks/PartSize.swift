internal import Files
package import SourceJSON
import WallfarmPluginKit

/// The size of a part along the axis of its stack: its height in a stack, or its width in columns.
package enum PartSize: Sendable, Hashable {
  /// The natural size of the content.
  case natural
  /// A length in points on a screen 430 pt wide.
  case fixed(Double)
  /// A weighted share of the remaining space; a part with weight 2 gets twice as much as one with
  /// weight 1.
  case fill(Double)

  /// The maximum length of a ``fixed(_:)`` size.
  package static let longest = 1000.0
  /// The maximum weight of a ``fill(_:)`` size.
  package static let mostShares = 100.0

  /// Parses `"natural"`, `"fill"`, `{"fill": 2}` or `120`.
  init?(_ node: JSONNode, in reader: inout FileReader) {
    let words = ["natural", "fill"]
    switch (node.string, node.number, node.members) {
    case ("natural", _, _): self = .natural
    case ("fill", _, _): self = .fill(1)
    case (_, let number?, _) where (1...Self.longest).contains(number): self = .fixed(number)
    case (_, _, _?):
      guard let object = reader.object(node, "'size'", keys: ["fill"]) else { return nil }
      guard let share = object["fill"] else {
        reader.missing("fill", in: "'size'", node)
        return nil
      }
      guard let number = share.number, number > 0, number <= Self.mostShares else {
        reader.report(
          reader.wrong(share, "'fill'", "a number above 0, at most \(Int(Self.mostShares))"))
        return nil
      }
      self = .fill(number)
    default:
      reader.report(
        reader.wrong(
          node, "'size'",
          "natural, fill, { \"fill\": 2 }, or a number of points from 1 to \(Int(Self.longest))",
          among: words))
      return nil
    }
  }

  /// The JSON Schema of a size.
  package static let schema: JSONValue = [
    "description": .string(
      "Height in a stack or width in columns: natural, a share of the remaining space, or a number "
        + "of points on a screen that is 430 pt wide."),
    "default": "fill",
    "anyOf": [
      ["enum": ["natural", "fill"]],
      ["type": "number", "minimum": 1, "maximum": .number(longest)],
      [
        "type": "object", "required": ["fill"], "additionalProperties": false,
        "properties": [
          "fill": ["type": "number", "exclusiveMinimum": 0, "maximum": .number(mostShares)]
        ],
      ],
    ],
  ]
}
