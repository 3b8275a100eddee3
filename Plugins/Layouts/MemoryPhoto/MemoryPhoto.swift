public import WallfarmPluginKit

/// A layout that shows a photo with its place and date.
public struct MemoryPhoto: LayoutPlugin {
  /// The identifier, `memory`.
  public static let id = "memory"
  /// The version; version 2 crops landscape photos less and enlarges photos on tablets.
  public static let version = 2
  /// The one-line summary that is shown in lists of plugins.
  public static let summary =
    "A photo with its place and date; the photo changes daily."
  /// The parameters of the plugin.
  public static let schema = keys.schema(with: pick, corner, frame)
  /// The content that the layout uses: photos, which are required.
  public static let content = [
    ContentUse(
      .photos, isNeeded: true, fields: ["file", "date", "place", "focus-x", "focus-y"])
  ]
  /// The precision is one day, because the photo changes daily.
  public static let timePrecision: TimePrecision? = .day

  private static let pick = Parameter.choice(
    "pick", default: Turns.day,
    summary: "Photo to show if there are several: a different one each day, or the first.")
  private static let corner = Parameter.number(
    "photo-radius", in: 0...60, unit: .typePoints, default: 14,
    summary: "Corner radius of the photo.")
  private static let frame = Parameter.number(
    "photo-frame", in: 0...24, unit: .typePoints, default: 0,
    summary: "Width of the white frame around the photo.")
  private static let keys = LayoutKeys(
    largest: 30, smallest: 12, emptyText: "No photo yet")

  private let pick: Turns
  private let corner: Double
  private let frame: Double
  private let look: LayoutLook

  /// Reads the parameters.
  public init(_ values: ParameterValues) throws(RenderError) {
    pick = try values.value(of: Self.pick)
    corner = try values.value(of: Self.corner)
    frame = try values.value(of: Self.frame)
    look = try LayoutLook(Self.keys, values)
  }

  /// Arranges the photo as large as the text below it allows.
  public func arrange(in context: ComposeContext) throws(RenderError) -> Arrangement {
    let now = try context.today()
    let photos = context.content[.photos] ?? []
    guard !photos.isEmpty else { return try look.nothing(in: context) }
    let (index, expires) = try pick.entry(of: photos.count, in: context)
    let photo = photos[index]
    let date = try photo.when("date").map { (when) throws(RenderError) in
      try context.words.day(now.day(of: when), .dayMonthYear)
    }
    var arrangement = try look.arrangement(
      of: "caption of the photo", smallest: MemoryPhoto.small, in: context,
      widest: LayoutLook.widestOfPictures(in: context),
      titles: [photo.text("place") ?? "", date ?? ""]
    ) { (sheet) throws(RenderError) in
      try sheet.add(
        of: photo, place: photo.text("place") ?? "", date: date ?? "",
        corner: corner * context.typeScale, frame: frame * context.typeScale)
    }
    arrangement.expires = expires
    return arrangement
  }

  /// The type size of the date, relative to the type size of the place.
  fileprivate static let small = 0.6
}

extension Sheet {
  fileprivate mutating func add(
    of photo: ContentEntry, place: String, date: String, corner: Double, frame: Double
  ) throws(RenderError) {
    let title = block(place, look.title(size))
    let small = block(date, look.label(size * MemoryPhoto.small))
    var below = 0.0
    for (text, gap) in [(title, size * 0.7), (small, place.isEmpty ? size * 0.7 : size * 0.15)]
    where !text.text.isEmpty {
      below += try measure(text, width: area.width).size.height + gap
    }
    // Limit the aspect ratio of the photo to the range from 0.8 to 1.6. A taller frame would leave
    // no space for text on a small screen, and a flatter frame would look like a strip.
    let file = photo.text("file") ?? ""
    let ratio = context.photoSizes[file].map { Double($0.width) / Double($0.height) } ?? 0.8
    let height = min(area.height - below, area.width / min(max(ratio, 0.8), 1.6))
    needs(area.width * 0.5, of: height)
    let print = Rect(x: area.x, y: y, width: area.width, height: height)
    if frame > 0 {
      draw(
        Layer(
          "frame",
          .shape(
            ShapeContent(
              .rounded(print, radius: corner), fill: .color(.white),
              shadow: Shadow(color: Color.black.opacity(0.35), blur: frame)))))
    }
    let inside = print.inset(by: Insets(horizontal: frame, vertical: frame))
    let image = ImageContent(
      file: file, frame: inside, focus: photo.focus(otherwise: UnitPoint(x: 0.5, y: 0.4)))
    draw(
      Layer(
        "photo",
        .group(
          GroupContent(
            [Layer("picture", .image(image))],
            clip: .rounded(inside, radius: max(0, corner - frame))))))
    take(Size(width: area.width, height: height))
    try add("place", title, gap: size * 0.7)
    try add("date", small, gap: place.isEmpty ? size * 0.7 : size * 0.15)
  }
}
