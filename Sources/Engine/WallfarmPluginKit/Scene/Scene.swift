/// The layers of a wallpaper in paint order, before rasterization.
///
/// A scene has no references to plugins, themes or devices, so it can be dumped, compared and
/// cached.
public struct Scene: Hashable, Sendable {
  /// The size of the canvas in points.
  public var size: Size
  /// The layers of the background plugin in paint order.
  public var background: [Layer]
  /// The layers of the layouts in paint order, above the background.
  public var foreground: [Layer]

  /// Creates a scene with its layers.
  public init(size: Size, background: [Layer], foreground: [Layer]) {
    self.size = size
    self.background = background
    self.foreground = foreground
  }
}

/// An element of a scene.
///
/// In JSON, a layer has the form `{"name": "note.1", "opacity": 0.5, "text": {…}}`. The key of the
/// content is its kind: `fill`, `image`, `shape`, `text` or `group`.
public struct Layer: Hashable, Sendable {
  /// The name in reports and scene dumps, such as `note.1`; the name must not contain the text of a
  /// note.
  public var name: String
  /// The opacity of the layer, 0…1; it applies to a group as a whole.
  public var opacity: Double
  /// The layer's role in a note, used to describe differences between pictures; `nil` if the layer
  /// belongs to no note.
  public var role: LayerRole?
  /// The content.
  public var content: Content

  /// The content of a layer.
  public enum Content: Hashable, Sendable {
    /// Paint over the whole canvas.
    case fill(Paint)
    /// An image file.
    case image(ImageContent)
    /// A filled or stroked outline.
    case shape(ShapeContent)
    /// Text.
    case text(TextContent)
    /// Layers that are clipped and faded together.
    case group(GroupContent)
    /// Pixels for the whole canvas.
    case pixels(PixelContent)
  }

  /// Creates a layer, by default with full opacity.
  public init(_ name: String, opacity: Double = 1, role: LayerRole? = nil, _ content: Content) {
    self.name = name
    self.opacity = opacity
    self.role = role
    self.content = content
  }
}

/// An image that is drawn in a frame.
public struct ImageContent: Hashable, Sendable {
  /// The scaling mode for an image whose aspect ratio differs from that of its frame.
  public enum Fit: String, Hashable, Sendable, CaseIterable {
    /// Fills the frame, and crops the image if necessary.
    case cover
    /// Shows the whole image and leaves the rest of the frame unchanged.
    case contain
    /// Fills the frame without preserving the aspect ratio.
    case stretch
  }

  /// The path of the file, as the host passed it to the plugin.
  public var file: String
  /// The frame in points.
  public var frame: Rect
  /// The scaling mode.
  public var fit: Fit
  /// The point of the image that stays visible when the image is cropped, 0…1 on each axis.
  public var focus: UnitPoint
  /// The magnification that is applied in addition to the scaling mode, 1 or more.
  public var zoom: Double
  /// The standard deviation of the Gaussian blur, in points.
  public var blur: Double
  /// The saturation factor: 0 is gray, 1 is unchanged, larger values are more saturated.
  public var saturation: Double
  /// The side length in points of the squares that are averaged before the blur, or 0 for no
  /// averaging.
  ///
  /// The mean of each square is computed in linear light, and the image is interpolated smoothly
  /// between these means. The blur that follows also works in linear light. Unlike a blur alone,
  /// the averaging cannot be reversed.
  public var cells: Double
  /// The blend mode.
  public var blend: Blend
  /// The outline inside which the image is visible.
  public var mask: Mask
  /// The color that replaces the colors of the image, or `nil`; the transparency of the image is
  /// kept and multiplied by that of the color.
  public var tint: Color?
  /// The width in points of each tile, or 0 for a single image.
  ///
  /// Tiles keep the aspect ratio of the image and fill the frame; the fit and the zoom have no
  /// effect. The focus aligns the tiles with the frame.
  public var tile: Double

  /// Creates an image, by default scaled to cover its frame, centered and unfiltered.
  public init(
    file: String, frame: Rect, fit: Fit = .cover, focus: UnitPoint = .center, zoom: Double = 1,
    blur: Double = 0, saturation: Double = 1, cells: Double = 0, blend: Blend = .normal,
    mask: Mask = .none, tint: Color? = nil, tile: Double = 0
  ) {
    self.file = file
    self.frame = frame
    self.fit = fit
    self.focus = focus
    self.zoom = zoom
    self.blur = blur
    self.saturation = saturation
    self.cells = cells
    self.blend = blend
    self.mask = mask
    self.tint = tint
    self.tile = tile
  }
}

/// An outline with its fill, stroke and shadow.
public struct ShapeContent: Hashable, Sendable {
  /// The outline.
  public var shape: Shape
  /// The fill, or `nil`.
  public var fill: Paint?
  /// The stroke, or `nil`.
  public var stroke: Stroke?
  /// The shadow, or `nil`.
  public var shadow: Shadow?

  /// Creates a shape, which is invisible if it has neither a fill nor a stroke.
  public init(_ shape: Shape, fill: Paint? = nil, stroke: Stroke? = nil, shadow: Shadow? = nil) {
    self.shape = shape
    self.fill = fill
    self.stroke = stroke
    self.shadow = shadow
  }
}

/// Text at a position on the canvas.
public struct TextContent: Hashable, Sendable {
  /// The text and its style.
  public var block: TextBlock
  /// The frame: the top left corner, the wrapping width and, for use in reports, the measured
  /// height.
  public var frame: Rect
  /// The shadow, or `nil`.
  public var shadow: Shadow?

  /// Creates text at a position; its lines wrap at `frame.width`.
  public init(_ block: TextBlock, frame: Rect, shadow: Shadow? = nil) {
    self.block = block
    self.frame = frame
    self.shadow = shadow
  }
}

/// A group of layers.
public struct GroupContent: Hashable, Sendable {
  /// The layers in paint order.
  public var layers: [Layer]
  /// The clipping outline of the group, or `nil`.
  public var clip: Shape?

  /// Creates a group, by default without clipping.
  public init(_ layers: [Layer], clip: Shape? = nil) {
    self.layers = layers
    self.clip = clip
  }
}
