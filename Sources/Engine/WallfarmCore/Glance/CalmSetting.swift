internal import Designs
import WallfarmPluginKit

/// Moves the text of a composition to where the photo is calm, if nothing else changes.
struct CalmSetting {
  let composer: Composer
  let glancer: Glancer

  /// Minimum space above and below moved text in points on a phone: the `air` of the template
  /// `lock`.
  private static let air = 28.0

  /// The composition in the calmest part of the free area.
  ///
  /// It is the draft if the text has no space to move or would have a different layout there.
  func settle(_ draft: ComposedPlan) throws(RenderError) -> ComposedPlan {
    let (plan, composition) = (draft.plan, draft.composition)
    let air = CalmSetting.air * plan.device.typeScale
    guard let text = composition.scene.heightOfText,
      let place = CalmPlace(of: text, in: plan.area.frame, air: air),
      let glance = try glancer.glance(at: plan), let area = place.calmer(on: glance)
    else { return draft }
    // The smaller area may be too small for a layout.
    let calmer = try ifFitting { () throws(RenderError) in try composer.compose(plan, in: area) }
    guard let calmer, calmer.isSet(like: composition) else { return draft }
    return ComposedPlan(plan: plan, composition: calmer)
  }
}
