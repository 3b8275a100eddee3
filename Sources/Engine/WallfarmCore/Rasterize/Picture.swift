public import Graphics
public import WallfarmPluginKit

/// The pixels of a finished picture with a report about its text.
public struct Picture: ~Copyable {
  /// The pixels, with premultiplied alpha.
  public internal(set) var surface: ImageSurface
  /// The layers of the picture and their rows; `nil` once an overlay is drawn on it.
  private(set) var painting: Painting?
  /// The results of drawing the picture.
  public let report: PictureReport

  init(_ painted: consuming PaintedPicture, report: PictureReport) {
    self.report = report
    painting = painted.painting
    surface = painted.surface
  }

  /// Draws an overlay; afterward, drawing of another picture can no longer start from this picture.
  mutating func draw(_ overlay: [Layer], with rasterizer: Rasterizer) throws(RenderError) {
    painting = nil
    try rasterizer.draw(overlay, on: &surface)
  }

  /// Moves the pixels out so that the next picture with the same background can be drawn on them.
  consuming func painted() -> PaintedPicture? {
    guard let painting else { return nil }
    return PaintedPicture(surface: surface, painting: painting)
  }

  var warnings: [RenderWarning] { report.warnings }
}

/// The properties of a picture that are known only after drawing.
public struct PictureReport: Sendable, Hashable {
  /// The contrast of each line; nil for a picture without text and for a transparent picture.
  public let legibility: LegibilityReport?
  /// The fonts in use.
  public let fonts: FontUse
  /// Warnings about photos, and about a cache that could not be written.
  let otherWarnings: [RenderWarning]

  var warnings: [RenderWarning] {
    otherWarnings + (legibility?.warnings ?? []) + fonts.warnings
  }
}

/// A composition and its pixels, in one look of the theme.
struct Drawing: ~Copyable {
  let plan: RenderPlan
  let composition: Composition
  let picture: Picture

  var warnings: [RenderWarning] { composition.warnings + picture.warnings }

  /// Whether to try another look of the theme.
  var needsOtherLook: Bool { picture.report.legibility?.needsOtherLook ?? false }

  /// Returns whether this drawing's aids are less visible than those of another drawing.
  func isSeenLess(than other: borrowing Drawing) -> Bool {
    guard let own = picture.report.legibility, let there = other.picture.report.legibility else {
      return false
    }
    return own.isSeenLess(than: there)
  }

  consuming func finished(_ fingerprint: Fingerprint) -> DrawnPicture {
    DrawnPicture(plan: plan, composition: composition, picture: picture, fingerprint: fingerprint)
  }
}

/// A drawn wallpaper before encoding.
public struct DrawnPicture: ~Copyable {
  /// The plan of the picture.
  public let plan: RenderPlan
  /// The layers and the placement of notes.
  public let composition: Composition
  /// The pixels, and the results of drawing.
  public let picture: Picture
  /// The digest of all inputs.
  public let fingerprint: Fingerprint

  /// The warnings for the user.
  public var warnings: [RenderWarning] { composition.warnings + picture.report.warnings }

  /// Moves the pixels out so that the next picture with the same background can be drawn on them;
  /// returns `nil` if an overlay has been drawn.
  consuming func painted() -> PaintedPicture? { picture.painted() }
}

extension Rasterizer {
  /// Draws a composition with legibility aids for each separate layout, and the overlay for
  /// `--show-areas`.
  func drawing(of composed: ComposedPlan) throws(RenderError) -> Drawing {
    let (plan, composition) = (composed.plan, composed.composition)
    var picture = try rasterize(
      composition.scene, parts: composition.partsApart, rules: plan.textRules)
    if !composition.overlay.isEmpty { try picture.draw(composition.overlay, with: self) }
    return Drawing(plan: plan, composition: composition, picture: picture)
  }
}

extension RenderWarning {
  /// A warning from a photo decoder.
  static func photo(_ sentence: String) -> RenderWarning {
    RenderWarning(
      .photoWarning, sentence,
      hint: "if other programs also report errors, save the photo again")
  }
}
