public import Graphics
public import Perception
public import WallfarmPluginKit

/// A comparison of two pictures of the same size, perceptual or by color alone.
public struct PictureComparison: Sendable {
  /// The size of both pictures.
  public let size: PixelSize
  /// The number of numerically different pixels.
  public let different: Int
  /// The number of visibly different pixels.
  public let visible: Int
  /// The number of pixels that differ only by antialiasing.
  public let smoothed: Int
  /// The measure of a pixel's error.
  let measure: DifferenceMeasure
  /// The largest error of a pixel, from 0 to 1.
  public let most: Double
  /// The bounding box of the visible differences or, if there are none, of all differences.
  public let box: PixelRect?
  /// The compared areas: those that contain a different pixel or are close to one.
  package let areas: [DifferenceArea]

  /// Compares two pictures of the same size.
  ///
  /// - Parameters:
  ///   - expected: the first picture.
  ///   - actual: the second picture.
  ///   - pixelsPerDegree: the angular resolution; see ``ViewingDistance``.
  ///   - threshold: the minimum visible error, above 0 and at most 1; it is doubled for
  ///     antialiasing.
  public init(
    _ expected: borrowing ImageSurface, _ actual: borrowing ImageSurface, pixelsPerDegree: Double,
    threshold: Double
  ) {
    let flip = Flip(pixelsPerDegree: pixelsPerDegree)
    self.init(expected, actual, .flip) { differences in
      differences.areas(reach: flip.reach).map {
        differences.look(at: $0, flip: flip, threshold: Float(threshold))
      }
    }
  }

  /// Compares the colors of two pictures of the same size, without a model of vision.
  ///
  /// This is much faster than the perceptual comparison, and sufficient for pictures whose layout is
  /// known to be different.
  ///
  /// - Parameters:
  ///   - expected: the first picture.
  ///   - actual: the second picture.
  ///   - threshold: the minimum visible difference of a channel, above 0 and at most 1.
  init(
    colorsOf expected: borrowing ImageSurface, _ actual: borrowing ImageSurface, threshold: Double
  ) {
    self.init(expected, actual, .color) { differences in
      differences.areas(reach: 0).map { differences.colors(at: $0, threshold: Float(threshold)) }
    }
  }

  private init(
    _ expected: borrowing ImageSurface, _ actual: borrowing ImageSurface,
    _ measure: DifferenceMeasure,
    _ areasOf: (Differences) -> [DifferenceArea]
  ) {
    precondition(expected.size == actual.size, "the pictures have different sizes")
    self.measure = measure
    size = expected.size
    areas = expected.withSource { one in
      actual.withSource { other in areasOf(Differences(one, other)) }
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
