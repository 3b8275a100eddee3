import Dispatch
public import Graphics
import Synchronization
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
  ///   - threshold: what can be seen, 0…1. Where only smoothing differs, twice as much.
  ///   - threads: how many may compare.
  public init(
    _ expected: borrowing ImageSurface, _ actual: borrowing ImageSurface, pixelsPerDegree: Double,
    threshold: Double, threads: Int = 1
  ) {
    precondition(expected.size == actual.size, "pictures of different sizes are compared")
    let flip = Flip(pixelsPerDegree: pixelsPerDegree)
    let size = expected.size
    self = expected.withSource { one in
      actual.withSource { other in
        PictureComparison(
          Differences(one, other), size: size, flip: flip, threshold: Float(threshold),
          threads: threads)
      }
    }
  }

  private init(
    _ differences: Differences, size: PixelSize, flip: Flip, threshold: Float, threads: Int
  ) {
    self.size = size
    let areas = differences.areas(reach: flip.reach)
    var found = [DifferenceArea?](repeating: nil, count: areas.count)
    let next = Atomic(0)
    found.withUnsafeMutableBufferPointer { found in
      // Each index is written by the one thread that took it.
      nonisolated(unsafe) let found = found
      DispatchQueue.concurrentPerform(iterations: min(threads, max(1, areas.count))) { _ in
        while case let index = next.add(1, ordering: .relaxed).oldValue, index < areas.count {
          found[index] = differences.look(at: areas[index], flip: flip, threshold: threshold)
        }
      }
    }
    self.areas = found.compactMap { $0 }
    different = self.areas.reduce(0) { $0 + $1.different }
    visible = self.areas.reduce(0) { $0 + $1.visible }
    smoothed = self.areas.reduce(0) { $0 + $1.smoothed }
    most = Double(self.areas.map(\.most).max() ?? 0)
    let seen = self.areas.compactMap(\.visibleBox)
    let boxes = seen.isEmpty ? self.areas.compactMap(\.differentBox) : seen
    box = boxes.first.map { boxes.dropFirst().reduce($0) { $0.union($1) } }
  }
}
