public import Designs
public import Perception
public import Scenes
internal import WallfarmCore
public import WallfarmPluginKit

/// What was found about one picture of a suite.
public struct SnapshotResult: Sendable {
  /// Its name, such as `lock/iphone15`.
  public let name: String
  /// The screen.
  public let device: Device
  /// What was found.
  public let verdict: Verdict
  /// Why it is another picture; nil where it is not.
  public var cause: ChangeCause?
  /// What is different about the layout, the most telling first.
  public var changes: [SceneChange] = []
  /// What pixels differ by; nil where they are the same or were not compared.
  public var pixels: PixelFigures?
  /// What else a person should know.
  public var note: String?
  /// Why it failed.
  public var error: RenderError?
  /// Whether its reference was written.
  public var isRecorded = false
  /// Codes of what a person should know about the picture.
  public internal(set) var warnings: [String] = []
  /// SHA-256 of the reference's text that it was compared with, or `none`.
  var referenceDigest = "none"
  /// What can be accepted from the results folder; nil where nothing can.
  var actual: ResultsRecord.Digests?
  /// Size of the picture in pixels; nil where it was not rendered.
  var size: PixelSize?
  /// Pixels per point.
  var scale: Double { device.scale.mean }
  /// Files of the results folder by role: `expected`, `actual`, `difference`.
  var files: [PictureRole: String] = [:]

  init(_ snapshot: Snapshot, _ verdict: Verdict) {
    (name, device, self.verdict) = (snapshot.name, snapshot.device, verdict)
  }

  /// Everything that changed in words: the layout, or the pixels where it is the same.
  public var words: [String] { changes.map(\.sentence) }
}

/// What a picture of the results shows.
enum PictureRole: String, Sendable, Hashable, CaseIterable { case expected, actual, difference }

/// How much two pictures differ.
public struct PixelFigures: Sendable, Hashable {
  /// Pixels whose difference can be seen.
  public let visible: Int
  /// Pixels that are not the same number by number.
  public let different: Int
  /// Pixels where nothing but the smoothing of an edge differs.
  public let smoothed: Int
  /// Pixels in all.
  public let count: Int
  /// Largest difference of a pixel, 0…1 as FLIP counts.
  public let most: Double
  /// Where they are.
  public let box: PixelRect?

  init(_ comparison: PictureComparison) {
    (visible, different) = (comparison.visible, comparison.different)
    (smoothed, count) = (comparison.smoothed, comparison.size.area)
    (most, box) = (comparison.most, comparison.box)
  }

  init(
    visible: Int, different: Int, smoothed: Int, count: Int, most: Double, box: PixelRect?
  ) {
    (self.visible, self.different, self.smoothed) = (visible, different, smoothed)
    (self.count, self.most, self.box) = (count, most, box)
  }

  /// `5,120 of 3,013,524 pixels look different, in 800 × 400 pixels from 120, 900`.
  public var sentence: String {
    let place =
      box.map { ", in \($0.width) × \($0.height) pixels from \($0.x), \($0.y)" } ?? ""
    if visible > 0 { return "\(visible) of \(count) pixels look different\(place)" }
    return "\(different) of \(count) pixels differ, and nobody can see it"
  }
}
