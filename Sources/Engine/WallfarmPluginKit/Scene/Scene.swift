/// Everything a wallpaper shows, as layers in paint order: the result of compose, before any pixel.
///
/// A scene has no references to plugins, themes or devices, so it can be dumped, compared, cached
/// and sent over a pipe. Its JSON is a public format; `format` is raised when its meaning changes.
public struct Scene: Hashable, Sendable, Codable {
  /// The version of the format that this build writes and reads.
  public static let currentFormat = 1

  /// Version of the format, 1 today.
  public private(set) var format: Int
  /// The canvas, in points.
  public var size: Size
  /// What the background plugin drew, first to last.
  public var background: [Layer]
  /// What the layouts drew over it, first to last.
  public var foreground: [Layer]

  /// Makes a scene in the current format.
  public init(size: Size, background: [Layer], foreground: [Layer]) {
    format = Scene.currentFormat
    self.size = size
    self.background = background
    self.foreground = foreground
  }
}

/// One thing to draw.
///
/// In JSON: `{"name": "note.1", "opacity": 0.5, "text": {…}}`; the kind is the key of its content,
/// one of `fill`, `image`, `shape`, `text`, `group`.
public struct Layer: Hashable, Sendable {
  /// What it is, for reports and scene dumps, such as `note.1`; never the words of a note.
  public var name: String
  /// Strength of the whole layer, 0…1; a group fades as one picture.
  public var opacity: Double
  /// What it is of a note, for comparisons; nil where it belongs to none.
  public var role: LayerRole?
  /// What to draw.
  public var content: Content

  /// The kinds of layers.
  public enum Content: Hashable, Sendable {
    /// Paint over the whole canvas.
    case fill(Paint)
    /// A picture from a file.
    case image(ImageContent)
    /// An outline, filled, stroked or both.
    case shape(ShapeContent)
    /// Shaped text.
    case text(TextContent)
    /// Layers that are clipped and faded together.
    case group(GroupContent)
    /// Pixels over the whole canvas.
    case pixels(PixelContent)
  }

  /// Makes a layer of full strength unless told otherwise.
  public init(_ name: String, opacity: Double = 1, role: LayerRole? = nil, _ content: Content) {
    self.name = name
    self.opacity = opacity
    self.role = role
    self.content = content
  }
}

/// A picture placed in a frame.
public struct ImageContent: Hashable, Sendable {
  /// How a picture whose sides have another ratio meets its frame.
  public enum Fit: String, Hashable, Sendable, Codable, CaseIterable {
    /// Fills the frame; what hangs over is cut off.
    case cover
    /// Shows the whole picture; the rest of the frame stays as it was.
    case contain
    /// Fills the frame by changing the ratio of the picture.
    case stretch
  }

  /// The file, as the host gave it to the plugin.
  public var file: String
  /// Where it goes, in points.
  public var frame: Rect
  /// How it meets the frame.
  public var fit: Fit
  /// The place of the picture that stays in view when it is cut, 0…1.
  public var focus: UnitPoint
  /// Enlargement beyond the fit, 1 or more.
  public var zoom: Double
  /// Blur in points: the standard deviation of a Gaussian.
  public var blur: Double
  /// Colourfulness: 0 is gray, 1 unchanged, above 1 stronger.
  public var saturation: Double
  /// Side of squares, in points, each of which gets the mean light of its pixels, before the blur; 0: none.
  ///
  /// A blur that follows is one of light, too. What a mean has taken away cannot be had back, as it can from a blur alone.
  public var cells: Double

  /// Makes a picture that covers its frame, centred, sharp and unchanged unless told otherwise.
  public init(
    file: String, frame: Rect, fit: Fit = .cover, focus: UnitPoint = .center, zoom: Double = 1,
    blur: Double = 0, saturation: Double = 1, cells: Double = 0
  ) {
    self.file = file
    self.frame = frame
    self.fit = fit
    self.focus = focus
    self.zoom = zoom
    self.blur = blur
    self.saturation = saturation
    self.cells = cells
  }
}

/// An outline with what covers it.
public struct ShapeContent: Hashable, Sendable, Codable {
  /// The outline.
  public var shape: Shape
  /// What fills it, or nothing.
  public var fill: Paint?
  /// The line along it, or none.
  public var stroke: Stroke?
  /// The shadow it casts, or none.
  public var shadow: Shadow?

  /// Makes an outline; with neither fill nor stroke it shows nothing.
  public init(_ shape: Shape, fill: Paint? = nil, stroke: Stroke? = nil, shadow: Shadow? = nil) {
    self.shape = shape
    self.fill = fill
    self.stroke = stroke
    self.shadow = shadow
  }
}

/// Text placed on the canvas.
public struct TextContent: Hashable, Sendable, Codable {
  /// The words and how they are set.
  public var block: TextBlock
  /// Top left corner and wrapping width; the height is the measured one, for reports.
  public var frame: Rect
  /// The shadow it casts, or none.
  public var shadow: Shadow?

  /// Makes a placed block; `frame.width` is where its lines wrap.
  public init(_ block: TextBlock, frame: Rect, shadow: Shadow? = nil) {
    self.block = block
    self.frame = frame
    self.shadow = shadow
  }
}

/// Layers that belong together.
public struct GroupContent: Hashable, Sendable, Codable {
  /// First to last.
  public var layers: [Layer]
  /// Nothing of the group shows outside this outline.
  public var clip: Shape?

  /// Makes a group, clipped to an outline if one is given.
  public init(_ layers: [Layer], clip: Shape? = nil) {
    self.layers = layers
    self.clip = clip
  }
}
