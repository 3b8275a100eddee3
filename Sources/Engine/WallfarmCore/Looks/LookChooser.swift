import Designs
import WallfarmPluginKit

/// Chooses between the light and dark looks of a theme for requests without a `variant`.
///
/// A glance at the photo decides before layout. The need for aids shows only in a drawn picture: of
/// 156 pictures, nine had an aid that the other look does not need. So the looks are compared again
/// after drawing.
struct LookChooser {
  let resolver: Resolver
  let glancer: Glancer

  // MARK: - Before layout

  /// The plan in each look that its theme offers for a photo, its own look first.
  func looks(of plan: RenderPlan) throws(RenderError) -> [GlancedLook] {
    guard !plan.otherLooks.isEmpty, let own = try glancer.glance(at: plan) else {
      return [GlancedLook(plan: plan, readable: 0)]
    }
    var looks = [GlancedLook(plan: plan, readable: own.readable)]
    for look in plan.otherLooks {
      let other = try resolver.resolve(plan, as: look)
      // The list may contain the theme's own look by its name.
      guard other.legibility.text != plan.legibility.text,
        let glance = try glancer.glance(at: other)
      else { continue }
      looks.append(GlancedLook(plan: other, readable: glance.readable))
    }
    return looks
  }

  // MARK: - After drawing

  /// The drawing, or the one in another look of its theme if its aids are less visible there.
  ///
  /// Other looks are composed and drawn with `draw`, but only if the text needs a visible aid or
  /// letters that the look does not have.
  func leastVisible(
    _ drawing: consuming Drawing, draw: (RenderPlan) throws(RenderError) -> Drawing
  ) throws(RenderError) -> Drawing {
    var best = drawing
    guard best.isHelpedMuch, !best.plan.otherLooks.isEmpty, !best.plan.photos.background.isEmpty
    else { return best }
    for plan in try plansInOtherLooks(best.plan) {
      // A look that fails, for example because the text does not fit, is skipped.
      let other: Drawing
      do { other = try draw(plan) } catch { continue }
      if other.isSeenLess(than: best) { best = other }
    }
    return best
  }

  /// The plan in looks with other text colors.
  private func plansInOtherLooks(_ plan: RenderPlan) throws(RenderError) -> [RenderPlan] {
    var plans = [try resolver.resolve(plan, as: nil)]
    for look in plan.otherLooks { plans.append(try resolver.resolve(plan, as: look)) }
    var seen: Set<Color> = [plan.legibility.text]
    return plans.filter { seen.insert($0.legibility.text).inserted }
  }
}

/// A plan in one look of its theme, with the legibility of its letters on the photo.
struct GlancedLook {
  let plan: RenderPlan
  /// The share of the free area on which its letters are readable, 0…1.
  let readable: Double

  /// The additional share of the area on which another look must be readable to replace the theme's
  /// own look.
  private static let gain = 0.1

  /// The look that is readable on most of the area; the theme's own look unless another gains
  /// enough.
  static func mostReadable(_ looks: [GlancedLook]) -> RenderPlan {
    guard var chosen = looks.first else { preconditionFailure("a plan has a look of its own") }
    var best = chosen.readable + gain
    for look in looks.dropFirst() where look.readable > best {
      (chosen, best) = (look, look.readable)
    }
    return chosen.plan
  }
}
