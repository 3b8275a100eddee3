import WallfarmPluginKit

/// A composition and its pixels, in one look of the theme.
struct Drawing: ~Copyable {
  let plan: RenderPlan
  let composition: Composition
  let picture: Picture

  var warnings: [RenderWarning] { composition.warnings + picture.warnings }

  /// Whether the aids are visible enough to try another look of the theme.
  var isHelpedMuch: Bool { picture.report.legibility?.isHelpedMuch ?? false }

  /// Whether its aids are less visible than those of another drawing.
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

extension Rasterizer {
  /// Draws a composition with legibility aids for each separate layout, and the overlay of
  /// `--show-areas`.
  func drawing(of composed: ComposedPlan) throws(RenderError) -> Drawing {
    let (plan, composition) = (composed.plan, composed.composition)
    var picture = try rasterize(
      composition.scene, parts: composition.partsApart, rules: plan.textRules)
    if !composition.overlay.isEmpty { try draw(composition.overlay, on: &picture.surface) }
    return Drawing(plan: plan, composition: composition, picture: picture)
  }
}
