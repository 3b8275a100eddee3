internal import Glibc
package import SourceJSON
package import WallfarmPluginKit

/// Visual measurements of a photo: sharpness, focus, exposure and a perceptual hash.
package struct PhotoLook: Hashable, Sendable {
  /// The mean variance of the Laplacian in the sharpest parts of the photo.
  package let sharpness: Double
  /// The exposure quality, 0…1.
  package let exposure: Double
  /// A perceptual hash that compares adjacent cells of a 9 × 8 grid; similar photos have similar
  /// hashes.
  ///
  /// `nil` if the picture has almost no structure, because its hash would not be distinctive.
  package let hash: UInt64?
  /// The point to keep visible when cropping; `nil` if no part is sharper than the others.
  package let focus: UnitPoint?

  /// Creates measurements.
  package init(sharpness: Double, exposure: Double, hash: UInt64?, focus: UnitPoint? = nil) {
    (self.sharpness, self.exposure, self.hash, self.focus) = (sharpness, exposure, hash, focus)
  }

  /// The sharpness below which a photo counts as blurred, and the sharpness above which it counts
  /// as sharp.
  ///
  /// The values were measured on 12-megapixel photos and on the same photos blurred by 1 to 32
  /// pixels; see decision 42.
  private static let blurred = 25.0
  private static let sharp = 800.0

  /// The product of sharpness (on a logarithmic scale) and exposure, 0…1.
  package var quality: Double {
    let place = log(max(sharpness, 1e-3) / Self.blurred) / log(Self.sharp / Self.blurred)
    return (0.05 + 0.95 * min(1, max(0, place))) * exposure
  }
}

// MARK: - Measurements

extension PhotoLook {
  /// Measures a picture.
  package init(_ plane: GrayPlane) {
    let sharpness = Self.variances(plane)
    self.init(
      sharpness: sharpness.sorted(by: >).prefix(Self.countedParts).reduce(0, +)
        / Double(Self.countedParts),
      exposure: Self.exposure(plane), hash: Self.hash(plane), focus: Self.focus(sharpness))
  }

  /// The number of parts in each dimension.
  ///
  /// Separate parts are measured because the subject fills only some of them, and a soft background
  /// may fill the others.
  private static let parts = 6
  /// The number of parts that determine the sharpness: the sharpest ninth of all parts.
  private static let countedParts = 4

  /// The sharpness of each part, row by row.
  private static func variances(_ plane: GrayPlane) -> [Double] {
    var variances: [Double] = []
    for row in 0..<parts {
      for column in 0..<parts {
        let rows = row * plane.height / parts..<(row + 1) * plane.height / parts
        let columns = column * plane.width / parts..<(column + 1) * plane.width / parts
        variances.append(variance(plane, columns, rows))
      }
    }
    return variances
  }

  /// The centroid of the parts that are sharper than average, which show the subject rather than
  /// the sky.
  private static func focus(_ variances: [Double]) -> UnitPoint? {
    let details = variances.map { $0.squareRoot() }
    let mean = details.reduce(0, +) / Double(details.count)
    let weights = details.map { max(0, $0 - mean) }
    let sum = weights.reduce(0, +)
    // If detail such as noise or leaves is spread evenly, the parts above the mean do not indicate
    // a location.
    guard sum > mean * Double(details.count) / 10 else { return nil }
    var (x, y) = (0.0, 0.0)
    for (place, weight) in weights.enumerated() {
      x += weight / sum * (Double(place % parts) + 0.5) / Double(parts)
      y += weight / sum * (Double(place / parts) + 0.5) / Double(parts)
    }
    return UnitPoint(x: (x * 100).rounded() / 100, y: (y * 100).rounded() / 100)
  }

  /// The variance of the Laplacian with four neighbors (Pech-Pacheco et al., 2000).
  private static func variance(
    _ plane: GrayPlane, _ columns: Range<Int>, _ rows: Range<Int>
  ) -> Double {
    var (count, sum, squares) = (0, 0, 0)
    for y in rows where y > 0 && y < plane.height - 1 {
      for x in columns where x > 0 && x < plane.width - 1 {
        let value =
          4 * plane[x, y] - plane[x - 1, y] - plane[x + 1, y] - plane[x, y - 1] - plane[x, y + 1]
        count += 1
        sum += value
        squares += value * value
      }
    }
    guard count > 0 else { return 0 }
    let mean = Double(sum) / Double(count)
    return Double(squares) / Double(count) - mean * mean
  }

  /// The exposure quality, which is lower for large black or white areas and for low contrast.
  private static func exposure(_ plane: GrayPlane) -> Double {
    var counts = [Int](repeating: 0, count: 256)
    for level in plane.levels { counts[Int(level)] += 1 }
    let all = Double(max(1, plane.levels.count))
    let dark = Double(counts[..<16].reduce(0, +)) / all
    let bright = Double(counts[248...].reduce(0, +)) / all
    func level(at share: Double) -> Int {
      var rest = Int(share * all)
      return counts.firstIndex { count in
        rest -= count
        return rest < 0
      } ?? 255
    }
    let range = Double(level(at: 0.95) - level(at: 0.05))
    // Night photos have large dark areas, and snow photos have large bright areas, so the penalties
    // begin only at large fractions of dark or bright pixels.
    return fall(dark, from: 0.5, to: 0.95) * fall(bright, from: 0.2, to: 0.8)
      * (1 - fall(range, from: 10, to: 90))
  }

  /// A linear ramp from 1 at `from` to 0 at `to`.
  private static func fall(_ value: Double, from: Double, to: Double) -> Double {
    1 - min(1, max(0, (value - from) / (to - from)))
  }

  /// dHash (Krawetz, 2013).
  private static func hash(_ plane: GrayPlane) -> UInt64? {
    guard plane.width >= 9, plane.height >= 8 else { return nil }
    var hash: UInt64 = 0
    var difference = 0.0
    for y in 0..<8 {
      let rows = y * plane.height / 8..<(y + 1) * plane.height / 8
      let means = (0..<9).map { x in
        plane.mean(x * plane.width / 9..<(x + 1) * plane.width / 9, rows)
      }
      for x in 0..<8 {
        hash = hash << 1 | (means[x] < means[x + 1] ? 1 : 0)
        difference += abs(means[x] - means[x + 1])
      }
    }
    // If the levels hardly differ, as in fog or on a plain wall, the order of adjacent levels is
    // random.
    return difference / 64 < 1.5 ? nil : hash
  }
}

// MARK: - JSON form

extension PhotoLook {
  package var words: JSONValue {
    var words: [String: JSONValue] = [
      "sharp": .number((sharpness * 10).rounded() / 10),
      "light": .number((exposure * 1000).rounded() / 1000),
    ]
    words["hash"] = hash.map { .string(String($0, radix: 16)) }
    words["focus"] = focus.map { .array([.number($0.x), .number($0.y)]) }
    return .object(words)
  }

  /// Decodes the JSON form from a reader process or the index; returns `nil` if it is malformed.
  package init?(_ node: JSONNode) {
    guard let sharpness = node["sharp"]?.number, let exposure = node["light"]?.number,
      sharpness >= 0, (0...1).contains(exposure)
    else { return nil }
    self.init(
      sharpness: sharpness, exposure: exposure,
      hash: node["hash"]?.string.flatMap { UInt64($0, radix: 16) },
      focus: Self.point(node["focus"]))
  }

  private static func point(_ node: JSONNode?) -> UnitPoint? {
    guard let shares = node?.elements?.compactMap(\.number), shares.count == 2,
      shares.allSatisfy((0...1).contains)
    else { return nil }
    return UnitPoint(x: shares[0], y: shares[1])
  }
}
