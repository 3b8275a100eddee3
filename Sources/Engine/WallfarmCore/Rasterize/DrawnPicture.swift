public import WallfarmPluginKit

/// A drawn wallpaper before encoding.
public struct DrawnPicture: ~Copyable {
  /// The plan of the picture.
  public let plan: RenderPlan
  /// The layers and the placement of notes.
  public let composition: Composition
  /// The pixels, and the report of drawing.
  public let picture: Picture
  /// The digest of all inputs.
  public let fingerprint: Fingerprint

  /// The warnings for the user.
  public var warnings: [RenderWarning] { composition.warnings + picture.report.warnings }
}
