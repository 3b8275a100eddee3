internal import Glibc

/// Optional, more detailed coastlines for maps of a region or a smaller area.
///
/// The script `scripts/coast-data` defines the format of their file, `Maps/coasts-finer.bin`.
///
/// The coastlines have millions of corners, but a map shows only a few thousand. Rings are
/// therefore divided into chunks with bounding circles, and a chunk outside the map is reduced to
/// its first corner.
package struct FinerCoasts: Sendable {
  /// A sequence of corners in a ring.
  private struct Chunk {
    let first: UnitVector
    /// The first corner in units of 0.0001 degrees.
    let place: (latitude: Int, longitude: Int)
    /// Maximum angle in radians from the first corner to any other corner or to the first corner of
    /// the next chunk.
    let reach: Double
    /// The number of corners after the first.
    let others: Int
    let bytes: Range<Int>
  }

  private struct Ring {
    let chunks: Range<Int>
    let isLake: Bool
    let isHole: Bool
    /// The center of the ring's bounding circle; ``reach`` is the radius of the circle in radians.
    let center: UnitVector
    let reach: Double
  }

  private let rings: [Ring]
  private let chunks: [Chunk]
  private let corners: [UInt8]

  private static let degree = Double.pi / 180
  private static let unit = 10_000.0
  /// Maximum unpacked size in bytes, about six times the size of the current data.
  private static let most = 128_000_000

  /// Parses a file; nil if it is invalid.
  init?(_ bytes: [UInt8]) {
    guard
      let sections = PackedFile.sections(of: bytes, mark: "WFCOAST2", most: FinerCoasts.most)
    else { return nil }
    self.init(sections: sections)
  }

  package init?(sections: [UInt8]) {
    var reader = SectionReader(sections)
    guard var sizes = reader.reader(), var table = reader.reader(), let corners = reader.section(),
      let chunks = FinerCoasts.chunks(&table, bytes: corners.count),
      let rings = FinerCoasts.rings(&sizes, of: chunks)
    else { return nil }
    (self.rings, self.chunks, self.corners) = (rings, chunks, Array(corners))
  }

  private static func chunks(_ table: inout SectionReader, bytes: Int) -> [Chunk]? {
    var chunks: [Chunk] = []
    var (latitude, longitude, start) = (0, 0, 0)
    while !table.isAtEnd, !table.failed {
      latitude += table.signed()
      longitude += table.signed()
      let (reach, others, length) = (table.number(), table.number(), table.number())
      guard length <= bytes - start else { return nil }
      chunks.append(
        Chunk(
          first: direction(latitude, longitude), place: (latitude, longitude),
          reach: Double(reach) / unit * degree, others: others, bytes: start..<start + length))
      start += length
    }
    return table.failed || start != bytes ? nil : chunks
  }

  private static func rings(_ sizes: inout SectionReader, of chunks: [Chunk]) -> [Ring]? {
    var rings: [Ring] = []
    var start = 0
    while !sizes.isAtEnd, !sizes.failed {
      let written = sizes.number()
      let count = written / 4
      guard count > 0, count <= chunks.count - start else { return nil }
      let own = chunks[start..<start + count]
      let center = UnitVector.mean(of: own.map(\.first)) ?? own[start].first
      rings.append(
        Ring(
          chunks: own.indices, isLake: written & 2 != 0, isHole: written & 1 != 0, center: center,
          reach: own.reduce(0) { max($0, center.angle(to: $1.first) + $1.reach) }))
      start += count
    }
    return sizes.failed || start != chunks.count ? nil : rings
  }

  private static func direction(_ latitude: Int, _ longitude: Int) -> UnitVector {
    UnitVector(latitude: Double(latitude) / unit, longitude: Double(longitude) / unit)
  }

  /// Returns the rings of land and lakes that may be visible in a part of the earth.
  ///
  /// - Parameters:
  ///   - center: the center of the part.
  ///   - angle: its angular radius in radians.
  ///   - least: a radius in radians; rings smaller than this may be omitted.
  ///   - tolerance: the maximum deviation from the coastline in radians.
  /// - Returns: the rings; nil if the file is damaged.
  package func rings(
    around center: UnitVector, within angle: Double, from least: Double, tolerance: Double
  ) -> Coasts.Rings? {
    var (land, lakes): ([CoastRing], [CoastRing]) = ([], [])
    for ring in rings
    // Two bounding circles of the same ring can differ in radius by a factor of up to 2, because
    // their centers can differ.
    where 2 * ring.reach >= least && center.angle(to: ring.center) - ring.reach < angle {
      guard let corners = corners(of: ring, around: center, within: angle, tolerance)
      else { return nil }
      let read = CoastRing(corners, isHole: ring.isHole)
      if ring.isLake { lakes.append(read) } else { land.append(read) }
    }
    return Coasts.Rings(land: land, lakes: lakes)
  }

  private func corners(
    of ring: Ring, around center: UnitVector, within angle: Double, _ tolerance: Double
  ) -> [UnitVector]? {
    var found: [UnitVector] = []
    for chunk in chunks[ring.chunks] {
      guard center.angle(to: chunk.first) - chunk.reach < angle else {
        found.append(chunk.first)
        continue
      }
      var own = [chunk.first]
      var reader = SectionReader(slice: corners[chunk.bytes])
      var (latitude, longitude) = chunk.place
      for _ in 0..<chunk.others {
        latitude += reader.signed()
        longitude += reader.signed()
        guard !reader.failed else { return nil }
        own.append(FinerCoasts.direction(latitude, longitude))
      }
      found += own.simplified(tolerance)
    }
    return found
  }
}

extension [UnitVector] {
  /// Simplifies a polyline.
  ///
  /// The result keeps both ends and deviates by at most `tolerance`, in earth radii.
  ///
  /// Source: D. Douglas and T. Peucker, "Algorithms for the reduction of the number of points
  /// required to represent a digitized line" (1973). Distances are measured along chords through
  /// the earth.
  fileprivate func simplified(_ tolerance: Double) -> [UnitVector] {
    guard tolerance > 0, count > 2 else { return self }
    var stays = [Bool](repeating: false, count: count)
    (stays[0], stays[count - 1]) = (true, true)
    var open = [(0, count - 1)]
    while let (first, last) = open.popLast() {
      var (worst, farthest) = (first, tolerance * tolerance)
      let line = self[last].minus(self[first])
      let length = line.dot(line)
      for place in (first + 1)..<Swift.max(first + 1, last) {
        let offset = self[place].minus(self[first])
        let along = length > 0 ? Swift.min(1, Swift.max(0, offset.dot(line) / length)) : 0
        let beside = offset.dot(offset) - 2 * along * offset.dot(line) + along * along * length
        if beside > farthest { (worst, farthest) = (place, beside) }
      }
      guard worst != first else { continue }
      stays[worst] = true
      open += [(first, worst), (worst, last)]
    }
    return zip(self, stays).filter(\.1).map(\.0)
  }
}

extension UnitVector {
  fileprivate func minus(_ other: UnitVector) -> UnitVector {
    UnitVector(x: x - other.x, y: y - other.y, z: z - other.z)
  }
}
