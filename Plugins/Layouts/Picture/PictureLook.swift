import WallfarmPluginKit

/// The look of an image: its fit, opacity, blend mode, mask, tint and tiles.
struct PictureLook {
  private enum Mask: String, CaseIterable {
    case none
    case circle
    case rounded
  }

  private static let fit = Parameter.choice(
    "fit", default: ImageContent.Fit.contain,
    summary: "Scaling in an area or cell: contain shows the whole image, cover fills the area and "
      + "crops the image, stretch distorts it.")
  private static let focusX = Parameter.number(
    "focus-x", in: 0...1, unit: .fraction, default: 0.5,
    summary: "Horizontal focus of the crop, or alignment of the tiles: 0 left, 1 right.")
  private static let focusY = Parameter.number(
    "focus-y", in: 0...1, unit: .fraction, default: 0.5,
    summary: "Vertical focus of the crop, or alignment of the tiles: 0 top, 1 bottom.")
  private static let opacity = Parameter.number(
    "opacity", in: 0...1, unit: .fraction, default: 1, summary: "Opacity of the image.")
  private static let blend = Parameter.choice(
    "blend", default: ImageContent.Blend.normal,
    summary: "Blend mode with the background and the images below.")
  private static let mask = Parameter.choice(
    "mask", default: Mask.none,
    summary: "Outline of the image: none, circle, or rounded corners of continuous curvature.")
  private static let radius = Parameter.number(
    "radius", in: 0...400, unit: .typePoints, default: 24,
    summary: "Corner radius of the mask 'rounded'.")
  private static let tint = Parameter.optionalColor(
    "tint", summary: "Color that replaces the colors of the image and keeps its transparency.")
  private static let tile = Parameter.number(
    "tile", in: 0...1000, unit: .typePoints, default: 0,
    summary: "Width of each copy of an image that is repeated; if 0, the image is not repeated.")

  static let keys: [ParameterDescription] = [
    fit.description, focusX.description, focusY.description, opacity.description, blend.description,
    mask.description, radius.description, tint.description, tile.description,
  ]

  let opacity: Double
  private let fit: ImageContent.Fit
  private let focus: UnitPoint
  private let blend: ImageContent.Blend
  private let mask: Mask
  private let radius: Double
  private let tint: Color?
  private let tile: Double

  /// The minimum width of a tile in points.
  private static let leastTile = 4.0

  init(_ values: ParameterValues) throws(RenderError) {
    fit = try values.value(of: Self.fit)
    focus = UnitPoint(x: try values.value(of: Self.focusX), y: try values.value(of: Self.focusY))
    opacity = try values.value(of: Self.opacity)
    blend = try values.value(of: Self.blend)
    mask = try values.value(of: Self.mask)
    radius = try values.value(of: Self.radius)
    tint = try values.value(of: Self.tint)
    tile = try values.value(of: Self.tile)
    guard tile == 0 || tile >= Self.leastTile else {
      throw RenderError(
        .invalidParameter, "'tile' cannot be \(shortest(tile)): a tile is at least 4 pt wide",
        hint: "use a larger tile, or 0 to show the image once")
    }
  }

  var isTiled: Bool { tile > 0 }

  /// The proportions of the frame for an image.
  func shape(ofImageWithRatio ratio: Double) -> PictureShape {
    if tile > 0 { return .whole }
    if mask == .circle { return .ratio(1) }
    return fit == .contain ? .ratio(ratio) : .wholeInArea(ratio: ratio)
  }

  /// Sets the look of an image whose frame is known.
  func apply(to image: inout ImageContent, typeScale: Double) {
    // A frame for the whole image has the proportions of the image. Rounding to pixels changes them
    // slightly, so the image is scaled to cover the frame.
    image.fit = fit == .contain ? .cover : fit
    image.focus = focus
    image.blend = blend
    image.tint = tint
    image.tile = tile == 0 ? 0 : max(tile * typeScale, Self.leastTile)
    switch mask {
    case .none: image.mask = .none
    case .circle: image.mask = .circle
    case .rounded: image.mask = .rounded(radius: radius * typeScale)
    }
  }
}

/// The proportions of an image's frame.
enum PictureShape {
  /// The width divided by the height.
  case ratio(Double)
  /// The proportions of the area or cell; at an edge, the ratio of the image.
  case wholeInArea(ratio: Double)
  /// The whole slot, for tiles.
  case whole
}
