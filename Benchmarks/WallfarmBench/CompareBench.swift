import Designs
import Files
import Graphics
import Snapshots
import SourceJSON
import WallfarmCore

/// Times the comparison of two iPhone 15 pictures: `wallfarm-bench compare ONE OTHER ROUNDS`.
enum CompareBench {
  /// Returns the median duration of a comparison on one core, in milliseconds, and the number of
  /// visibly different pixels.
  static func run(_ one: String, _ other: String, rounds: Int) throws -> JSONValue {
    let expected = try picture(one)
    let actual = try picture(other)
    let device = try DeviceCatalog.shipped.device("iphone15")
    let density = ViewingDistance.pixelsPerDegree(on: device)
    var times: [Double] = []
    var visible = 0
    for _ in 0..<rounds {
      let start = ContinuousClock.now
      visible =
        PictureComparison(
          expected.surface, actual.surface, pixelsPerDegree: density,
          threshold: Thresholds().visible
        ).visible
      times.append(start.duration(to: .now) / .milliseconds(1))
    }
    return [
      "whole": .number(times.sorted()[times.count / 2]), "visible": .number(Double(visible)),
      "pixelsPerDegree": .number(density),
    ]
  }

  private static func picture(_ path: String) throws -> DecodedPhoto {
    try PhotoDecoder(try WrittenFile.bytes(of: path) ?? [], file: path).decode()
  }
}
