public import WallfarmPluginKit

/// The common parameters of backgrounds with a photo.
public struct PhotoKeys: Sendable {
  /// The file of the photo.
  public let file = Parameter.file(
    "file", summary: "The photo: JPEG, PNG, WebP, HEIC or AVIF.")
  /// The horizontal focus for cropping.
  public let focusX = Parameter.number(
    "focus-x", in: 0...1, unit: .fraction, default: 0.5,
    summary: "Horizontal focus of the crop: 0 left, 1 right.")
  /// The vertical focus for cropping.
  public let focusY = Parameter.number(
    "focus-y", in: 0...1, unit: .fraction, default: 0.5,
    summary: "Vertical focus of the crop: 0 top, 1 bottom.")
  /// The zoom factor.
  public let zoom = Parameter.number(
    "zoom", in: 1...10, default: 1, summary: "Zoom factor; 1 covers the screen exactly.")
  /// The opacity of the black layer over the photo.
  public let dim = Parameter.number(
    "dim", in: 0...1, unit: .fraction, default: 0,
    summary: "Opacity of the black overlay on the photo.")

  /// Declares the parameters.
  public init() {}
}

/// The values of ``PhotoKeys``.
public struct ShownPhoto: Sendable {
  private let file: String
  private let focus: UnitPoint
  private let zoom: Double
  private let dim: Double

  /// Reads the parameters.
  public init(_ keys: PhotoKeys, _ values: ParameterValues) throws(RenderError) {
    file = try values.value(of: keys.file)
    focus = UnitPoint(
      x: try values.value(of: keys.focusX), y: try values.value(of: keys.focusY))
    zoom = try values.value(of: keys.zoom)
    dim = try values.value(of: keys.dim)
  }

  /// Checks that a file is given.
  ///
  /// - Throws: `photo-unreadable`.
  public func requireFile() throws(RenderError) {
    guard file.isEmpty else { return }
    throw RenderError(
      .photoUnreadable, "no photo was given", origin: .option("photo"),
      hint: "add --photo FILE, or \"parameters\": { \"file\": \"photo.jpg\" } to the background")
  }

  /// The layers to draw: a color, the photo and, if the photo is dimmed, a black layer.
  ///
  /// - Parameters:
  ///   - fill: the color around the photo and behind its transparent parts.
  ///   - context: the context with the canvas.
  ///   - change: additional changes to the image.
  /// - Returns: two or three layers.
  public func layers(
    on fill: Color, in context: ComposeContext, change: (inout ImageContent) -> Void
  ) -> [Layer] {
    var image = ImageContent(file: file, frame: context.bounds, focus: focus, zoom: zoom)
    change(&image)
    var layers = [Layer("fill", .fill(.color(fill))), Layer("photo", .image(image))]
    if dim > 0 { layers.append(Layer("dim", opacity: dim, .fill(.color(.black)))) }
    return layers
  }
}
