internal import Files
import Graphics
import WallfarmPluginKit

/// Writes a finished file to its destination and creates the receipt.
struct Delivery {
  let plan: RenderPlan
  let composition: Composition
  let report: PictureReport
  let fingerprint: Fingerprint
  private var sha256 = ""

  init(
    plan: RenderPlan, composition: Composition, report: PictureReport, fingerprint: Fingerprint
  ) {
    self.fingerprint = fingerprint
    self.plan = plan
    self.composition = composition
    self.report = report
  }

  /// Writes the file and computes its digest.
  ///
  /// - Throws: `output-failed`.
  mutating func deliver(
    _ image: EncodedImage, _ digester: inout FileDigester
  ) throws(RenderError) {
    sha256 = digester.digest(of: image.file)
    switch plan.output {
    case .file(let path): try AtomicFile.write(image.file.pieces, to: path)
    case .descriptor(let descriptor, let name):
      guard let reason = AtomicFile.fill(descriptor, with: image.file.pieces) else { return }
      throw .outputFailed(name ?? "the picture", reason, origin: .option("output"))
    case .memory: break
    }
  }

  func receipt(of image: EncodedImage, stages: [StageTime]) -> RenderReceipt {
    var path: String?
    var bytes: [UInt8]?
    switch plan.output {
    case .file(let file): path = file
    case .descriptor(_, let name): path = name
    case .memory: bytes = image.file.bytes
    }
    return RenderReceipt(
      template: plan.template, theme: plan.theme, look: plan.look, device: plan.device,
      output: path,
      format: image.format, pixels: image.pixels, byteCount: image.file.byteCount, sha256: sha256,
      fingerprint: fingerprint,
      layouts: composition.layouts, fontSize: composition.fontSize, notes: composition.notes,
      legibility: report.legibility,
      fonts: report.fonts, plugins: composition.said,
      now: plan.now, expires: composition.expires,
      warnings: composition.warnings + report.warnings,
      stages: stages, bytes: bytes)
  }
}
