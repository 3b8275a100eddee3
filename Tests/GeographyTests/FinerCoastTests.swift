import Designs
import Files
import Geography
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Finer coastlines are read in chunks, without a visible difference.
@Suite(.tags(.torture)) struct FinerCoastTests {
  /// Returns finer coastlines that consist of the given rings, divided into chunks.
  private static func cut(_ rings: Coasts.Rings, chunk: Int) throws -> FinerCoasts {
    var (sizes, table, corners) = (PackedNumbers(), PackedNumbers(), PackedNumbers())
    var last = (latitude: 0, longitude: 0)
    for (ring, isLake) in rings.land.map({ ($0, 0) }) + rings.lakes.map({ ($0, 2) }) {
      let places = try ring.corners.map { corner in
        let point = try #require(corner.point)
        return (
          latitude: Int((point.latitude * 10_000).rounded()),
          longitude: Int((point.longitude * 10_000).rounded())
        )
      }
      let starts = Array(stride(from: 0, to: places.count, by: chunk))
      sizes.add(starts.count * 4 + isLake + (ring.isHole ? 1 : 0))
      for start in starts {
        let end = min(places.count, start + chunk)
        let near = ring.corners[start..<end] + [ring.corners[end % places.count]]
        let reach = near.map { ring.corners[start].angle(to: $0) }.max() ?? 0
        var data = PackedNumbers()
        for (one, next) in zip(places[start..<end], places[start..<end].dropFirst()) {
          data.addSigned(next.latitude - one.latitude)
          data.addSigned(next.longitude - one.longitude)
        }
        table.addSigned(places[start].latitude - last.latitude)
        table.addSigned(places[start].longitude - last.longitude)
        table.add(Int((reach * 180 / .pi * 10_000).rounded(.up)) + 1)
        table.add(end - start - 1)
        table.add(data.bytes.count)
        corners.bytes += data.bytes
        last = places[start]
      }
    }
    return try #require(FinerCoasts(sections: [sizes, table, corners].flatMap(\.section)))
  }

  @Test(arguments: [7, 64])
  func aMapIsTheSameWhateverIsLeftOut(_ chunk: Int) throws {
    let file = try #require(CoastFile(try Files.read(Workspace.installation.coasts)))
    let rings = try #require(Coasts(file).rings(.middle))
    let finer = try Self.cut(rings, chunk: chunk)
    var random = SeededGenerator()
    let seed = random.seed
    var middles =
      MapTests.land.map { ($0.latitude, $0.longitude) } + [
        (90, 0), (-78, 180), (-77.9, -179.9), (65, 180), (60.2, 25), (-16.8, 180), (-70, 0),
      ]
    for _ in 0..<(Torture.isOn ? 1000 : 12) {
      middles.append(
        (.random(in: -90...90, using: &random), .random(in: -180...180, using: &random)))
    }
    for (latitude, longitude) in middles {
      for across in [150.0, 900, 4000] {
        let map = MapProjection(
          .equalArea, around: UnitVector(latitude: latitude, longitude: longitude),
          scale: 400 * GeoPoint.earthRadius / across, origin: Point(x: 200, y: 430),
          farthest: 500)
        let parts = try #require(
          finer.rings(around: map.center, within: map.farthest, from: 0.3 / map.scale, tolerance: 0)
        )
        let (drawn, whole) = (
          WorldMap.outlines(of: parts, on: map), WorldMap.outlines(of: rings, on: map)
        )
        #expect(
          drawn.coast == whole.coast,
          "\(latitude) \(longitude), \(across) km, seed \(seed)")
        // Compare only points inside the rim. Beyond the rim, the outline of the land follows the
        // rim in steps that depend on the corners.
        for x in stride(from: 5.0, to: 400, by: 30) {
          for y in stride(from: 5.0, to: 860, by: 30)
          where (x - 200) * (x - 200) + (y - 430) * (y - 430) < 495 * 495 {
            let point = Point(x: x, y: y)
            #expect(
              drawn.land.winding(round: point) == whole.land.winding(round: point),
              "\(point) round \(latitude) \(longitude), \(across) km, seed \(seed)")
          }
        }
      }
    }
  }

  /// Simplified coastlines deviate from the original coastlines by about one point at most.
  @Test func lessCornersAreTheSameLine() throws {
    let file = try #require(CoastFile(try Files.read(Workspace.installation.coasts)))
    let finer = try Self.cut(try #require(Coasts(file).rings(.fine)), chunk: 64)
    for (latitude, longitude) in [(60.2, 25.0), (68, 15), (-50, -74), (35, 25), (64, -20)] {
      let map = MapProjection(
        .equalArea, around: UnitVector(latitude: latitude, longitude: longitude),
        scale: 400 * GeoPoint.earthRadius / 700, origin: Point(x: 200, y: 430), farthest: 500)
      let (all, fewer) = try (
        #require(
          finer.rings(around: map.center, within: map.farthest, from: 0, tolerance: 0)),
        #require(
          finer.rings(
            around: map.center, within: map.farthest, from: 0, tolerance: 1 / map.scale))
      )
      #expect(fewer.corners * 3 < all.corners * 2, "\(latitude) \(longitude)")
      let lines = fewer.land.map { $0.corners.map(map.point) }
      for (ring, line) in zip(all.land, lines) {
        for corner in ring.corners where map.sees(corner) {
          let point = map.point(corner)
          let nearest = zip(line, line.dropFirst() + line.prefix(1)).lazy.map {
            point.distance(toLineFrom: $0, to: $1)
          }.min()
          #expect(try #require(nearest) < 1.05, "\(point) round \(latitude) \(longitude)")
        }
      }
    }
  }

  /// Reading random bytes returns rings or `nil`, and never causes a crash.
  @Test func noNumberIsTrusted() {
    var random = SeededGenerator()
    for _ in 0..<3000 {
      let sections = (0..<3).flatMap { _ in
        PackedNumbers(
          bytes: (0..<Int.random(in: 0...12, using: &random)).map { _ in
            .random(in: 0...255, using: &random)
          }
        ).section
      }
      guard let coasts = FinerCoasts(sections: sections) else { continue }
      let pole = UnitVector(latitude: 90, longitude: 0)
      let rings = coasts.rings(around: pole, within: .pi, from: 0, tolerance: 0.01)
      #expect((rings?.land.count ?? 0) + (rings?.lakes.count ?? 0) <= 12, "seed \(random.seed)")
    }
  }

  /// The file of finer coastlines is optional, but an unreadable file causes an error instead of a
  /// coarser map.
  @Test func aDamagedFileIsAnError() throws {
    let folder = try TemporaryFolder()
    let file = folder.path + "/coasts.bin"
    try folder.write(try Files.read(Workspace.installation.coasts), to: "coasts.bin")
    let view = MapView(
      of: [MapPlace(latitude: 60.2, longitude: 25)], in: MapTests.frame, bounds: MapTests.screen,
      extent: .close)
    #expect(try !WorldMap(file: file).outlines(of: view).coast.isEmpty)
    let other = try TemporaryFolder()
    try other.write(try Files.read(Workspace.installation.coasts), to: "coasts.bin")
    try other.write(Array("WFCOAST2 and no more".utf8), to: "coasts-finer.bin")
    let error = #expect(throws: RenderError.self) {
      try WorldMap(file: other.path + "/coasts.bin").outlines(of: view)
    }
    #expect(error?.code == .mapsMissing)
    #expect(error?.origin == .file(other.path + "/coasts-finer.bin"))
  }
}

extension Point {
  fileprivate func distance(toLineFrom one: Point, to other: Point) -> Double {
    let (x, y) = (other.x - one.x, other.y - one.y)
    let length = x * x + y * y
    let along =
      length > 0 ? min(1, max(0, ((self.x - one.x) * x + (self.y - one.y) * y) / length)) : 0
    let (right, down) = (self.x - one.x - along * x, self.y - one.y - along * y)
    return (right * right + down * down).squareRoot()
  }
}

/// Numbers encoded as varints, with seven bits in each byte, in the format that the scripts write.
private struct PackedNumbers {
  var bytes: [UInt8] = []

  mutating func add(_ value: Int) {
    var rest = value
    while rest > 127 {
      bytes.append(UInt8(rest & 127) | 128)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func addSigned(_ value: Int) { add(value >= 0 ? value * 2 : -value * 2 - 1) }

  /// The bytes, prefixed with their length.
  var section: [UInt8] {
    var head = PackedNumbers()
    head.add(bytes.count)
    return head.bytes + bytes
  }
}
