internal import Glibc
package import SourceJSON
package import WallfarmPluginKit

/// What a small picture of a photo tells: how sharp it is and where, how well it is exposed, and what it looks like.
package struct PhotoLook: Hashable, Sendable {
  /// How much neighbours differ where they differ most: the variance of the Laplacian, of the sharpest parts.
  package let sharpness: Double
  /// How well it is exposed, 0 to 1.
  package let exposure: Double
  /// Which of two neighbours is brighter, on a grid of 9 by 8: nearly the same for photos that look nearly the same.
  ///
  /// Nil where the picture has no shapes: then all such pictures would be the same.
  package let hash: UInt64?
  /// What is to stay where a part is cut off; nil where no part is sharper than the others.
  package let focus: UnitPoint?

  /// Makes a look.
  package init(sharpness: Double, exposure: Double, hash: UInt64?, focus: UnitPoint? = nil) {
    (self.sharpness, self.exposure, self.hash, self.focus) = (sharpness, exposure, hash, focus)
  }

  /// From here on a photo counts as blurred altogether, and as sharp.
  ///
  /// Measured on photos of 12 megapixels, and on the same blurred by 1 to 32 pixels: see decision 42.
  private static let blurred = 25.0
  private static let sharp = 800.0

  /// Sharpness times exposure, 0 to 1; what counts is the order of magnitude of the sharpness.
  package var quality: Double {
    let place = log(max(sharpness, 1e-3) / Self.blurred) / log(Self.sharp / Self.blurred)
    return (0.05 + 0.95 * min(1, max(0, place))) * exposure
  }
}

// MARK: - Measuring

extension PhotoLook {
  /// Looks at a picture.
  init(_ plane: GrayPlane) {
    let sharpness = Self.variances(plane)
    self.init(
      sharpness: sharpness.sorted(by: >).prefix(Self.countedParts).reduce(0, +)
        / Double(Self.countedParts),
      exposure: Self.exposure(plane), hash: Self.hash(plane), focus: Self.focus(sharpness))
  }

  /// Parts along each side; what is meant to be sharp fills some of them, and a soft background the others.
  private static let parts = 6
  /// How many parts count: the sharpest ninth.
  private static let countedParts = 4

  /// How sharp each part is, row by row.
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

  /// The middle of what is sharper than most of the picture: what was focused on, and no sky.
  private static func focus(_ variances: [Double]) -> UnitPoint? {
    let details = variances.map { $0.squareRoot() }
    let mean = details.reduce(0, +) / Double(details.count)
    let weights = details.map { max(0, $0 - mean) }
    let sum = weights.reduce(0, +)
    // Noise alone, or the same leaves all over: a tenth of the detail says nothing of a place.
    guard sum > mean * Double(details.count) / 10 else { return nil }
    var (x, y) = (0.0, 0.0)
    for (place, weight) in weights.enumerated() {
      x += weight / sum * (Double(place % parts) + 0.5) / Double(parts)
      y += weight / sum * (Double(place / parts) + 0.5) / Double(parts)
    }
    return UnitPoint(x: (x * 100).rounded() / 100, y: (y * 100).rounded() / 100)
  }

  /// Of the Laplacian with four neighbours (Pech-Pacheco et al., 2000).
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

  /// What is black or white altogether shows nothing, and what has few levels shows little.
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
    // A night has much black and a snowfield much white: both begin to count late.
    return fall(dark, from: 0.5, to: 0.95) * fall(bright, from: 0.2, to: 0.8)
      * (1 - fall(range, from: 10, to: 90))
  }

  /// 1 up to a value, 0 from another on, and straight between.
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
    // Fog and walls: which of two neighbours is brighter is chance.
    return difference / 64 < 1.5 ? nil : hash
  }
}

// MARK: - As it is told and kept

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

  /// Reads what another process told or an index has kept; nil for what is none.
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
