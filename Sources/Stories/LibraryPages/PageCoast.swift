package import Geography
internal import SourceJSON

/// Coastlines for a page, encoded in two or three characters per point.
///
/// Coordinates are in hundredths of a degree (about a kilometer), which is also the precision of
/// the photo locations. They are stored as differences in base 32 with the sign in the lowest bit,
/// which is the "encoded polyline" format of web maps.
package struct PageCoast: Sendable {
  /// Coastlines of the whole world, for the globe.
  private let world: [[GeoPoint]]
  /// Detailed coastlines around the photo locations, and the area that these coastlines cover.
  private let near: [[GeoPoint]]
  private let bounds: GeoBounds?

  /// The simplification tolerance for the globe in degrees: one pixel of the globe on a large
  /// screen.
  private static let coarsest = 0.09
  /// The simplification tolerance for the detailed map, in degrees.
  private static let finest = 0.01
  /// The margin around the photo locations, in degrees.
  private static let margin = 8.0

  /// Creates the coastlines for locations; nil if none are available.
  ///
  /// - Parameters:
  ///   - places: the locations of the photos.
  ///   - lines: returns the land polygons in an area, simplified with a tolerance in degrees.
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

  /// Encodes a ring; nil if fewer than three points remain after its coordinates are rounded.
  package static func text(of ring: [GeoPoint]) -> String? {
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
