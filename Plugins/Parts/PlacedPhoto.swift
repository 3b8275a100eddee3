public import WallfarmPluginKit

/// A photo of the content, with its shape.
public struct PlacedPhoto: Sendable {
  /// Its entry.
  public let entry: ContentEntry
  /// Width over height, upright.
  public let ratio: Double

  /// Photos of the content with their shapes; three by two where nobody has looked.
  public static func all(in context: ComposeContext) -> [PlacedPhoto] {
    (context.content[.photos] ?? []).map { entry in
      let size = context.photoSizes[entry.text("file") ?? ""]
      // A panorama is cut: as it is it would be a line.
      let ratio = size.map { min(max(Double($0.width) / Double($0.height), 0.4), 2.5) } ?? 1.5
      return PlacedPhoto(entry: entry, ratio: ratio)
    }
  }

  /// The day that it was taken.
  public var day: Day? { entry.when("date")?.ownDay }

  /// Its layer, cut to a frame round what matters; where nobody said what does, a little above the middle, where faces are.
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
  /// What of a photo stays in view when it is cut.
  public func focus(otherwise point: UnitPoint) -> UnitPoint {
    UnitPoint(x: number("focus-x") ?? point.x, y: number("focus-y") ?? point.y)
  }
}
