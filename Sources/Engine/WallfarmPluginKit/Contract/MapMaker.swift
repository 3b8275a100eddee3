/// Draws parts of the earth; plugins reach it through their context.
public protocol MapMaker: Sendable {
  /// Land, coasts and places as they are seen.
  ///
  /// - Throws: `invalid-parameter` for places that are none; `installation-broken` where there are no coasts.
  func outlines(of view: MapView) throws(RenderError) -> MapOutlines
}

/// A place on the earth.
public struct MapPlace: Hashable, Sendable {
  /// In degrees, -90 to 90.
  public let latitude: Double
  /// In degrees, -180 to 180.
  public let longitude: Double

  /// Makes a place.
  public init(latitude: Double, longitude: Double) {
    (self.latitude, self.longitude) = (latitude, longitude)
  }
}

/// What a map is to show, and where.
public struct MapView: Hashable, Sendable {
  /// How much of the earth is seen.
  public enum Extent: String, Hashable, Sendable, CaseIterable {
    /// A globe where places lie more than 6,000 km apart, else what holds them: 195 km at least, and
    /// 650 round a single one.
    case automatic
    /// Half of the earth, as from far away.
    case globe
    /// 650 km at least; a globe where no flat map holds all places.
    case region
    /// 130 km at least; a globe where no flat map holds all places.
    case close
  }

  /// The places, in the order of a journey; at least one.
  public var places: [MapPlace]
  /// What is to be filled with land and sea, in points.
  public var bounds: Rect
  /// The part of it in which the places are to lie, or the globe, in points.
  public var frame: Rect
  /// How much of the earth is seen.
  public var extent: Extent

  /// Makes a view.
  public init(
    of places: [MapPlace], in frame: Rect, bounds: Rect, extent: Extent = .automatic
  ) {
    (self.places, self.frame, self.bounds, self.extent) = (places, frame, bounds, extent)
  }
}

/// A part of the earth as outlines, in points.
public struct MapOutlines: Hashable, Sendable {
  /// The disc of the globe; nil for a map that fills its bounds.
  public var globe: Rect?
  /// Land without its lakes, to be filled.
  public var land: [PathElement]
  /// Coasts and shores, to be drawn with a stroke.
  public var coast: [PathElement]
  /// Where each place lies; nil for one behind the horizon.
  public var places: [Point?]
  /// The shortest way from each place to the next, as far as it is seen; one less than there are places.
  public var ways: [[PathElement]]

  /// Makes outlines of their parts.
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
