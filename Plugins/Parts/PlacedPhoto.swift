public import WallfarmPluginKit

/// A photo of the content with its aspect ratio.
public struct PlacedPhoto: Sendable {
  /// The entry of the content.
  public let entry: ContentEntry
  /// The upright aspect ratio (width / height), limited to 0.4…2.5.
  public let ratio: Double

  /// All photos of the content; if an aspect ratio is unknown, 3:2 is used.
  public static func all(in context: ComposeContext) -> [PlacedPhoto] {
    (context.content[.photos] ?? []).map { entry in
      let size = context.photoSizes[entry.text("file") ?? ""]
      // Extreme ratios are limited, so a panorama is cropped.
      let ratio = size.map { min(max(Double($0.width) / Double($0.height), 0.4), 2.5) } ?? 1.5
      return PlacedPhoto(entry: entry, ratio: ratio)
    }
  }

  /// The day on which it was taken.
  public var day: Day? { entry.when("date")?.ownDay }

  /// The photo cropped to a frame around its focus; by default slightly above the center, where
  /// faces usually are.
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
