internal import SourceJSON
internal import WallfarmPluginKit

// Colours, gradients, lines and shadows.

extension MessageReader {
  private static let paints: Set<String> = ["linear", "radial"]
  private static let linear: Set<String> = ["start", "end", "stops"]
  private static let radial: Set<String> = ["center", "radius", "stops"]
  private static let stop: Set<String> = ["position", "color"]
  private static let stroke: Set<String> = ["color", "width", "dash"]
  private static let shadow: Set<String> = ["color", "blur", "dx", "dy"]

  mutating func paint(_ node: JSONNode) throws(MessageMistake) -> Paint {
    guard let members = node.members else { return .color(try color(node)) }
    try object(node, keys: Self.paints)
    guard members.count == 1 else { throw mistake("needs one of 'linear' and 'radial'") }
    let linear = try optional("linear", of: node) { (reader, node) throws(MessageMistake) in
      try reader.object(node, keys: Self.linear)
      return LinearGradient(
        start: try reader.required("start", of: node) { (reader, node) throws(MessageMistake) in
          try reader.point(node)
        },
        end: try reader.required("end", of: node) { (reader, node) throws(MessageMistake) in
          try reader.point(node)
        },
        stops: try reader.stops(of: node))
    }
    if let linear { return .linear(linear) }
    return .radial(
      try required("radial", of: node) { (reader, node) throws(MessageMistake) in
        try reader.object(node, keys: Self.radial)
        return RadialGradient(
          center: try reader.required("center", of: node) { (reader, node) throws(MessageMistake) in
            try reader.point(node)
          },
          radius: try reader.length("radius", of: node), stops: try reader.stops(of: node))
      })
  }

  private mutating func stops(of node: JSONNode) throws(MessageMistake) -> [GradientStop] {
    try required("stops", of: node) { (reader, node) throws(MessageMistake) in
      try reader.list(node, most: 1000) { (reader, node) throws(MessageMistake) in
        try reader.object(node, keys: Self.stop)
        let position = try reader.length("position", of: node)
        return GradientStop(position, try reader.color(of: node))
      }
    }
  }

  /// The colour under the key `color`.
  mutating func color(of node: JSONNode) throws(MessageMistake) -> Color {
    try required("color", of: node) { (reader, node) throws(MessageMistake) in
      try reader.color(node)
    }
  }

  mutating func stroke(_ node: JSONNode) throws(MessageMistake) -> Stroke {
    try object(node, keys: Self.stroke)
    return Stroke(
      color: try color(of: node), width: try length("width", of: node),
      dash: try optional("dash", of: node) { (reader, node) throws(MessageMistake) in
        try reader.list(node, most: 100) { (reader, node) throws(MessageMistake) in
          try reader.number(node)
        }
      } ?? [])
  }

  mutating func shadow(_ node: JSONNode) throws(MessageMistake) -> Shadow {
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
          text.key("start")
          text.point(gradient.start)
          text.key("end")
          text.point(gradient.end)
          text.key("stops")
          text.stops(gradient.stops)
        }
      }
    case .radial(let gradient):
      object { text in
        text.key("radial")
        text.object { text in
          text.key("center")
          text.point(gradient.center)
          text.key("radius")
          text.number(gradient.radius)
          text.key("stops")
          text.stops(gradient.stops)
        }
      }
    }
  }

  private mutating func stops(_ stops: [GradientStop]) {
    list(stops) { text, stop in
      text.object { text in
        text.key("position")
        text.number(stop.position)
        text.key("color")
        text.string(stop.color.hex)
      }
    }
  }

  mutating func stroke(_ stroke: Stroke) {
    object { text in
      text.key("color")
      text.string(stroke.color.hex)
      text.key("width")
      text.number(stroke.width)
      if !stroke.dash.isEmpty {
        text.key("dash")
        text.list(stroke.dash) { $0.number($1) }
      }
    }
  }

  mutating func shadow(_ shadow: Shadow) {
    object { text in
      text.key("color")
      text.string(shadow.color.hex)
      text.key("blur")
      text.number(shadow.blur)
      text.key("dx")
      text.number(shadow.dx)
      text.key("dy")
      text.number(shadow.dy)
    }
  }
}
