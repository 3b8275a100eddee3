internal import Files
internal import Synchronization
public import WallfarmPluginKit

/// Draws maps from the coasts of an installation, which it reads when the first one is drawn.
public struct WorldMap: MapMaker {
  private let file: String

  /// Reads the coasts of a file: `Maps/coasts.bin`.
  public init(file: String) { self.file = file }

  /// Coasts by their file: they are the same for all renderers of a process.
  private static let opened = Mutex<[String: Coasts]>([:])

  /// Land, coasts and places as they are seen.
  ///
  /// - Throws: `invalid-parameter`, `maps-missing`.
  public func outlines(of view: MapView) throws(RenderError) -> MapOutlines {
    let vectors = try view.places.map { (place) throws(RenderError) in
      guard let point = GeoPoint(latitude: place.latitude, longitude: place.longitude) else {
        throw RenderError(
          .invalidParameter, "\(place.latitude), \(place.longitude) is no place on the earth",
          hint: "latitudes go from -90 to 90, longitudes from -180 to 180")
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

  /// The map with its outlines; one that chooses how much is seen shows enough for a coast.
  private func seen(
    _ places: [UnitVector], _ view: MapView
  ) throws(RenderError) -> (MapProjection, land: [PathElement], coast: [PathElement]) {
    var map = MapWindow.projection(of: places, view)
    var drawn = try outlines(on: map)
    var widening = 1.0
    while view.extent == .automatic, map.kind == .equalArea, !drawn.coast.reaches(view.bounds) {
      widening *= 2
      map =
        widening > WorldMap.mostWidening
        ? MapWindow.globe(around: map.center, view)
        : MapWindow.projection(of: places, view, widening: widening)
      drawn = try outlines(on: map)
    }
    return (map, drawn.land, drawn.coast)
  }

  /// 3,000 km from side to side; then a globe says more.
  private static let mostWidening = 16.0

  /// Land with its lakes cut out, and the shores of both.
  private func outlines(
    on map: MapProjection
  ) throws(RenderError) -> (land: [PathElement], coast: [PathElement]) {
    guard let rings = try coasts().rings(WorldMap.detail(of: map)) else {
      throw .mapsMissing("'\(file)' is damaged", file)
    }
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

  /// The least detail whose errors are not seen: a third of a point.
  private static func detail(of map: MapProjection) -> CoastFile.Detail {
    switch GeoPoint.earthRadius / map.scale {
    case 30...: .coarse
    case 3..<30: .middle
    default: .fine
    }
  }

  /// Whether any of a ring can be seen, and is large enough for it.
  private func isDrawn(_ ring: CoastRing, on map: MapProjection) -> Bool {
    ring.radius * map.scale > 0.3
      && map.center.angle(to: ring.center) - ring.radius < map.farthest
  }

  private func coasts() throws(RenderError) -> Coasts {
    if let coasts = WorldMap.opened.withLock({ $0[file] }) { return coasts }
    let bytes: [UInt8]
    do { bytes = try Files.read(file, limit: 64 << 20) } catch {
      throw .mapsMissing(error.message, file)
    }
    guard let file = CoastFile(bytes) else {
      throw .mapsMissing("'\(self.file)' is no file of coasts", self.file)
    }
    let coasts = Coasts(file)
    WorldMap.opened.withLock { $0[self.file] = coasts }
    return coasts
  }
}

extension [PathElement] {
  /// Whether any corner lies in a rectangle.
  fileprivate func reaches(_ bounds: Rect) -> Bool {
    contains { element in
      switch element {
      case .move(let point), .line(let point), .curve(_, _, let point):
        (bounds.x...bounds.maxX).contains(point.x) && (bounds.y...bounds.maxY).contains(point.y)
      case .close: false
      }
    }
  }

  /// The same closed contours, each the other way round: what they hold is cut out of what lies around.
  var reversedContours: [PathElement] {
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
