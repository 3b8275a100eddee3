public import WallfarmPluginKit

/// A layout of tiled photos with a title below them.
public struct PhotoCollage: LayoutPlugin {
  /// The identifier, `collage`.
  public static let id = "collage"
  /// The first version.
  public static let version = 1
  /// The one-line summary for lists.
  public static let summary = "Photos that tile the free area, with a title."
  /// The parameters of the plugin.
  public static let schema = keys.schema(with: corner, gap, caption)
  /// The content: photos, which are required, and text.
  public static let content = [
    ContentUse(
      .photos, isNeeded: true, fields: ["file", "date", "place", "focus-x", "focus-y"]),
    ContentUse(.text),
  ]

  private static let corner = Parameter.number(
    "photo-radius", in: 0...60, unit: .typePoints, default: 12,
    summary: "Corner radius of the photos.")
  private static let gap = Parameter.number(
    "photo-gap", in: 0...24, unit: .typePoints, default: 6, summary: "Space between photos.")
  private static let caption = Parameter.boolean(
    "caption", default: true, summary: "Whether the title and the dates of the photos are shown.")
  private static let keys = LayoutKeys(
    largest: 30, smallest: 12, anchor: .bottom, emptyText: "No photos yet")

  private let corner: Double
  private let gap: Double
  private let hasCaption: Bool
  private let look: LayoutLook

  /// Reads the parameters.
  public init(_ values: ParameterValues) throws(RenderError) {
    corner = try values.value(of: Self.corner)
    gap = try values.value(of: Self.gap)
    hasCaption = try values.value(of: Self.caption)
    look = try LayoutLook(Self.keys, values)
  }

  /// Shows as many of the first photos as possible, with each photo large enough to be recognized.
  public func arrange(in context: ComposeContext) throws(RenderError) -> Arrangement {
    let photos = PlacedPhoto.all(in: context)
    guard !photos.isEmpty else { return try look.nothing(in: context) }
    let title = JourneyTitle(
      of: photos.map(\.entry), text: context.content[.text]?.first)
    let widest = LayoutLook.widestOfPictures(in: context)
    var arrangement =
      hasCaption
      ? try title.arrangement(look, in: context, widest: widest)
      : Arrangement(layers: [], expires: .never)
    let scale = context.typeScale
    let area = look.area(in: context, widest: widest)
    let room = arrangement.rest(of: area, gap: 16 * scale)
    let least = PhotoCollage.least * scale
    // The minimum area of a tile gives an upper bound for the number of photos.
    let most = min(photos.count, Int(room.width * room.height / (least * least)))
    let shown = stride(from: most, to: 0, by: -1).lazy.compactMap { count in
      CollageTiles(photos.prefix(count).map(\.ratio), in: room, gap: gap * scale, least: least)
    }.first
    guard let shown else { throw .textDoesNotFit("collage", minimumSize: least) }
    guard shown.frames.count == photos.count || context.overflow == .more else {
      throw .textDoesNotFit("collage of \(photos.count) photos", minimumSize: least)
    }
    if shown.frames.count < photos.count {
      arrangement.warnings.append(
        .hidden(photos.count - shown.frames.count, of: photos.count, .photos))
    }
    // Place the tiles directly above or below the title or, without a title, in the vertical
    // center.
    let left = room.maxY - (shown.frames.map(\.maxY).max() ?? 0)
    let isBelow = room.y > area.y
    let down = arrangement.layers.isEmpty ? left / 2 : isBelow ? 0 : left
    let isMirrored = try context.isMirrored()
    arrangement.layers =
      zip(photos, shown.frames).enumerated().map { index, tile in
        let (photo, frame) = tile
        let x = isMirrored ? room.x + room.maxX - frame.maxX : frame.x
        return photo.layer(
          "photo.\(index + 1)",
          in: Rect(x: x, y: frame.y + down, width: frame.width, height: frame.height),
          radius: corner * scale)
      } + arrangement.layers
    arrangement.room = nil
    return arrangement
  }

  /// The minimum length of a tile's shorter side, in points on a phone.
  private static let least = 52.0
}
