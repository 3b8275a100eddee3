import Designs
import Files
import Geography
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// A map shows land in the right places, regardless of the map's center.
@Suite(.tags(.torture)) struct MapTests {
  static let map = WorldMap(file: Workspace.installation.coasts)
  static let screen = Rect(x: 0, y: 0, width: 400, height: 860)
  static let frame = Rect(x: 40, y: 330, width: 320, height: 320)

  /// Places on land, far from any sea or lake.
  static let land: [(name: String, latitude: Double, longitude: Double)] = [
    ("Kansas", 38.5, -98.5), ("Manaus", -4.5, -61.5), ("Chad", 15, 18.5), ("Congo", 0.5, 22.5),
    ("Bohemia", 49.5, 15), ("Mongolia", 46, 104), ("Siberia", 62, 100), ("Yakutia", 66, 125),
    ("Deccan", 18, 77), ("Tibet", 32, 88), ("Australia", -25, 134), ("Antarctica", -84, 60),
    ("South Pole", -90, 0), ("Greenland", 74, -40), ("Chukotka", 67, 179.5),
    ("Chukotka in the west", 67, -179.2), ("Namibia", -22, 18), ("Patagonia", -45, -69.5),
  ]
  /// Places on water, far from any land.
  static let sea: [(name: String, latitude: Double, longitude: Double)] = [
    ("North Pole", 90, 0), ("North Pacific", 40, 180), ("South Pacific", -45, -130),
    ("Atlantic", 30, -45), ("Indian Ocean", -30, 80), ("Southern Ocean", -58, 0),
    ("Arctic", 80, -170), ("Tasman Sea", -38, 161), ("Bay of Bengal", 14, 88),
    ("Caspian Sea", 41.5, 51), ("Lake Superior", 47.6, -87.5), ("Gulf of Guinea", -3, 3),
    ("Weddell Sea", -70, -45), ("Philippine Sea", 20, 140),
  ]

  /// On globes and in close views with any center, land is in the right place: at the poles, on the
  /// date line, and at the center's antipode.
  @Test func landIsWhereItIs() throws {
    var random = SeededGenerator()
    let seed = random.seed
    var middles: [(Double, Double)] = [
      (90, 0), (-90, 0), (0, 180), (0, -180), (65, 180), (-80, 180), (0, 0), (-42, -170),
      (89.9, 10), (-84, -120), (-50, -80), (-31, -110), (-62, -76),
    ]
    for _ in 0..<(Torture.isOn ? 2000 : 60) {
      middles.append(
        (.random(in: -90...90, using: &random), .random(in: -180...180, using: &random)))
    }
    for (latitude, longitude) in middles {
      let place = MapPlace(latitude: latitude, longitude: longitude)
      for extent in [MapView.Extent.globe, .region] {
        let view = MapView(of: [place], in: Self.frame, bounds: Self.screen, extent: extent)
        try check(view, "\(extent) round \(latitude) \(longitude), seed \(seed)")
      }
    }
  }

  /// Tests maps of parts of a continent, where the edge of the map crosses land.
  @Test(arguments: [20.0, 50, 79])
  func landIsWhereItIsOnWideMaps(_ reach: Double) throws {
    for (latitude, longitude) in [
      (0.0, 20.0), (50, 90), (-20, 180), (80, -100), (-75, 0), (10, -90),
    ] {
      let east = reach / 2
      let places = [longitude - east, longitude + east].compactMap { east in
        GeoPoint(latitude: latitude, longitude: east.remainder(dividingBy: 360)).map {
          MapPlace(latitude: $0.latitude, longitude: $0.longitude)
        }
      }
      let vectors = places.compactMap {
        GeoPoint(latitude: $0.latitude, longitude: $0.longitude)?.vector
      }
      let middle = try #require(UnitVector.mean(of: vectors))
      // Create the projection directly, because the automatic choice would be a globe.
      let projection = MapProjection(
        .equalArea, around: middle, scale: 300, origin: Point(x: 200, y: 430), farthest: 450)
      let outlines = try Self.outlines(projection)
      check(outlines, projection, "\(reach) round \(latitude) \(longitude)")
    }
  }

  private func check(_ view: MapView, _ title: String) throws {
    let outlines = try Self.map.outlines(of: view)
    let vectors = view.places.compactMap {
      GeoPoint(latitude: $0.latitude, longitude: $0.longitude)?.vector
    }
    check(outlines.land, MapWindow.projection(of: vectors, view), title)
    if let globe = outlines.globe {
      for point in outlines.land.points {
        let (x, y) = (point.x - globe.midX, point.y - globe.midY)
        #expect((x * x + y * y).squareRoot() < globe.width / 2 + 0.05, "\(title): beyond the rim")
      }
    }
  }

  private func check(_ land: [PathElement], _ map: MapProjection, _ title: String) {
    for (places, isLand) in [(Self.land, true), (Self.sea, false)] {
      for place in places {
        guard
          let vector = GeoPoint(latitude: place.latitude, longitude: place.longitude)?.vector,
          // Skip places near the rim, where a fraction of a point decides the result.
          vector.dot(map.center) > map.limit + 0.03
        else { continue }
        #expect(
          (land.winding(round: map.point(vector)) != 0) == isLand, "\(place.name) on \(title)")
      }
    }
  }

  private static func outlines(_ map: MapProjection) throws -> [PathElement] {
    let bytes = try Files.read(Workspace.installation.coasts)
    let rings = try #require(CoastFile(bytes)?.rings(.coarse))
    return rings.land.flatMap { RingOutline($0, on: map).outline }
      + rings.lakes.flatMap { RingOutline($0, on: map).outline.reversedContours }
  }

  /// No line crosses the whole screen when the date line is in the middle.
  @Test func theDateLineIsNoEdge() throws {
    let places = [(-17.8, 177.4), (-16.6, -179.9), (-13.8, -171.8)].map(MapPlace.init)
    let outlines = try Self.map.outlines(
      of: MapView(of: places, in: Self.frame, bounds: Self.screen))
    #expect(outlines.globe == nil)
    let xs = try outlines.places.map { try #require($0).x }
    #expect(xs == xs.sorted())
    // The map is as large as the frame allows.
    #expect(abs(xs[2] - xs[0] - Self.frame.width) < 0.02)
    for path in [outlines.coast] + outlines.ways {
      for (one, next) in zip(path, path.dropFirst()) {
        guard case .line(let end) = next, let start = one.end else { continue }
        #expect(abs(start.x - end.x) < 250)
      }
    }
  }

  /// A map at the right of a wide screen includes coasts far to the left, but its outlines have no
  /// more elements than a shape may have.
  @Test(arguments: [1920.0, 3440, 5120])
  func aMapBesideTheMiddleOfAWideScreenCanBeDrawn(_ width: Double) throws {
    let places = [(65.1, -22.8), (64.1, -21.9), (63.4, -19.0), (64.3, -15.2), (65.7, -18.1)]
      .map { MapPlace(latitude: $0.0, longitude: $0.1) }
    let screen = Rect(x: 0, y: 0, width: width, height: 1080)
    let outlines = try Self.map.outlines(
      of: MapView(
        of: places, in: Rect(x: width - 660, y: 80, width: 400, height: 500), bounds: screen))
    for outline in [outlines.land, outlines.coast] {
      #expect((1...Shape.mostElements).contains(outline.count), "\(outline.count)")
    }
  }

  /// All places are inside the frame, at the largest possible scale.
  @Test func placesFillTheFrame() throws {
    var random = SeededGenerator()
    let seed = random.seed
    for _ in 0..<200 {
      let middle = (
        Double.random(in: -89...89, using: &random), Double.random(in: -180...180, using: &random)
      )
      let places = (0..<Int.random(in: 1...6, using: &random)).map { _ in
        MapPlace(
          latitude: min(90, max(-90, middle.0 + .random(in: -9...9, using: &random))),
          longitude: (middle.1 + .random(in: -9...9, using: &random)).remainder(dividingBy: 360))
      }
      let outlines = try Self.map.outlines(
        of: MapView(of: places, in: Self.frame, bounds: Self.screen))
      guard outlines.globe == nil else { continue }
      for point in outlines.places {
        let point = try #require(point)
        #expect(
          Self.frame.contains(Rect(x: point.x, y: point.y, width: 0, height: 0), tolerance: 0.02),
          "\(places), seed \(seed)")
      }
    }
  }

  /// On a globe, lines end at the rim, and places on the far side have no point.
  @Test func whatIsBehindTheEarthIsNotSeen() throws {
    let places = [(0.0, 0.0), (0, 120), (0, -120)].map(MapPlace.init)
    let outlines = try Self.map.outlines(
      of: MapView(of: places, in: Self.frame, bounds: Self.screen, extent: .globe))
    let globe = try #require(outlines.globe)
    #expect(outlines.places.contains(nil))
    for point in outlines.ways.flatMap(\.points) {
      let (x, y) = (point.x - globe.midX, point.y - globe.midY)
      #expect((x * x + y * y).squareRoot() < globe.width / 2 + 0.05)
    }
  }

  @Test func aPlaceThatIsNoneIsRefused() throws {
    let error = #expect(throws: RenderError.self) {
      try Self.map.outlines(
        of: MapView(
          of: [MapPlace(latitude: 91, longitude: 0)], in: Self.frame, bounds: Self.screen))
    }
    #expect(error?.code == .invalidParameter)
  }

  /// A truncated file is rejected, and an altered file never causes a crash.
  @Test func aDamagedFileIsNone() throws {
    let whole = try Files.read(Workspace.installation.coasts)
    var random = SeededGenerator()
    for _ in 0..<40 {
      var bytes = whole
      bytes[.random(in: 0..<bytes.count, using: &random)] ^= .random(in: 1...255, using: &random)
      if Bool.random(using: &random) { bytes.removeLast(.random(in: 1...2000, using: &random)) }
      // zlib's checksum detects almost all damage. If damage is not detected, reading returns rings
      // or nothing.
      _ = CoastFile(bytes)?.rings(.fine)
    }
    #expect(CoastFile(Array(whole.dropLast(500))) == nil)
    let error = #expect(throws: RenderError.self) {
      try WorldMap(file: "/nowhere/coasts.bin").outlines(
        of: MapView(
          of: [MapPlace(latitude: 0, longitude: 0)], in: Self.frame, bounds: Self.screen))
    }
    #expect(error?.code == .mapsMissing)
  }
}

extension PathElement {
  var end: Point? {
    switch self {
    case .move(let point), .line(let point), .curve(_, _, let point): point
    case .close: nil
    }
  }
}

extension [PathElement] {
  var points: [Point] { compactMap(\.end) }

  /// Returns the winding number of the closed contours around a point, computed as for a fill.
  func winding(round point: Point) -> Int {
    var (count, start, last): (Int, Point?, Point?) = (0, nil, nil)
    func cross(_ one: Point, _ next: Point) {
      guard (one.y <= point.y) != (next.y <= point.y) else { return }
      let x = one.x + (point.y - one.y) / (next.y - one.y) * (next.x - one.x)
      if x > point.x { count += next.y > one.y ? 1 : -1 }
    }
    for element in self {
      switch element {
      case .move(let next): (start, last) = (next, next)
      case .line(let next), .curve(_, _, let next):
        if let last { cross(last, next) }
        last = next
      case .close:
        if let last, let start { cross(last, start) }
        last = start
      }
    }
    return count
  }
}
