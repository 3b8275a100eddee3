internal import SourceJSON
internal import WallfarmPluginKit

// Points, sizes and rectangles: {"x": 1, "y": 2, "width": 3, "height": 4}.

extension MessageReader {
  private static let point: [StaticString] = ["x", "y"]
  private static let size: [StaticString] = ["width", "height"]
  private static let rect: [StaticString] = ["x", "y", "width", "height"]

  func point(_ node: JSONEntry) throws(MessageMistake) -> Point {
    try object(node, keys: Self.point)
    return Point(x: try length("x", of: node), y: try length("y", of: node))
  }

  func size(_ node: JSONEntry) throws(MessageMistake) -> Size {
    try object(node, keys: Self.size)
    return Size(width: try length("width", of: node), height: try length("height", of: node))
  }

  func rect(_ node: JSONEntry) throws(MessageMistake) -> Rect {
    try object(node, keys: Self.rect)
    return Rect(
      x: try length("x", of: node), y: try length("y", of: node),
      width: try length("width", of: node), height: try length("height", of: node))
  }

  /// Decodes a required number.
  func length(_ key: StaticString, of node: JSONEntry) throws(MessageMistake) -> Double {
    try required(key, of: node, number)
  }

  /// Decodes an optional number with a default.
  func length(
    _ key: StaticString, of node: JSONEntry, default standard: Double
  ) throws(MessageMistake) -> Double {
    try optional(key, of: node, number)
      ?? standard
  }

  func color(_ node: JSONEntry) throws(MessageMistake) -> Color {
    guard let color = Color(try text(node, limit: 40)) else {
      throw mistake("is not a color: write #rrggbb, #rrggbbaa or a CSS name")
    }
    return color
  }
}

extension JSONText {
  /// Writes a member unless the value is nil.
  @inline(__always)
  mutating func member<Value>(
    _ key: StaticString, _ value: Value?, _ write: (inout JSONText, Value) -> Void
  ) {
    guard let value else { return }
    self.key(key)
    write(&self, value)
  }

  /// Writes a member that is a list; `each` writes one value for each item.
  @inline(__always)
  mutating func list<Items: Sequence>(
    _ key: StaticString, _ items: Items, _ each: (inout JSONText, Items.Element) -> Void
  ) {
    self.key(key)
    list(items, each)
  }

  mutating func point(_ point: Point) {
    object { text in
      text.member("x", point.x)
      text.member("y", point.y)
    }
  }

  mutating func size(_ size: Size) {
    object { text in
      text.member("width", size.width)
      text.member("height", size.height)
    }
  }

  mutating func rect(_ rect: Rect) {
    object { text in
      text.member("x", rect.x)
      text.member("y", rect.y)
      text.member("width", rect.width)
      text.member("height", rect.height)
    }
  }
}
