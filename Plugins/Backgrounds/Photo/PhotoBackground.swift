public import WallfarmPluginKit

/// A background with a photo.
public struct PhotoBackground: BackgroundPlugin {
  /// The identifier, `photo`.
  public static let id = "photo"
  /// The first version.
  public static let version = 1
  /// The one-line summary that is shown in lists of plugins.
  public static let summary =
    "A photo that covers the screen, with settings for focus, dimming and blur."
  /// The parameters of the plugin.
  public static let schema = ParameterSchema(
    keys.file, fit, fill, keys.focusX, keys.focusY, keys.zoom, keys.dim, blur, saturation)

  private static let keys = PhotoKeys()
  private static let fit = Parameter.choice(
    "fit", default: ImageContent.Fit.cover,
    summary: "cover fills the screen and crops; contain shows the whole photo; stretch distorts it."
  )
  private static let fill = Parameter.color(
    "fill", default: .black, summary: "Color around a photo that does not cover the screen.")
  private static let blur = Parameter.number(
    "blur", in: 0...100, unit: .points, default: 0,
    summary: "Standard deviation of a Gaussian blur.")
  private static let saturation = Parameter.number(
    "saturation", in: 0...3, default: 1, summary: "Saturation: 0 is gray, 1 is unchanged.")

  private let photo: ShownPhoto
  private let fit: ImageContent.Fit
  private let fill: Color
  private let blur: Double
  private let saturation: Double

  /// Reads the parameters; `file` is required.
  public init(_ values: ParameterValues) throws(RenderError) {
    photo = try ShownPhoto(Self.keys, values)
    fit = try values.value(of: Self.fit)
    fill = try values.value(of: Self.fill)
    blur = try values.value(of: Self.blur)
    saturation = try values.value(of: Self.saturation)
    try photo.requireFile()
  }

  /// Returns the fill, the photo, and a black layer if the photo is dimmed.
  public func layers(in context: ComposeContext) -> [Layer] {
    photo.layers(on: fill, in: context) { image in
      (image.fit, image.blur, image.saturation) = (fit, blur, saturation)
    }
  }
}
