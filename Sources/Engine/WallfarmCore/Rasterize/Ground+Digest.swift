import Graphics
import WallfarmPluginKit

extension Ground.Key {
  /// The version of the digest format, which must be incremented if the same background would get a
  /// different digest.
  static let format = 2

  /// The SHA-256 of everything that affects the pixels, including the versions of the program and
  /// its libraries.
  ///
  /// Photos are identified by content rather than by path; layer names are ignored.
  package var digest: String {
    var encoding = CanonicalEncoding("wallfarm ground", format: Ground.Key.format)
    encoding.field("program", Wallfarm.title)
    for library in LibraryVersions.drawing { encoding.field(library.name, library.version) }
    encoding.field("maker", maker)
    encoding.list("layers", layers) { $0.layer($1) }
    encoding.texts("photos", photos)
    encoding.field("width", pixels.width)
    encoding.field("height", pixels.height)
    encoding.field("scale x", scale.x)
    encoding.field("scale y", scale.y)
    encoding.field("space", space.rawValue)
    return encoding.digest
  }
}

extension CanonicalEncoding {
  /// Appends every visible property of a layer.
  fileprivate mutating func layer(_ layer: Layer) {
    field("opacity", layer.opacity)
    switch layer.content {
    case .fill(let paint): record("fill") { $0.paint(paint) }
    case .image(let image): record("image") { $0.image(image) }
    case .shape(let shape):
      record("shape") { record in
        record.record("outline") { $0.shape(shape.shape) }
        if let fill = shape.fill { record.record("fill") { $0.paint(fill) } }
        if let stroke = shape.stroke { record.record("stroke") { $0.stroke(stroke) } }
        if let shadow = shape.shadow { record.record("shadow") { $0.shadow(shadow) } }
      }
    case .text(let text):
      record("text") { record in
        record.record("frame") { $0.rect(text.frame) }
        if let shadow = text.shadow { record.record("shadow") { $0.shadow(shadow) } }
        record.record("block") { $0.block(text.block) }
      }
    case .group(let group):
      record("group") { record in
        if let clip = group.clip { record.record("clip") { $0.shape(clip) } }
        record.list("layers", group.layers) { $0.layer($1) }
      }
    case .pixels(let pixels):
      record("pixels") { record in
        record.field("width", pixels.size.width)
        record.field("height", pixels.size.height)
        record.field("digest", pixels.digest)
      }
    }
  }

  private mutating func image(_ image: ImageContent) {
    record("frame") { $0.rect(image.frame) }
    field("fit", image.fit.rawValue)
    field("focus x", image.focus.x)
    field("focus y", image.focus.y)
    field("zoom", image.zoom)
    field("blur", image.blur)
    field("saturation", image.saturation)
    field("cells", image.cells)
    // The following fields are written only if they have an effect, so that digests computed before
    // they existed stay the same.
    if image.blend != .normal { field("blend", image.blend.rawValue) }
    if let mask = image.maskShape { record("mask") { $0.shape(mask) } }
    if let tint = image.tint { field("tint", tint) }
    if image.tile > 0 { field("tile", image.tile) }
  }

  private mutating func paint(_ paint: Paint) {
    switch paint {
    case .color(let color): field("color", color)
    case .linear(let gradient):
      record("linear") { record in
        record.point("start", gradient.start)
        record.point("end", gradient.end)
        record.stops(gradient.stops)
      }
    case .radial(let gradient):
      record("radial") { record in
        record.point("center", gradient.center)
        record.field("radius", gradient.radius)
        record.stops(gradient.stops)
      }
    }
  }

  private mutating func stops(_ stops: [GradientStop]) {
    list("stops", stops) { record, stop in
      record.field("position", stop.position)
      record.field("color", stop.color)
    }
  }

  private mutating func stroke(_ stroke: Stroke) {
    field("color", stroke.color)
    field("width", stroke.width)
    list("dash", stroke.dash) { $0.field("length", $1) }
  }

  private mutating func shadow(_ shadow: Shadow) {
    field("color", shadow.color)
    field("blur", shadow.blur)
    field("dx", shadow.dx)
    field("dy", shadow.dy)
  }

  private mutating func shape(_ shape: Shape) {
    switch shape {
    case .rectangle(let rect): record("rectangle") { $0.rect(rect) }
    case .rounded(let rect, let radius):
      record("rounded") { record in
        record.rect(rect)
        record.field("radius", radius)
      }
    case .ellipse(let rect): record("ellipse") { $0.rect(rect) }
    case .path(let elements):
      list("path", elements) { record, element in
        switch element {
        case .move(let point): record.point("move", point)
        case .line(let point): record.point("line", point)
        case .curve(let one, let two, let end):
          record.point("one", one)
          record.point("two", two)
          record.point("end", end)
        case .close: record.field("close", true)
        }
      }
    }
  }

  private mutating func block(_ block: TextBlock) {
    list("spans", block.spans) { record, span in
      record.field("text", span.text)
      record.field("color", span.color?.hex)
      record.field("weight", span.weight.map(String.init))
      record.field("scale", span.scale.map { String($0.bitPattern, radix: 16) })
      record.field("strikethrough", span.strikethrough.map(String.init))
    }
    field("family", block.style.family)
    field("size", block.style.size)
    field("weight", block.style.weight)
    field("italic", block.style.italic)
    field("color", block.style.color)
    field("letter spacing", block.style.letterSpacing)
    field("line gap", block.style.lineGap)
    field("features", block.style.features)
    field("strikethrough", block.style.strikethrough)
    field("alignment", block.alignment.rawValue)
    field("direction", block.direction.rawValue)
    field("language", block.language)
    field("line limit", block.lineLimit.map(String.init))
    field("breaking", block.breaking?.rawValue)
    field("hang", block.hang)
  }

  private mutating func field(_ name: String, _ color: Color) { field(name, color.hex) }

  private mutating func point(_ name: String, _ point: Point) {
    record(name) { record in
      record.field("x", point.x)
      record.field("y", point.y)
    }
  }

  private mutating func rect(_ rect: Rect) {
    field("x", rect.x)
    field("y", rect.y)
    field("width", rect.width)
    field("height", rect.height)
  }
}
