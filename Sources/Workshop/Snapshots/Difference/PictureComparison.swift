public import Graphics
public import Perception
public import WallfarmPluginKit

/// What two pictures of one size have in common, as an eye at a given distance sees it.
public struct PictureComparison: Sendable {
  /// Size of both.
  public let size: PixelSize
  /// Pixels that are not the same number by number.
  public let different: Int
  /// Pixels whose difference can be seen.
  public let visible: Int
  /// Pixels where nothing but the smoothing of an edge differs.
  public let smoothed: Int
  /// Largest difference of a pixel, 0…1.
  public let most: Double
  /// Where the pixels are whose difference can be seen; where there are none, those that differ.
  public let box: PixelRect?
  /// The difference of every pixel, 0…1, in areas; everywhere else it is 0.
  let areas: [DifferenceArea]

  /// Compares two pictures of the same size.
  ///
  /// - Parameters:
  ///   - expected: one picture.
  ///   - actual: the other.
  ///   - pixelsPerDegree: how small pixels look; see ``ViewingDistance``.
  ///   - threshold: what can be seen, above 0 up to 1. Where only smoothing differs, twice as much.
  public init(
    _ expected: borrowing ImageSurface, _ actual: borrowing ImageSurface, pixelsPerDegree: Double,
    threshold: Double
  ) {
    precondition(expected.size == actual.size, "pictures of different sizes are compared")
    let flip = Flip(pixelsPerDegree: pixelsPerDegree)
    size = expected.size
    areas = expected.withSource { one in
      actual.withSource { other in
        let differences = Differences(one, other)
        return differences.areas(reach: flip.reach).map {
          differences.look(at: $0, flip: flip, threshold: Float(threshold))
        }
      }
    }
    different = areas.reduce(0) { $0 + $1.different }
    visible = areas.reduce(0) { $0 + $1.visible }
    smoothed = areas.reduce(0) { $0 + $1.smoothed }
    most = Double(areas.map(\.most).max() ?? 0)
    let seen = areas.compactMap(\.visibleBox)
    let boxes = seen.isEmpty ? areas.compactMap(\.differentBox) : seen
    box = boxes.first.map { boxes.dropFirst().reduce($0) { $0.union($1) } }
  }
}
