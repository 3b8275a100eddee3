public import Graphics
import WallfarmPluginKit

/// The pixels of a finished picture with a report about its text.
public struct Picture: ~Copyable {
  /// The pixels, with premultiplied alpha.
  public internal(set) var surface: ImageSurface
  /// The report of drawing.
  public let report: PictureReport

  var warnings: [RenderWarning] { report.warnings }
}

/// Properties of a picture that are known only after drawing.
public struct PictureReport: Sendable, Hashable {
  /// The contrast of each line; nil for a picture without text, or a transparent one.
  public let legibility: LegibilityReport?
  /// The fonts in use.
  public let fonts: FontUse
  /// Warnings about photos, and about a cache that could not be written.
  let otherWarnings: [RenderWarning]

  var warnings: [RenderWarning] {
    otherWarnings + (legibility?.warnings ?? []) + fonts.warnings
  }
}

extension RenderWarning {
  /// A warning of a photo decoder.
  static func photo(_ sentence: String) -> RenderWarning {
    RenderWarning(.photoWarning, sentence, hint: "save it again if other programs complain")
  }
}
