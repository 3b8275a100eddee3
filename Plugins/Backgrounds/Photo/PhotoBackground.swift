public import WallfarmPluginKit

/// Covers the screen with a photo.
public struct PhotoBackground: BackgroundPlugin {
  /// `photo`.
  public static let id = "photo"
  /// 1.
  public static let version = 1
  /// One line for lists.
  public static let summary = "A photo that covers the screen, with focus, dim and blur."
  /// All parameters.
  public static let schema = ParameterSchema(
    file, fit, fill, focusX, focusY, zoom, dim, blur, saturation)

  static let file = Parameter.file("file", summary: "The photo: JPEG, PNG, WebP, HEIC or AVIF.")
  static let fit = Parameter.choice(
    "fit", default: ImageContent.Fit.cover,
    summary: "cover fills the screen and cuts; contain shows all; stretch changes the shape.")
  static let fill = Parameter.color(
    "fill", default: .black, summary: "Colour beside a photo that does not cover the screen.")
  static let focusX = Parameter.number(
    "focus-x", in: 0...1, unit: .fraction, default: 0.5,
    summary: "The part that stays when the sides are cut: 0 left, 1 right.")
  static let focusY = Parameter.number(
    "focus-y", in: 0...1, unit: .fraction, default: 0.5,
    summary: "The part that stays when top or bottom is cut: 0 top, 1 bottom.")
  static let zoom = Parameter.number(
    "zoom", in: 1...10, default: 1, summary: "Enlargement beyond covering the screen.")
  static let dim = Parameter.number(
    "dim", in: 0...1, unit: .fraction, default: 0, summary: "Black laid over it: 0 none, 1 all.")
  static let blur = Parameter.number(
    "blur", in: 0...100, unit: .points, default: 0,
    summary: "Standard deviation of a Gaussian blur.")
  static let saturation = Parameter.number(
    "saturation", in: 0...3, default: 1, summary: "Colourfulness: 0 gray, 1 as it is.")

  let file: String
  let fit: ImageContent.Fit
  let fill: Color
  let focus: UnitPoint
  let zoom: Double
  let dim: Double
  let blur: Double
  let saturation: Double

  /// Reads all parameters; `file` must be given.
  public init(_ values: ParameterValues) throws(RenderError) {
    file = try values.value(of: Self.file)
    fit = try values.value(of: Self.fit)
    fill = try values.value(of: Self.fill)
    focus = UnitPoint(
      x: try values.value(of: Self.focusX), y: try values.value(of: Self.focusY))
    zoom = try values.value(of: Self.zoom)
    dim = try values.value(of: Self.dim)
    blur = try values.value(of: Self.blur)
    saturation = try values.value(of: Self.saturation)
    guard !file.isEmpty else {
      throw RenderError(
        .photoUnreadable, "no photo was given", origin: .option("photo"),
        hint: "add --photo FILE, or \"parameters\": { \"file\": \"photo.jpg\" } where it is named")
    }
  }

  /// The fill, the photo, and black over it where it is dimmed.
  public func layers(in context: ComposeContext) -> [Layer] {
    let image = ImageContent(
      file: file, frame: context.bounds, fit: fit, focus: focus, zoom: zoom, blur: blur,
      saturation: saturation)
    // Below the photo even where it covers, for one with clear parts.
    var layers = [Layer("fill", .fill(.color(fill))), Layer("photo", .image(image))]
    if dim > 0 { layers.append(Layer("dim", opacity: dim, .fill(.color(.black)))) }
    return layers
  }
}
