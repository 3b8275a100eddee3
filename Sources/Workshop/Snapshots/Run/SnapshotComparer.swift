import Designs
import Files
import Graphics
internal import Scenes
import WallfarmCore
import WallfarmPluginKit

/// Compares a drawn picture with its reference in three tiers: digest, layout and pixels.
struct SnapshotComparer {
  let suite: SnapshotSuite
  let store: ReferenceStore
  let results: ResultsFolder

  /// A result, with the pixel comparison if there was one.
  struct Finding {
    var result: SnapshotResult
    var pixels: PictureComparison?
  }

  /// Compares a picture with its reference; if the reference has an error, the error becomes part
  /// of the result.
  func compare(
    _ snapshot: Snapshot, _ surface: borrowing ImageSurface, _ actual: Reference
  ) -> Finding {
    var finding: Finding
    do throws(RenderError) {
      guard let (expected, digest) = try store.readWithDigest(snapshot.name) else {
        finding = Finding(result: SnapshotResult(snapshot, .missing))
        finding.result.cause = ChangeCause(.missing, "there is no reference yet")
        return finding
      }
      finding = try compare(snapshot, surface, actual, expected)
      finding.result.referenceDigest = digest
    } catch {
      finding = Finding(result: SnapshotResult(snapshot, .failed))
      finding.result.error = error
      finding.result.cause = ChangeCause(
        .failed, "its reference cannot be read: \(error.code.rawValue)")
      finding.result.referenceDigest = (try? store.digest(snapshot.name)) ?? "none"
    }
    return finding
  }

  private func compare(
    _ snapshot: Snapshot, _ surface: borrowing ImageSurface, _ actual: Reference,
    _ expected: Reference
  ) throws(RenderError) -> Finding {
    try store.checkPicture(snapshot.name, of: expected)
    var changes = SceneComparison(
      expected: expected.facts, actual: actual.facts, tolerance: suite.thresholds.points
    ).changes
    var pixels: PictureComparison?
    var note: String?
    if actual.size != expected.size {
      changes.insert(
        SceneChange(.screen, "the picture has \(actual.size) pixels, was \(expected.size)"), at: 0)
    } else if actual.pixels == expected.pixels {
      note = changes.isEmpty ? nil : "the pixels are the same"
    } else if let picture = try store.picture(snapshot.name, of: expected) {
      pixels =
        changes.isEmpty
        ? comparison(of: picture.surface, surface, on: snapshot.device)
        : PictureComparison(
          colorsOf: picture.surface, surface, threshold: suite.thresholds.visible)
    } else {
      note = "no picture is stored for this device, so the pixels could not be compared"
    }
    if changes.isEmpty, actual.pixels != expected.pixels, let sentence = sentence(for: pixels) {
      changes.append(SceneChange(.pixels, sentence, brief: SceneChange.pixelsBrief))
    }
    let verdict: Verdict =
      !changes.isEmpty ? .changed : actual.pixels == expected.pixels ? .same : .unseen
    var result = SnapshotResult(snapshot, verdict)
    result.changes = changes
    result.pixels = pixels.map(PixelFigures.init)
    result.note = note
    result.cause = verdict == .same ? nil : ChangeCause(of: actual, since: expected)
    return Finding(result: result, pixels: pixels)
  }

  private func comparison(
    of expected: borrowing ImageSurface, _ actual: borrowing ImageSurface, on device: Device
  ) -> PictureComparison {
    PictureComparison(
      expected, actual, pixelsPerDegree: ViewingDistance.pixelsPerDegree(on: device),
      threshold: suite.thresholds.visible)
  }

  /// The description of pixel differences if the scene is unchanged; nil if they are below the
  /// threshold.
  private func sentence(for pixels: PictureComparison?) -> String? {
    guard let pixels else { return "the pixels differ, but the layout is the same" }
    return pixels.visible >= suite.thresholds.pixels ? PixelFigures(pixels).sentence : nil
  }

  /// Writes the pictures of a result to the results folder: expected, difference and actual.
  ///
  /// - Throws: `output-failed`, or `raster-failed` if there is not enough memory.
  func keep(
    _ finding: inout Finding, _ snapshot: Snapshot, _ made: any MadeSnapshot,
    _ surface: borrowing ImageSurface
  ) throws(RenderError) {
    let name = snapshot.name
    let text = Array(made.reference.text.utf8)
    let file = try ReferenceStore.quickFile(of: surface, space: made.space)
    try results.write(file, .actual, name)
    try results.write([text], name + ".actual.txt")
    finding.result.files[.actual] = results.path(.actual, name)
    finding.result.actual = ResultsRecord.ActualFiles(
      text: FileDigest.sha256(of: text), picture: FileDigest.sha256(of: file.flatMap { $0 }),
      space: made.space)
    if let bytes = expectedPicture(name) {
      try results.write([bytes], .expected, name)
      finding.result.files[.expected] = results.path(.expected, name)
    }
    guard let comparison = finding.pixels else { return }
    let picture = try DifferencePicture(
      comparison: comparison, threshold: suite.thresholds.visible
    ).draw(over: surface)
    try results.write(
      try ReferenceStore.quickFile(of: picture, space: .sRGB), .difference, name)
    finding.result.files[.difference] = results.path(.difference, name)
  }

  /// The stored picture, or nil if there is none or it is unreadable; a read error was already
  /// reported.
  private func expectedPicture(_ name: String) -> [UInt8]? {
    (try? WrittenFile.bytes(of: store.picturePath(name), limit: 256 << 20)) ?? nil
  }
}
