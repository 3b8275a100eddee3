/// Creates maps; plugins access it through their context.
public protocol MapMaker: Sendable {
  /// Returns the land, coasts and places of a view as outlines.
  ///
  /// - Throws: `invalid-parameter` for invalid coordinates; `maps-missing` if the coastline data is
  ///   missing or damaged.
  func outlines(of view: MapView) throws(RenderError) -> MapOutlines
}

/// A geographic location.
public struct MapPlace: Hashable, Sendable {
  /// The latitude in degrees, −90…90.
  public let latitude: Double
  /// The longitude in degrees, −180…180.
  public let longitude: Double

  /// Creates a location.
  public init(latitude: Double, longitude: Double) {
    (self.latitude, self.longitude) = (latitude, longitude)
  }
}

/// The area of a map and its frame on the canvas.
public struct MapView: Hashable, Sendable {
  /// The extent of a map.
  public enum Extent: String, Hashable, Sendable, CaseIterable {
    /// A globe if the places span more than 6,000 km; otherwise a map that contains all places.
    ///
    /// The map is at least 195 km wide, or 650 km for a single place.
    case automatic
    /// A hemisphere, as seen from a great distance.
    case globe
    /// A flat map that is at least 650 km wide; a globe if no flat map can contain all places.
    case region
    /// A flat map that is at least 130 km wide; a globe if no flat map can contain all places.
    case close
  }

  /// The places in the order of the journey; there must be at least one.
  public var places: [MapPlace]
  /// The rectangle to fill with land and sea, in points.
  public var bounds: Rect
  /// The rectangle inside the bounds that contains the places or the globe, in points.
  public var frame: Rect
  /// The extent of the map.
  public var extent: Extent

  /// Creates a view.
  public init(
    of places: [MapPlace], in frame: Rect, bounds: Rect, extent: Extent = .automatic
  ) {
    (self.places, self.frame, self.bounds, self.extent) = (places, frame, bounds, extent)
  }
}

/// The outlines of a map, in points.
public struct MapOutlines: Hashable, Sendable {
  /// The bounds of the globe's disk; `nil` for a flat map, which fills its bounds.
  public var globe: Rect?
  /// Land without lakes, for filling.
  public var land: [PathElement]
  /// Coastlines and lakeshores, for stroking.
  public var coast: [PathElement]
  /// The position of each place; `nil` if the place is beyond the horizon.
  public var places: [Point?]
  /// The visible part of the great circle between each pair of successive places.
  public var ways: [[PathElement]]

  /// Creates outlines.
  public init(
    globe: Rect?, land: [PathElement], coast: [PathElement], places: [Point?],
    ways: [[PathElement]]
  ) {
    self.globe = globe
    self.land = land
    self.coast = coast
    self.places = places
    self.ways = ways
  }
}
