public import WallfarmPluginKit

/// The parameters of a photo behind everything, which backgrounds have in common.
public struct PhotoKeys: Sendable {
  /// The photo.
  public let file = Parameter.file(
    "file", summary: "The photo: JPEG, PNG, WebP, HEIC or AVIF.")
  /// What stays when the sides are cut.
  public let focusX = Parameter.number(
    "focus-x", in: 0...1, unit: .fraction, default: 0.5,
    summary: "The part that stays when the sides are cut: 0 left, 1 right.")
  /// What stays when top or bottom is cut.
  public let focusY = Parameter.number(
    "focus-y", in: 0...1, unit: .fraction, default: 0.5,
    summary: "The part that stays when top or bottom is cut: 0 top, 1 bottom.")
  /// How much it is enlarged.
  public let zoom = Parameter.number(
    "zoom", in: 1...10, default: 1, summary: "Enlargement beyond covering the screen.")
  /// How dark it is made.
  public let dim = Parameter.number(
    "dim", in: 0...1, unit: .fraction, default: 0, summary: "Black laid over it: 0 none, 1 all.")

  /// Declares them.
  public init() {}
}

/// A photo behind everything: the parameters of ``PhotoKeys``, read.
public struct ShownPhoto: Sendable {
  private let file: String
  private let focus: UnitPoint
  private let zoom: Double
  private let dim: Double

  /// Reads them.
  public init(_ keys: PhotoKeys, _ values: ParameterValues) throws(RenderError) {
    file = try values.value(of: keys.file)
    focus = UnitPoint(
      x: try values.value(of: keys.focusX), y: try values.value(of: keys.focusY))
    zoom = try values.value(of: keys.zoom)
    dim = try values.value(of: keys.dim)
  }

  /// Looks that a photo was named.
  ///
  /// - Throws: `photo-unreadable`.
  public func requireFile() throws(RenderError) {
    guard file.isEmpty else { return }
    throw RenderError(
      .photoUnreadable, "no photo was given", origin: .option("photo"),
      hint: "add --photo FILE, or \"parameters\": { \"file\": \"photo.jpg\" } where it is named")
  }

  /// A colour, the photo on it, and black over it where it is dimmed.
  ///
  /// - Parameters:
  ///   - fill: what is seen beside the photo, and through its clear parts.
  ///   - context: knows the screen.
  ///   - change: what else is done to the photo.
  /// - Returns: two layers or three.
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
