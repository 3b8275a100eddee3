public import WallfarmPluginKit

/// A photo in the content, with its aspect ratio.
public struct PlacedPhoto: Sendable {
  /// The photo's entry in the content.
  public let entry: ContentEntry
  /// The aspect ratio (width / height) of the upright photo, limited to 0.4…2.5.
  public let ratio: Double

  /// All photos in the content; a photo whose aspect ratio is unknown has the ratio 3:2.
  public static func all(in context: ComposeContext) -> [PlacedPhoto] {
    (context.content[.photos] ?? []).map { entry in
      let size = context.photoSizes[entry.text("file") ?? ""]
      // Extreme ratios are limited, so a panorama is cropped.
      let ratio = size.map { min(max(Double($0.width) / Double($0.height), 0.4), 2.5) } ?? 1.5
      return PlacedPhoto(entry: entry, ratio: ratio)
    }
  }

  /// The day on which the photo was taken.
  public var day: Day? { entry.when("date")?.ownDay }

  /// The photo, cropped around its focus to fill a frame.
  ///
  /// By default, the focus is slightly above the center, where faces usually are.
  public func layer(_ name: String, in frame: Rect, radius: Double) -> Layer {
    let image = ImageContent(
      file: entry.text("file") ?? "", frame: frame,
      focus: entry.focus(otherwise: UnitPoint(x: 0.5, y: 0.4)))
    return Layer(
      name,
      .group(
        GroupContent(
          [Layer(name + ".picture", .image(image))], clip: .rounded(frame, radius: radius))))
  }
}

extension ContentEntry {
  /// The focus point of a photo, or a default value.
  public func focus(otherwise point: UnitPoint) -> UnitPoint {
    UnitPoint(x: number("focus-x") ?? point.x, y: number("focus-y") ?? point.y)
  }
}
