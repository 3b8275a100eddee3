internal import SourceJSON
internal import WallfarmPluginKit

// Colors, gradients, strokes and shadows.

extension MessageReader {
  private static let paints: [StaticString] = ["linear", "radial"]
  private static let linear: [StaticString] = ["start", "end", "stops"]
  private static let radial: [StaticString] = ["center", "radius", "stops"]
  private static let stop: [StaticString] = ["position", "color"]
  private static let stroke: [StaticString] = ["color", "width", "dash"]
  private static let shadow: [StaticString] = ["color", "blur", "dx", "dy"]

  func paint(_ node: JSONEntry) throws(MessageMistake) -> Paint {
    guard let count = node.memberCount else { return .color(try color(node)) }
    try object(node, keys: Self.paints)
    guard count == 1 else { throw mistake("needs exactly one of 'linear' and 'radial'") }
    let linear = try optional("linear", of: node) { (node) throws(MessageMistake) in
      try object(node, keys: Self.linear)
      return LinearGradient(
        start: try required("start", of: node, point),
        end: try required("end", of: node, point),
        stops: try stops(of: node))
    }
    if let linear { return .linear(linear) }
    return .radial(
      try required("radial", of: node) { (node) throws(MessageMistake) in
        try object(node, keys: Self.radial)
        return RadialGradient(
          center: try required("center", of: node, point),
          radius: try length("radius", of: node), stops: try stops(of: node))
      })
  }

  private func stops(of node: JSONEntry) throws(MessageMistake) -> [GradientStop] {
    try required("stops", of: node) { (node) throws(MessageMistake) in
      try list(node, most: 1000) { (node) throws(MessageMistake) in
        try object(node, keys: Self.stop)
        let position = try length("position", of: node)
        return GradientStop(position, try color(of: node))
      }
    }
  }

  /// Decodes the color under the key `color`.
  func color(of node: JSONEntry) throws(MessageMistake) -> Color {
    try required("color", of: node, color(_:))
  }

  func stroke(_ node: JSONEntry) throws(MessageMistake) -> Stroke {
    try object(node, keys: Self.stroke)
    return Stroke(
      color: try color(of: node), width: try length("width", of: node),
      dash: try optional("dash", of: node) { (node) throws(MessageMistake) in
        try list(node, most: 100, number)
      } ?? [])
  }

  func shadow(_ node: JSONEntry) throws(MessageMistake) -> Shadow {
    try object(node, keys: Self.shadow)
    return Shadow(
      color: try color(of: node), blur: try length("blur", of: node),
      dx: try length("dx", of: node, default: 0), dy: try length("dy", of: node, default: 0))
  }
}

extension JSONText {
  mutating func paint(_ paint: Paint) {
    switch paint {
    case .color(let color): string(color.hex)
    case .linear(let gradient):
      object { text in
        text.key("linear")
        text.object { text in
          text.member("start", gradient.start) { $0.point($1) }
          text.member("end", gradient.end) { $0.point($1) }
          text.member("stops", gradient.stops) { $0.stops($1) }
        }
      }
    case .radial(let gradient):
      object { text in
        text.key("radial")
        text.object { text in
          text.member("center", gradient.center) { $0.point($1) }
          text.member("radius", gradient.radius)
          text.member("stops", gradient.stops) { $0.stops($1) }
        }
      }
    }
  }

  private mutating func stops(_ stops: [GradientStop]) {
    list(stops) { text, stop in
      text.object { text in
        text.member("position", stop.position)
        text.member("color", stop.color.hex)
      }
    }
  }

  mutating func stroke(_ stroke: Stroke) {
    object { text in
      text.member("color", stroke.color.hex)
      text.member("width", stroke.width)
      if !stroke.dash.isEmpty {
        text.list("dash", stroke.dash) { $0.number($1) }
      }
    }
  }

  mutating func shadow(_ shadow: Shadow) {
    object { text in
      text.member("color", shadow.color.hex)
      text.member("blur", shadow.blur)
      text.member("dx", shadow.dx)
      text.member("dy", shadow.dy)
    }
  }
}
