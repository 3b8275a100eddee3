internal import SourceJSON
internal import WallfarmPluginKit

// Outlines: {"rectangle": {…}}, {"rounded": {…}}, {"ellipse": {…}}, {"path": […]}.

extension MessageReader {
  private static let shapes: Set<String> = ["rectangle", "rounded", "ellipse", "path"]
  private static let rounded: Set<String> = ["rect", "radius"]
  private static let elements: Set<String> = ["move", "line", "curve", "close"]
  /// Elements of one path; no wallpaper needs as many.
  private static let mostElements = 100_000

  mutating func shape(_ node: JSONNode) throws(MessageMistake) -> Shape {
    let kind = try onlyKey(of: node, among: Self.shapes)
    return try required(kind, of: node) { (reader, node) throws(MessageMistake) in
      switch kind {
      case "rectangle": return .rectangle(try reader.rect(node))
      case "ellipse": return .ellipse(try reader.rect(node))
      case "rounded":
        try reader.object(node, keys: Self.rounded)
        let rect = try reader.required("rect", of: node) {
          (reader, node) throws(MessageMistake) in try reader.rect(node)
        }
        let radius = try reader.length("radius", of: node)
        guard radius >= 0 else { throw reader.mistake("has a radius below 0") }
        return .rounded(rect, radius: radius)
      default:
        return .path(
          try reader.list(node, most: Self.mostElements) { (reader, node) throws(MessageMistake) in
            try reader.element(node)
          })
      }
    }
  }

  private mutating func element(_ node: JSONNode) throws(MessageMistake) -> PathElement {
    let kind = try onlyKey(of: node, among: Self.elements)
    return try required(kind, of: node) { (reader, node) throws(MessageMistake) in
      switch kind {
      case "move": return .move(try reader.point(node))
      case "line": return .line(try reader.point(node))
      case "curve":
        let points = try reader.list(node, most: 3) { (reader, node) throws(MessageMistake) in
          try reader.point(node)
        }
        guard points.count == 3 else { throw reader.mistake("needs exactly three points") }
        return .curve(points[0], points[1], points[2])
      default:
        guard try reader.bool(node) else { throw reader.mistake("can only be true") }
        return .close
      }
    }
  }

  /// The key of an object that must have one, and a known one.
  mutating func onlyKey(
    of node: JSONNode, among known: Set<String>
  ) throws(MessageMistake) -> String {
    try object(node, keys: known)
    guard let members = node.members, members.count == 1 else {
      throw mistake(
        "needs exactly one of " + known.sorted().map { "'\($0)'" }.joined(separator: ", "))
    }
    return members[0].key
  }
}

extension JSONText {
  mutating func shape(_ shape: Shape) {
    object { text in
      switch shape {
      case .rectangle(let rect):
        text.key("rectangle")
        text.rect(rect)
      case .ellipse(let rect):
        text.key("ellipse")
        text.rect(rect)
      case .rounded(let rect, let radius):
        text.key("rounded")
        text.object { text in
          text.key("rect")
          text.rect(rect)
          text.key("radius")
          text.number(radius)
        }
      case .path(let elements):
        text.key("path")
        text.list(elements) { $0.element($1) }
      }
    }
  }

  private mutating func element(_ element: PathElement) {
    object { text in
      switch element {
      case .move(let point):
        text.key("move")
        text.point(point)
      case .line(let point):
        text.key("line")
        text.point(point)
      case .curve(let one, let two, let end):
        text.key("curve")
        text.list([one, two, end]) { $0.point($1) }
      case .close:
        text.key("close")
        text.bool(true)
      }
    }
  }
}
