public import WallfarmPluginKit

/// A layout that shows a map with the places of photos and the routes between them.
public struct TripMap: LayoutPlugin {
  /// The identifier, `map`.
  public static let id = "map"
  /// The version; since version 2, places are named, and land is separated from its background.
  ///
  /// The version also increases when the coastlines are updated, because the same places then
  /// produce different outlines.
  public static let version = 2
  /// The one-line summary for lists.
  public static let summary =
    "A map of the places where photos were taken: a globe, a region or a close-up."
  /// The parameters of the plugin.
  public static let schema = keys.schema(with: extent, route, land, sea)
  /// The content: photos with places, which are required, and text.
  public static let content = [
    ContentUse(.photos, isNeeded: true, fields: ["latitude", "longitude", "date", "place"]),
    ContentUse(.text),
  ]

  private static let extent = Parameter.choice(
    "extent", default: MapView.Extent.automatic,
    summary:
      "Extent of the map: globe, region, or close for the smallest area; automatic fits all "
      + "places.")
  private static let route = Parameter.boolean(
    "route", default: true, summary: "Whether the route from each place to the next is shown.")
  private static let land = Parameter.number(
    "land", in: 0.04...0.6, unit: .fraction, default: 0.13,
    summary: "Contrast between land and sea.")
  private static let sea = Parameter.optionalColor(
    "sea", summary: "Color of the water, or none.")
  private static let keys = LayoutKeys(
    largest: 34, smallest: 12, anchor: .bottom, emptyText: "No places yet")

  private let extent: MapView.Extent
  private let hasRoute: Bool
  private let land: Double
  private let sea: Color?
  private let look: LayoutLook

  /// Reads the parameters.
  public init(_ values: ParameterValues) throws(RenderError) {
    extent = try values.value(of: Self.extent)
    hasRoute = try values.value(of: Self.route)
    land = try values.value(of: Self.land)
    sea = try values.value(of: Self.sea)
    look = try LayoutLook(Self.keys, values)
  }

  /// Draws the map over the whole canvas, with all places and the text in the free area.
  public func arrange(in context: ComposeContext) throws(RenderError) -> Arrangement {
    guard let maps = context.maps else {
      throw RenderError(
        .invalidParameter, "the host does not support maps",
        hint: "use a newer version of the host")
    }
    let stops = Stop.stops(of: context.content[.photos] ?? [])
    guard !stops.isEmpty else {
      guard context.content.isEmpty(.photos) else { throw .noPlaces() }
      return try look.nothing(in: context)
    }
    let title = JourneyTitle(
      of: context.content[.photos] ?? [], text: context.content[.text]?.first)
    var arrangement = try title.arrangement(
      look, in: context, widest: LayoutLook.widestOfPictures(in: context))
    let glow = MapDrawing.glow * context.typeScale
    let room = arrangement.rest(
      of: look.area(in: context, widest: .infinity), gap: 12 * context.typeScale)
    let frame = room.inset(by: Insets(horizontal: glow, vertical: glow))
    // Reject a frame that is smaller than a dot. Its size can even be negative, which would turn
    // the map upside down.
    guard min(frame.width, frame.height) >= 2 * MapDrawing.dot * context.typeScale else {
      throw .textDoesNotFit("map", minimumSize: look.minSize * context.typeScale)
    }
    let outlines = try maps.outlines(
      of: MapView(
        of: stops.map(\.place), in: frame, bounds: context.bounds, extent: extent))
    let drawing = MapDrawing(
      outlines: outlines, look: look, land: land, sea: sea, scale: context.typeScale)
    // Names may extend into the side margins, because these margins only keep the dots away from
    // the edges.
    let side = 10 * context.typeScale
    let names = PlaceNames(
      look, context,
      in: Rect(
        x: context.freeArea.x + side, y: room.y, width: context.freeArea.width - 2 * side,
        height: room.height),
      dots: drawing.stops.dots, ways: hasRoute ? outlines.ways : [])
    arrangement.layers =
      drawing.layers(showingWays: hasRoute)
      + (try names.layers(naming: drawing.names(of: stops))) + arrangement.layers
    arrangement.room = nil
    let hidden = outlines.places.count { $0 == nil }
    if hidden > 0 { arrangement.warnings.append(.behind(hidden, of: stops.count)) }
    return arrangement
  }
}

extension RenderError {
  fileprivate static func noPlaces() -> RenderError {
    RenderError(
      .noContent, "none of the photos has a location",
      hint:
        "add 'latitude' and 'longitude', or use 'wallfarm library content ID --with-coordinates'"
    )
  }
}

extension RenderWarning {
  fileprivate static func behind(_ hidden: Int, of count: Int) -> RenderWarning {
    RenderWarning(
      .contentHidden,
      "\(hidden) of \(count) places \(hidden == 1 ? "lies" : "lie") on the far side of the globe "
        + "and \(hidden == 1 ? "is" : "are") not visible",
      hint: "show photos from only one part of the journey")
  }
}
