package import SourceJSON
package import WallfarmPluginKit

// Layers. Each layer has a name, an optional opacity, an optional role, and one key that identifies
// its kind.

extension MessageReader {
  private static let layer: [StaticString] = [
    "name", "opacity", "role", "fill", "shape", "text", "image", "group",
  ]
  private static let role: [StaticString] = ["note", "part"]
  private static let kinds: [StaticString] = ["fill", "shape", "text", "image", "group"]
  private static let shapeContent: [StaticString] = ["shape", "fill", "stroke", "shadow"]
  private static let textContent: [StaticString] = ["block", "frame", "shadow"]
  private static let image: [StaticString] = [
    "file", "frame", "fit", "focus", "zoom", "blur", "saturation", "cells", "blend", "mask", "tint",
    "tile",
  ]
  private static let mask: [StaticString] = ["rounded"]
  private static let group: [StaticString] = ["layers", "clip"]

  package func layers(_ node: JSONEntry) throws(MessageMistake) -> [Layer] {
    try list(node, most: Int.max) { (node) throws(MessageMistake) in
      layers += 1
      return try layer(node)
    }
  }

  private func layer(_ node: JSONEntry) throws(MessageMistake) -> Layer {
    try object(node, keys: Self.layer)
    let name = try text("name", of: node, limit: 200)
    let found = Self.kinds.filter { node[$0] != nil }
    guard let kind = found.first, found.count == 1 else {
      throw mistake(
        "needs exactly one of " + Self.kinds.map { "'\($0)'" }.joined(separator: ", ")
          + (found.isEmpty ? "" : ", but has \(found.count)"))
    }
    let opacity = try length("opacity", of: node, default: 1)
    let role = try optional("role", of: node, role)
    let content = try required(kind, of: node) {
      (node) throws(MessageMistake) -> Layer.Content in
      switch kind.description {
      case "fill": .fill(try paint(node))
      case "shape": .shape(try shapeContent(node))
      case "text": .text(try textContent(node))
      case "image": .image(try image(node))
      default: .group(try group(node))
      }
    }
    return Layer(name, opacity: opacity, role: role, content)
  }

  private func role(_ node: JSONEntry) throws(MessageMistake) -> LayerRole {
    try object(node, keys: Self.role)
    let note = try required("note", of: node) { (node) throws(MessageMistake) in
      try integer(node, 1...1_000_000)
    }
    let part = try optional("part", of: node) { (node) throws(MessageMistake) in
      let part = try text(node, limit: LayerRole.longestPart)
      guard LayerRole.isPart(part) else {
        throw mistake(
          "must consist of words that contain only the letters a–z and are separated by '.' or '-'")
      }
      return part
    }
    return LayerRole(note: note, part: part)
  }

  private func shapeContent(_ node: JSONEntry) throws(MessageMistake) -> ShapeContent {
    try object(node, keys: Self.shapeContent)
    return ShapeContent(
      try required("shape", of: node, shape),
      fill: try optional("fill", of: node, paint),
      stroke: try optional("stroke", of: node, stroke),
      shadow: try shadow(of: node))
  }

  private func shadow(of node: JSONEntry) throws(MessageMistake) -> Shadow? {
    try optional("shadow", of: node, shadow)
  }

  private func textContent(_ node: JSONEntry) throws(MessageMistake) -> TextContent {
    try object(node, keys: Self.textContent)
    return TextContent(
      try required("block", of: node, block),
      frame: try rect("frame", of: node), shadow: try shadow(of: node))
  }

  private func image(_ node: JSONEntry) throws(MessageMistake) -> ImageContent {
    try object(node, keys: Self.image)
    return ImageContent(
      file: try text("file", of: node, limit: 4096),
      frame: try rect("frame", of: node),
      fit: try word("fit", of: node, default: ImageContent.Fit.cover),
      focus: try optional("focus", of: node) { (node) throws(MessageMistake) in
        let point = try point(node)
        return UnitPoint(x: point.x, y: point.y)
      } ?? .center,
      zoom: try length("zoom", of: node, default: 1),
      blur: try length("blur", of: node, default: 0),
      saturation: try length("saturation", of: node, default: 1),
      cells: try length("cells", of: node, default: 0),
      blend: try word("blend", of: node, default: ImageContent.Blend.normal),
      mask: try optional("mask", of: node, mask) ?? .none,
      tint: try optional("tint", of: node) { (node) throws(MessageMistake) in try color(node) },
      tile: try length("tile", of: node, default: 0))
  }

  private func mask(_ node: JSONEntry) throws(MessageMistake) -> ImageContent.Mask {
    if node.string != nil {
      guard try text(node, limit: 10) == "circle" else {
        throw mistake("must be 'circle' or an object with the key 'rounded'")
      }
      return .circle
    }
    try object(node, keys: Self.mask)
    return .rounded(
      radius: try required("rounded", of: node) { (node) throws(MessageMistake) in
        try length(node)
      })
  }

  private func group(_ node: JSONEntry) throws(MessageMistake) -> GroupContent {
    try object(node, keys: Self.group)
    return GroupContent(
      try required("layers", of: node, layers),
      clip: try optional("clip", of: node, shape))
  }
}

extension JSONText {
  package mutating func layers(_ layers: [Layer]) { list(layers) { $0.layer($1) } }

  private mutating func layer(_ layer: Layer) {
    object { text in
      text.member("name", layer.name)
      if layer.opacity != 1 {
        text.member("opacity", layer.opacity)
      }
      if let role = layer.role {
        text.key("role")
        text.object { text in
          text.member("note", role.note)
          if let part = role.part { text.member("part", part) }
        }
      }
      switch layer.content {
      case .fill(let paint):
        text.member("fill", paint) { $0.paint($1) }
      case .shape(let content):
        text.member("shape", content) { $0.shapeContent($1) }
      case .text(let content):
        text.member("text", content) { $0.textContent($1) }
      case .image(let content):
        text.member("image", content) { $0.image($1) }
      case .group(let content):
        text.member("group", content) { $0.group($1) }
      case .pixels(let pixels):
        text.member("pixels", pixels.digest)
      }
    }
  }

  private mutating func shapeContent(_ content: ShapeContent) {
    object { text in
      text.member("shape", content.shape) { $0.shape($1) }
      text.member("fill", content.fill) { $0.paint($1) }
      text.member("stroke", content.stroke) { $0.stroke($1) }
      text.member("shadow", content.shadow) { $0.shadow($1) }
    }
  }

  private mutating func textContent(_ content: TextContent) {
    object { text in
      text.member("block", content.block) { $0.block($1) }
      text.member("frame", content.frame) { $0.rect($1) }
      text.member("shadow", content.shadow) { $0.shadow($1) }
    }
  }

  private mutating func image(_ content: ImageContent) {
    object { text in
      text.member("file", content.file)
      text.member("frame", content.frame) { $0.rect($1) }
      text.member("fit", content.fit.rawValue)
      text.member("focus", Point(x: content.focus.x, y: content.focus.y)) { $0.point($1) }
      text.member("zoom", content.zoom)
      text.member("blur", content.blur)
      text.member("saturation", content.saturation)
      if content.cells > 0 { text.member("cells", content.cells) }
      if content.blend != .normal { text.member("blend", content.blend.rawValue) }
      switch content.mask {
      case .none: break
      case .circle: text.member("mask", "circle")
      case .rounded(let radius):
        text.key("mask")
        text.object { $0.member("rounded", radius) }
      }
      text.member("tint", content.tint?.hex)
      if content.tile > 0 { text.member("tile", content.tile) }
    }
  }

  private mutating func group(_ content: GroupContent) {
    object { text in
      text.member("layers", content.layers) { $0.layers($1) }
      text.member("clip", content.clip) { $0.shape($1) }
    }
  }
}
