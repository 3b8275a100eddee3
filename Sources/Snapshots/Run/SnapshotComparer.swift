import Graphics
import WallfarmCore
import WallfarmPluginKit

/// Compares a picture that was drawn with its reference, in tiers: digest, layout, pixels.
struct SnapshotComparer {
  let suite: SnapshotSuite
  let store: ReferenceStore
  let results: ResultsFolder

  /// What was found, with the pixels compared where they were.
  struct Finding {
    var result: SnapshotResult
    var pixels: PictureComparison?
  }

  /// Compares a picture; what is wrong with its reference is in the result.
  func compare(
    _ snapshot: Snapshot, _ surface: borrowing ImageSurface, _ actual: Reference
  ) -> Finding {
    do throws(RenderError) {
      guard let expected = try store.read(snapshot.name) else {
        var result = SnapshotResult(snapshot, .missing)
        result.size = actual.size
        result.cause = ChangeCause(.missing, "there is no reference yet")
        return Finding(result: result)
      }
      return try compare(snapshot, surface, actual, expected)
    } catch {
      var result = SnapshotResult(snapshot, .failed)
      result.size = actual.size
      result.error = error
      result.cause = ChangeCause(.failed, "its reference cannot be read: \(error.code.rawValue)")
      result.referenceDigest = (try? store.digest(snapshot.name)) ?? "none"
      return Finding(result: result)
    }
  }

  private func compare(
    _ snapshot: Snapshot, _ surface: borrowing ImageSurface, _ actual: Reference,
    _ expected: Reference
  ) throws(RenderError) -> Finding {
    var changes = SceneComparison(
      expected: expected.facts, actual: actual.facts, tolerance: suite.thresholds.points
    ).changes
    var pixels: PictureComparison?
    var note: String?
    if actual.size != expected.size {
      changes.insert(
        SceneChange(.screen, "the picture has \(actual.size) pixels, was \(expected.size)"), at: 0)
    } else if actual.pixels != expected.pixels {
      if let picture = try store.picture(snapshot.name, of: expected) {
        let comparison = PictureComparison(
          picture.surface, surface,
          pixelsPerDegree: ViewingDistance.pixelsPerDegree(on: snapshot.device),
          threshold: suite.thresholds.visible)
        pixels = comparison
        if comparison.visible >= suite.thresholds.pixels, changes.isEmpty {
          changes.append(SceneChange(.pixels, PixelFigures(comparison).sentence, brief: "pixels"))
        }
      } else {
        note = "no picture is stored for this device, so nobody can tell how far its pixels differ"
        if changes.isEmpty {
          changes.append(
            SceneChange(
              .pixels, "the pixels are others, and the layout is the same", brief: "pixels"))
        }
      }
    } else if !changes.isEmpty {
      note = "the pixels are the same"
    }
    let verdict: Verdict =
      !changes.isEmpty ? .changed : actual.pixels == expected.pixels ? .same : .unseen
    var result = SnapshotResult(snapshot, verdict)
    result.size = actual.size
    result.changes = changes
    result.pixels = pixels.map(PixelFigures.init)
    result.note = note
    result.cause = verdict == .same ? nil : ChangeCause(of: actual, since: expected)
    result.referenceDigest = FileDigest.sha256(of: Array(expected.text.utf8))
    return Finding(result: result, pixels: pixels)
  }

  /// Puts the pictures of a result beside the suite: expected, difference, actual.
  ///
  /// - Throws: `output-failed`, or `raster-failed` where memory is short.
  func keep(
    _ finding: inout Finding, _ snapshot: Snapshot, _ surface: borrowing ImageSurface,
    _ actual: Reference, file: [[UInt8]]
  ) throws(RenderError) {
    let name = snapshot.name
    try results.write(file, .actual, name)
    finding.result.files[.actual] = results.path(.actual, name)
    try results.write([Array(actual.text.utf8)], name + ".actual.txt")
    if let bytes = try WrittenFile.bytes(of: store.picturePath(name), limit: 256 << 20) {
      try results.write([bytes], .expected, name)
      finding.result.files[.expected] = results.path(.expected, name)
    }
    guard let comparison = finding.pixels else { return }
    let picture = try DifferencePicture(
      comparison: comparison, threshold: suite.thresholds.visible
    ).draw(over: surface)
    try results.write(
      try ReferenceStore.file(of: picture, space: .sRGB, threads: 1), .difference, name)
    finding.result.files[.difference] = results.path(.difference, name)
  }
}
