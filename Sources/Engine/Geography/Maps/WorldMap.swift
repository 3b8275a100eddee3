public import WallfarmPluginKit

/// Draws maps from the coastlines of an installation, which are read on first use.
public struct WorldMap: MapMaker {
  let file: String
  /// The path of the optional file with detailed coastlines.
  let finerFile: String

  /// Creates a map maker for `Maps/coasts.bin` and, if the file exists, for `coasts-finer.bin` next
  /// to it.
  public init(file: String) {
    self.file = file
    finerFile = (file.hasSuffix(".bin") ? String(file.dropLast(4)) : file) + "-finer.bin"
  }

  /// Returns the outlines of land and coasts, the positions of places, and the routes between the
  /// places.
  ///
  /// - Throws: `invalid-parameter`, `maps-missing`.
  public func outlines(of view: MapView) throws(RenderError) -> MapOutlines {
    let vectors = try view.places.map { (place) throws(RenderError) in
      guard let point = GeoPoint(latitude: place.latitude, longitude: place.longitude) else {
        throw RenderError(
          .invalidParameter, "\(place.latitude), \(place.longitude) is not a valid position",
          hint: "use a latitude from -90 to 90 and a longitude from -180 to 180")
      }
      return point.vector
    }
    let (map, land, coast) = try seen(vectors, view)
    return MapOutlines(
      globe: map.kind == .globe
        ? Rect(
          x: map.origin.x - map.scale, y: map.origin.y - map.scale, width: 2 * map.scale,
          height: 2 * map.scale) : nil,
      land: land, coast: coast,
      places: vectors.map { map.sees($0) ? map.point($0).onGrid : nil },
      ways: zip(vectors, vectors.dropFirst()).map { MapWay.outline(from: $0, to: $1, on: map) })
  }

  /// Returns a projection and its outlines; an automatic extent is widened until a coast is
  /// visible.
  private func seen(
    _ places: [UnitVector], _ view: MapView
  ) throws(RenderError) -> (MapProjection, land: [PathElement], coast: [PathElement]) {
    var map = MapWindow.projection(of: places, view)
    var drawn = try outlines(on: map, view)
    var widening = 1.0
    while view.extent == .automatic, map.kind == .equalArea, !drawn.coast.reaches(view.bounds) {
      widening *= 2
      map =
        widening > WorldMap.mostWidening
        ? MapWindow.globe(around: map.center, view)
        : MapWindow.projection(of: places, view, widening: widening)
      drawn = try outlines(on: map, view)
    }
    return (map, drawn.land, drawn.coast)
  }

  /// Maximum widening factor.
  ///
  /// At this factor, a map of several places is about 3,000 km wide; for an even larger area, a
  /// globe is better.
  private static let mostWidening = 16.0

  /// Returns the outlines on a map.
  ///
  /// If the center of a map is outside the screen, the visible circle of the map is much larger
  /// than the screen, and the coasts in the circle can have more corners than a scene allows. In
  /// that case, rings outside the screen are omitted; if that is not enough, the coasts are drawn
  /// with less detail.
  private func outlines(
    on map: MapProjection, _ view: MapView
  ) throws(RenderError) -> (land: [PathElement], coast: [PathElement]) {
    let rings = try rings(on: map)
    var drawn = WorldMap.outlines(of: rings, on: map)
    func isTooDetailed() -> Bool { max(drawn.land.count, drawn.coast.count) > Shape.mostElements }
    if isTooDetailed() {
      let near = Coasts.Rings(
        land: rings.land.filter { $0.mayReach(into: view.bounds, on: map) },
        lakes: rings.lakes.filter { $0.mayReach(into: view.bounds, on: map) })
      drawn = WorldMap.outlines(of: near, on: map)
    }
    for detail in [CoastFile.Detail.middle, .coarse] where isTooDetailed() {
      drawn = WorldMap.outlines(of: try self.rings(of: detail), on: map)
    }
    return drawn
  }

  /// Returns the outlines of land without its lakes, and the shorelines of land and lakes.
  package static func outlines(
    of rings: Coasts.Rings, on map: MapProjection
  ) -> (land: [PathElement], coast: [PathElement]) {
    var (land, coast): ([PathElement], [PathElement]) = ([], [])
    for ring in rings.land where isDrawn(ring, on: map) {
      let drawn = RingOutline(ring, on: map)
      land += drawn.outline
      coast += drawn.shore
    }
    for ring in rings.lakes where isDrawn(ring, on: map) {
      let drawn = RingOutline(ring, on: map)
      land += drawn.outline.reversedContours
      coast += drawn.shore
    }
    return (land, coast)
  }

  /// Whether a ring may be visible and is large enough to draw.
  private static func isDrawn(_ ring: CoastRing, on map: MapProjection) -> Bool {
    ring.radius * map.scale > 0.3
      && map.center.angle(to: ring.center) - ring.radius < map.farthest
  }
}

extension CoastRing {
  /// Whether the ring may cover part of a rectangle on a map.
  ///
  /// Within 90° of the center, the equal-area projection lengthens distances by a factor of at most
  /// the square root of 2. For a ring that extends farther, the result is always true.
  fileprivate func mayReach(into bounds: Rect, on map: MapProjection) -> Bool {
    guard map.kind == .equalArea, map.center.angle(to: center) + radius < .pi / 2 else {
      return true
    }
    let (point, reach) = (map.point(center), radius * map.scale * 2.0.squareRoot())
    return point.x + reach > bounds.x && point.x - reach < bounds.maxX
      && point.y + reach > bounds.y && point.y - reach < bounds.maxY
  }
}

extension [PathElement] {
  /// Whether any corner is inside a rectangle.
  fileprivate func reaches(_ bounds: Rect) -> Bool {
    contains { element in
      switch element {
      case .move(let point), .line(let point), .curve(_, _, let point):
        (bounds.x...bounds.maxX).contains(point.x) && (bounds.y...bounds.maxY).contains(point.y)
      case .close: false
      }
    }
  }

  /// The closed contours with their direction reversed, so that they cut holes.
  package var reversedContours: [PathElement] {
    var (reversed, contour): ([PathElement], [Point]) = ([], [])
    for element in self {
      switch element {
      case .move(let point), .line(let point): contour.append(point)
      case .curve: preconditionFailure("coasts have no curves")
      case .close:
        contour.reverse()
        reversed += [.move(contour[0])] + contour.dropFirst().map { .line($0) } + [.close]
        contour = []
      }
    }
    return reversed
  }
}
