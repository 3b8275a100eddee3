import Designs
import WallfarmPluginKit

/// Chooses between the light and dark looks of a theme for requests without a `variant`.
///
/// The choice is based on a quick analysis of the photo before layout, so editing a note does not
/// change the look. After drawing, other looks are tried only if the text needs a card, misses its
/// contrast targets, or was made light or dark to match another layout.
struct LookChooser {
  let resolver: Resolver
  let glancer: Glancer

  // MARK: - Before layout

  /// Returns the plan in each look that its theme offers for a photo, starting with the theme's
  /// default look.
  ///
  /// Other looks are omitted if the text in the default look needs little help.
  func looks(of plan: RenderPlan) throws(RenderError) -> [GlancedLook] {
    guard !plan.otherLooks.isEmpty, let own = try glancer.glance(at: plan) else {
      return [GlancedLook(plan: plan, help: 0)]
    }
    var looks = [GlancedLook(plan: plan, help: own.help)]
    guard own.help > GlancedLook.little else { return looks }
    for look in plan.otherLooks {
      let other = try resolver.resolve(plan, as: look)
      // Skip looks with the same text color, because one of them may be the theme's default look,
      // which is already in the list.
      guard other.legibility.text != plan.legibility.text,
        let glance = try glancer.glance(at: other)
      else { continue }
      looks.append(GlancedLook(plan: other, help: glance.help))
    }
    return looks
  }

  // MARK: - After drawing

  /// Returns the drawing, or a drawing in another look of the same theme whose aids are less
  /// visible.
  ///
  /// Other looks are composed and drawn with `draw`, but only if the text needs a card, misses its
  /// contrast targets, or was made light or dark to match another layout.
  func leastVisible(
    _ drawing: consuming Drawing, draw: (RenderPlan) throws(RenderError) -> Drawing
  ) throws(RenderError) -> Drawing {
    var best = drawing
    guard best.needsOtherLook, !best.plan.otherLooks.isEmpty, !best.plan.photos.background.isEmpty
    else { return best }
    for plan in try plansInOtherLooks(best.plan) {
      // A look that fails, for example because the text does not fit, is skipped.
      let other: Drawing
      do { other = try draw(plan) } catch { continue }
      if other.isSeenLess(than: best) { best = other }
    }
    return best
  }

  /// Returns the plan in each look with a different text color; one of them can be the theme's
  /// default look.
  private func plansInOtherLooks(_ plan: RenderPlan) throws(RenderError) -> [RenderPlan] {
    var plans = [try resolver.resolve(plan, as: nil)]
    for look in plan.otherLooks { plans.append(try resolver.resolve(plan, as: look)) }
    var seen: Set<Color> = [plan.legibility.text]
    return plans.filter { seen.insert($0.legibility.text).inserted }
  }
}

/// A plan in one look of its theme, with the amount of help that its text needs on the photo.
struct GlancedLook {
  let plan: RenderPlan
  /// The mean visible change, 0…255, that the legibility aids cause in the free area.
  let help: Double

  /// The maximum amount of help that is barely visible; up to this amount, other looks are not
  /// tried.
  static let little = 4.0

  /// Returns the plan in the look that needs the least help; the default look is kept unless
  /// another look is clearly better.
  static func leastHelped(_ looks: [GlancedLook]) -> RenderPlan {
    guard var chosen = looks.first else { preconditionFailure("a plan has at least one look") }
    var least = chosen.help * LegibilityLimits.worthwhile
    for look in looks.dropFirst() where look.help < least { (chosen, least) = (look, look.help) }
    return chosen.plan
  }
}
