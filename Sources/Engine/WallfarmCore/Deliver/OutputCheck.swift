internal import Files
import WallfarmPluginKit

/// Finds outputs that cannot be delivered, before the first picture is drawn.
enum OutputCheck {
  /// Checks that each file can be written, and that no two outputs are the same file.
  ///
  /// - Throws: `output-failed`, `output-collision`.
  static func check(_ requests: [RenderRequest]) throws(RenderError) {
    let paths = requests.compactMap { request -> String? in
      if case .file(let path) = request.output { path } else { nil }
    }
    for path in paths { try AtomicFile.check(path) }
    if paths.count > 1 { try OutputPattern.checkForCollisions(paths.map(Files.canonical)) }
  }

  /// Checks that the format of a plan can hold its picture, and that its file can be written.
  ///
  /// - Throws: `transparent-jpeg`, `output-failed`.
  static func check(_ plan: RenderPlan) throws(RenderError) {
    if plan.format == .jpeg && plan.background == nil { throw .transparentJPEG() }
    if case .file(let path) = plan.output { try AtomicFile.check(path) }
  }
}
