public import WallfarmPluginKit

/// A wallpaper that was drawn and not encoded, with all that is known of it.
public struct DrawnPicture: ~Copyable {
  /// What was asked for, with every name resolved.
  public let plan: RenderPlan
  /// Its layers, and where each note went.
  public let composition: Composition
  /// Its pixels, and what drawing found out.
  public let picture: Picture
  /// Digest of everything it is made of.
  public let fingerprint: Fingerprint

  /// What a person should know.
  public var warnings: [RenderWarning] { composition.warnings + picture.report.warnings }
}
