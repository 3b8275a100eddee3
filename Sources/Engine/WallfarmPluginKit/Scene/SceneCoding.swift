// The JSON form of layers: what may be left out, and the one key that names the kind.

extension Scene {
  private enum Key: String, CodingKey { case format, size, background, foreground }

  /// Reads a scene; one of a newer format is refused.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let format = try container.decode(Int.self, forKey: .format)
    guard (1...Scene.currentFormat).contains(format) else {
      throw DecodingError.dataCorruptedError(
        forKey: .format, in: container,
        debugDescription: "format \(format) is unknown; this build reads \(Scene.currentFormat)")
    }
    self.init(
      size: try container.decode(Size.self, forKey: .size),
      background: try container.decode([Layer].self, forKey: .background),
      foreground: try container.decode([Layer].self, forKey: .foreground))
  }
}

extension Layer: Codable {
  private enum Key: String, CodingKey {
    case name, opacity, role, fill, image, shape, text, group, pixels
  }

  /// Reads a layer; `name`, `opacity` and `role` may be left out.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let name = try container.decodeIfPresent(String.self, forKey: .name) ?? ""
    let opacity = try container.decodeIfPresent(Double.self, forKey: .opacity) ?? 1
    let role = try container.decodeIfPresent(LayerRole.self, forKey: .role)
    let content: Content
    if container.contains(.fill) {
      content = .fill(try container.decode(Paint.self, forKey: .fill))
    } else if container.contains(.image) {
      content = .image(try container.decode(ImageContent.self, forKey: .image))
    } else if container.contains(.shape) {
      content = .shape(try container.decode(ShapeContent.self, forKey: .shape))
    } else if container.contains(.text) {
      content = .text(try container.decode(TextContent.self, forKey: .text))
    } else if container.contains(.pixels) {
      throw DecodingError.dataCorruptedError(
        forKey: .pixels, in: container,
        debugDescription: "the pixels of a layer are told by their digest only")
    } else {
      content = .group(try container.decode(GroupContent.self, forKey: .group))
    }
    self.init(name, opacity: opacity, role: role, content)
  }

  /// Writes a layer; an opacity of 1 is left out, and of pixels there is only the digest.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(name, forKey: .name)
    if opacity != 1 { try container.encode(opacity, forKey: .opacity) }
    try container.encodeIfPresent(role, forKey: .role)
    switch content {
    case .fill(let paint): try container.encode(paint, forKey: .fill)
    case .image(let image): try container.encode(image, forKey: .image)
    case .shape(let shape): try container.encode(shape, forKey: .shape)
    case .text(let text): try container.encode(text, forKey: .text)
    case .group(let group): try container.encode(group, forKey: .group)
    case .pixels(let pixels): try container.encode(pixels.digest, forKey: .pixels)
    }
  }
}

extension ImageContent: Codable {
  private enum Key: String, CodingKey {
    case file, frame, fit, focus, zoom, blur, saturation, cells
  }

  /// Reads a picture; everything but `file` and `frame` may be left out.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    self.init(
      file: try container.decode(String.self, forKey: .file),
      frame: try container.decode(Rect.self, forKey: .frame),
      fit: try container.decodeIfPresent(Fit.self, forKey: .fit) ?? .cover,
      focus: try container.decodeIfPresent(UnitPoint.self, forKey: .focus) ?? .center,
      zoom: try container.decodeIfPresent(Double.self, forKey: .zoom) ?? 1,
      blur: try container.decodeIfPresent(Double.self, forKey: .blur) ?? 0,
      saturation: try container.decodeIfPresent(Double.self, forKey: .saturation) ?? 1,
      cells: try container.decodeIfPresent(Double.self, forKey: .cells) ?? 0)
  }

  /// Writes every member, cells where there are any.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(file, forKey: .file)
    try container.encode(frame, forKey: .frame)
    try container.encode(fit, forKey: .fit)
    try container.encode(focus, forKey: .focus)
    try container.encode(zoom, forKey: .zoom)
    try container.encode(blur, forKey: .blur)
    try container.encode(saturation, forKey: .saturation)
    if cells > 0 { try container.encode(cells, forKey: .cells) }
  }
}
