public import WallfarmPluginKit

/// A layout of one image, such as a logo, a texture or a sticker, behind all other layouts.
public struct PictureLayout: LayoutPlugin {
  /// The identifier, `picture`.
  public static let id = "picture"
  /// The first version.
  public static let version = 1
  /// The one-line summary that is shown in lists of plugins.
  public static let summary = "One image, such as a logo, a texture or a sticker."
  /// The parameters of the plugin.
  public static let schema = ParameterSchema(
    [file.description] + PicturePlace.keys + PictureLook.keys)
  /// The content: none.
  public static let content: [ContentUse] = []

  private static let file = Parameter.file(
    "file", summary: "The image: PNG, JPEG, WebP, AVIF, HEIC or SVG.")

  private let file: String
  private let place: PicturePlace
  private let look: PictureLook

  /// Reads the parameters.
  public init(_ values: ParameterValues) throws(RenderError) {
    file = try values.value(of: Self.file)
    place = try PicturePlace(values)
    look = try PictureLook(values)
  }

  /// The image is part of the background, so that it never hides text.
  public var isBackdrop: Bool { true }

  /// Text may cover textures, but not a logo or a sticker.
  public var mayBeBehindText: Bool { place.mayCover || look.isTiled }

  /// Places the image.
  ///
  /// - Throws: `photo-unreadable` if no file is named; `image-covered` if the image would be behind
  ///   the clock, the widgets or the controls.
  public func arrange(in context: ComposeContext) throws(RenderError) -> Arrangement {
    guard !file.isEmpty else { throw .noImage() }
    let size = context.photoSizes[file]
    let ratio = size.map { Double($0.width) / Double($0.height) } ?? 1
    let shape = look.shape(ofImageWithRatio: ratio)
    let frame = try place.frame(of: shape, in: context)
    var image = ImageContent(file: file, frame: frame)
    look.apply(to: &image, typeScale: context.typeScale)
    return Arrangement(
      layers: [Layer("picture", opacity: look.opacity, .image(image))],
      room: place.room(around: frame, in: context))
  }
}

extension RenderError {
  fileprivate static func noImage() -> RenderError {
    RenderError(
      .photoUnreadable, "the layout 'picture' has no image",
      hint: "add --set file=logo.png, or \"parameters\": { \"file\": \"logo.png\" } to the layout")
  }
}
