package import Geography
internal import SourceJSON

/// Coasts as a page has them: rings of places, each as text that takes two or three letters a place.
///
/// The numbers are hundredths of a degree, each the difference to the one before, in base 32 with the sign in the lowest
/// bit (the "encoded polyline" of web maps). A hundredth is about a kilometer, which is what dots are rounded to as well.
package struct PageCoast: Sendable {
  /// Coasts of the whole world, as the globe shows them.
  private let world: [[GeoPoint]]
  /// Finer ones round the places of the photos, and where they are whole.
  private let near: [[GeoPoint]]
  private let bounds: GeoBounds?

  /// How far a line may lie beside the coast, in degrees: a pixel of a globe on a large screen.
  private static let coarsest = 0.09
  /// The same for a map of some places.
  private static let finest = 0.01
  /// How far coasts are shown round the places of photos, in degrees.
  private static let margin = 8.0

  /// Finds the coasts for some places; nil where there are none.
  ///
  /// - Parameters:
  ///   - places: where photos were taken.
  ///   - lines: rings of land that reach into an area, and how far they may lie beside the coast, in degrees.
  package init?(
    round places: [GeoPoint], lines: (_ bounds: GeoBounds, _ finest: Double) -> [[GeoPoint]]?
  ) {
    bounds = GeoBounds(of: places)?.widened(by: PageCoast.margin)
    guard let world = lines(GeoBounds.earth, PageCoast.coarsest),
      let near = bounds.map({ lines($0, PageCoast.finest) }) ?? []
    else { return nil }
    (self.world, self.near) = (world, near)
  }

  var words: JSONValue {
    var words: [String: JSONValue] = [
      "world": .array(world.compactMap(Self.text).map(JSONValue.string)),
      "near": .array(near.compactMap(Self.text).map(JSONValue.string)),
    ]
    if let bounds {
      words["bounds"] = .array(
        [bounds.south, bounds.west, bounds.north, bounds.east].map {
          .number(($0 * 100).rounded() / 100)
        })
    }
    return .object(words)
  }

  /// A ring; nil for one that is nothing when rounded.
  static func text(of ring: [GeoPoint]) -> String? {
    var letters: [UInt8] = []
    var (last, count) = ((latitude: 0, longitude: 0), 0)
    for point in ring {
      let next = (
        latitude: Int((point.latitude * 100).rounded()),
        longitude: Int((point.longitude * 100).rounded())
      )
      guard count == 0 || next != last else { continue }
      write(next.latitude - last.latitude, to: &letters)
      write(next.longitude - last.longitude, to: &letters)
      (last, count) = (next, count + 1)
    }
    return count > 2 ? String(decoding: letters, as: UTF8.self) : nil
  }

  private static func write(_ number: Int, to letters: inout [UInt8]) {
    var rest = number < 0 ? ~(number << 1) : number << 1
    while rest >= 32 {
      letters.append(UInt8(rest & 31 | 32) + 63)
      rest >>= 5
    }
    letters.append(UInt8(rest) + 63)
  }
}
