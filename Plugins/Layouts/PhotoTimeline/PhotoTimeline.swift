public import WallfarmPluginKit

/// A layout of photos by date, in rows of equal height.
public struct PhotoTimeline: LayoutPlugin {
  /// The identifier, `timeline`.
  public static let id = "timeline"
  /// The version; since version 2, dates are never shortened.
  public static let version = 2
  /// The one-line summary for lists.
  public static let summary = "Photos by date along a line, in rows of equal height."
  /// The parameters of the plugin.
  public static let schema = keys.schema(with: corner, gap)
  /// The content: photos, which are required.
  public static let content = [
    ContentUse(
      .photos, isNeeded: true, fields: ["file", "date", "place", "focus-x", "focus-y"])
  ]

  private static let corner = Parameter.number(
    "photo-radius", in: 0...60, unit: .typePoints, default: 8,
    summary: "Corner radius of the photos.")
  private static let gap = Parameter.number(
    "photo-gap", in: 0...24, unit: .typePoints, default: 5, summary: "Space between photos.")
  private static let keys = LayoutKeys(largest: 17, smallest: 12, emptyText: "No photos yet")

  private let corner: Double
  private let gap: Double
  private let look: LayoutLook

  /// Reads the parameters.
  public init(_ values: ParameterValues) throws(RenderError) {
    corner = try values.value(of: Self.corner)
    gap = try values.value(of: Self.gap)
    look = try LayoutLook(Self.keys, values)
  }

  /// Shows as many of the first photos as fit, in the rows with the least cropping.
  public func arrange(in context: ComposeContext) throws(RenderError) -> Arrangement {
    let photos = PlacedPhoto.all(in: context)
    guard !photos.isEmpty else { return try look.nothing(in: context) }
    var shortened = 0
    var arrangement = try look.arrangement(
      of: photos.count, .photos, smallest: 1, in: context,
      widest: LayoutLook.widestOfPictures(in: context)
    ) { (sheet, shown) throws(RenderError) in
      shortened = try sheet.add(
        Array(photos.prefix(shown)), gap: gap * context.typeScale,
        radius: corner * context.typeScale)
    }
    if shortened > 0 { arrangement.warnings.append(.captionsShortened(shortened)) }
    arrangement.expires = .never
    return arrangement
  }
}

extension RenderWarning {
  fileprivate static func captionsShortened(_ count: Int) -> RenderWarning {
    RenderWarning(
      .contentHidden,
      "place names in \(count) \(count == 1 ? "caption" : "captions") did not fit and were "
        + "shortened",
      hint: "use shorter place names, lower 'min-size', or make this an error with "
        + "--overflow fail")
  }
}
