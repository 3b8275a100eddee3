public import Designs
public import Perception
public import Scenes
internal import WallfarmCore
public import WallfarmPluginKit

/// The result of comparing one picture of a suite.
public struct SnapshotResult: Sendable {
  /// The name of the picture, such as `lock/iphone15`.
  public let name: String
  /// The device.
  public let device: Device
  /// The verdict.
  public let verdict: Verdict
  /// The cause of a change; nil if there is no change.
  public var cause: ChangeCause?
  /// The changes of the layout, starting with the most significant.
  public var changes: [SceneChange] = []
  /// The pixel differences; nil if there are none or pixels were not compared.
  public var pixels: PixelFigures?
  /// A remark about the comparison, such as the reason why pixels were not compared.
  public var note: String?
  /// The error of a failed picture.
  public var error: RenderError?
  /// Whether the reference was written.
  public var isRecorded = false
  /// The codes of warnings about the picture.
  public internal(set) var warnings: [String] = []
  /// The SHA-256 digest of the reference text, or `none`.
  var referenceDigest = "none"
  /// The files that can be approved; nil if there are no such files.
  var actual: ResultsRecord.ActualFiles?
  /// The size of the picture in pixels; nil if it was not rendered.
  var size: PixelSize?
  /// Pixels per point.
  var scale: Double { device.scale.mean }
  /// The paths of the files in the results folder, keyed by role: `expected`, `actual`,
  /// `difference`.
  package var files: [PictureRole: String] = [:]

  init(_ snapshot: Snapshot, _ verdict: Verdict) {
    (name, device, self.verdict) = (snapshot.name, snapshot.device, verdict)
  }

  /// The descriptions of all layout changes or, if the layout is unchanged, of the pixel
  /// differences.
  public var words: [String] { changes.map(\.sentence) }
}

/// A picture's role in the results.
package enum PictureRole: String, Sendable, Hashable, CaseIterable {
  case expected, actual, difference
}

/// The differences between two pictures.
public struct PixelFigures: Sendable, Hashable {
  /// The number of visibly different pixels.
  public let visible: Int
  /// The number of numerically different pixels.
  public let different: Int
  /// The number of pixels that differ only by antialiasing.
  public let smoothed: Int
  /// The total number of pixels.
  public let count: Int
  /// The measure of a pixel's error.
  public let measure: DifferenceMeasure
  /// The largest error of a pixel, from 0 to 1.
  public let most: Double
  /// The bounding box of the differences.
  public let box: PixelRect?

  init(_ comparison: PictureComparison) {
    (visible, different) = (comparison.visible, comparison.different)
    (smoothed, count) = (comparison.smoothed, comparison.size.area)
    (measure, most, box) = (comparison.measure, comparison.most, comparison.box)
  }

  init(
    visible: Int, different: Int, smoothed: Int, count: Int, measure: DifferenceMeasure,
    most: Double, box: PixelRect?
  ) {
    (self.visible, self.different, self.smoothed) = (visible, different, smoothed)
    (self.count, self.measure) = (count, measure)
    (self.most, self.box) = (most, box)
  }

  /// A description such as `5120 of 3013524 pixels look different, in an area of 800 × 400 pixels
  /// at 120, 900`.
  public var sentence: String {
    let place =
      box.map { ", in an area of \($0.width) × \($0.height) pixels at \($0.x), \($0.y)" } ?? ""
    if visible > 0 { return "\(visible) of \(count) pixels look different\(place)" }
    return "\(different) of \(count) pixels differ invisibly"
  }
}
