public import Graphics
import WallfarmPluginKit

/// The pixels of a finished picture, and what is known about its text.
public struct Picture: ~Copyable {
  /// Premultiplied pixels.
  public internal(set) var surface: ImageSurface
  /// What drawing found out.
  public let report: PictureReport

  var warnings: [RenderWarning] { report.warnings }
}

/// What only drawing could find out.
public struct PictureReport: Sendable, Hashable {
  /// Contrast of every line; nil for a picture without text, or a transparent one.
  public let legibility: LegibilityReport?
  /// Which fonts drew it.
  public let fonts: FontUse
  /// Of photos, and of a cache that could not be written.
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
