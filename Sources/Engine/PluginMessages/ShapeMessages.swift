internal import SourceJSON
internal import WallfarmPluginKit

// Shapes: {"rectangle": {…}}, {"rounded": {…}}, {"ellipse": {…}}, {"path": […]}.

extension MessageReader {
  private static let shapes: [StaticString] = ["rectangle", "rounded", "ellipse", "path"]
  private static let rounded: [StaticString] = ["rect", "radius"]
  private static let elements: [StaticString] = ["move", "line", "curve", "close"]

  func shape(_ node: JSONEntry) throws(MessageMistake) -> Shape {
    let kind = try onlyKey(of: node, among: Self.shapes)
    return try required(kind, of: node) { (node) throws(MessageMistake) in
      switch kind.description {
      case "rectangle": return .rectangle(try rect(node))
      case "ellipse": return .ellipse(try rect(node))
      case "rounded":
        try object(node, keys: Self.rounded)
        let rect = try required("rect", of: node, rect)
        let radius = try length("radius", of: node)
        guard radius >= 0 else { throw mistake("has a radius below 0") }
        return .rounded(rect, radius: radius)
      default:
        return .path(try list(node, most: Shape.mostElements, element))
      }
    }
  }

  private func element(_ node: JSONEntry) throws(MessageMistake) -> PathElement {
    let kind = try onlyKey(of: node, among: Self.elements)
    return try required(kind, of: node) { (node) throws(MessageMistake) in
      switch kind.description {
      case "move": return .move(try point(node))
      case "line": return .line(try point(node))
      case "curve":
        let points = try list(node, most: 3, point)
        guard points.count == 3 else { throw mistake("needs exactly three points") }
        return .curve(points[0], points[1], points[2])
      default:
        guard try bool(node) else { throw mistake("must be true") }
        return .close
      }
    }
  }

  /// Returns the only key of an object, which must be a known key.
  func onlyKey(
    of node: JSONEntry, among known: [StaticString]
  ) throws(MessageMistake) -> StaticString {
    try object(node, keys: known)
    guard node.memberCount == 1, let key = known.first(where: { node[$0] != nil }) else {
      throw mistake(
        "needs exactly one of "
          + known.map(\.description).sorted().map { "'\($0)'" }.joined(separator: ", "))
    }
    return key
  }
}

extension JSONText {
  mutating func shape(_ shape: Shape) {
    object { text in
      switch shape {
      case .rectangle(let rect):
        text.member("rectangle", rect) { $0.rect($1) }
      case .ellipse(let rect):
        text.member("ellipse", rect) { $0.rect($1) }
      case .rounded(let rect, let radius):
        text.key("rounded")
        text.object { text in
          text.member("rect", rect) { $0.rect($1) }
          text.member("radius", radius)
        }
      case .path(let elements):
        text.list("path", elements) { $0.element($1) }
      }
    }
  }

  private mutating func element(_ element: PathElement) {
    object { text in
      switch element {
      case .move(let point):
        text.member("move", point) { $0.point($1) }
      case .line(let point):
        text.member("line", point) { $0.point($1) }
      case .curve(let one, let two, let end):
        text.list("curve", [one, two, end]) { $0.point($1) }
      case .close:
        text.member("close", true)
      }
    }
  }
}
