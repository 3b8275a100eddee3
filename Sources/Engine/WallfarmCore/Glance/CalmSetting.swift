internal import Designs
import WallfarmPluginKit

/// Sets the text of a composition where the photo behind it is calm, if nothing else changes by it.
struct CalmSetting {
  let composer: Composer
  let glancer: Glancer

  /// The space above and below text that moves, in points on a phone: the `air` of the template `lock`.
  private static let air = 28.0

  /// The composition in the calmest part of the free area; the draft, if the text has no space or is set differently there.
  func settle(_ draft: ComposedPlan) throws(RenderError) -> ComposedPlan {
    let (plan, composition) = (draft.plan, draft.composition)
    let air = CalmSetting.air * plan.device.typeScale
    guard let text = composition.scene.heightOfText,
      let place = CalmPlace(of: text, in: plan.area.frame, air: air),
      let glance = try glancer.glance(at: plan), let area = place.calmer(on: glance)
    else { return draft }
    let calmer = try composer.compose(plan, in: area)
    return calmer.isSet(like: composition) ? ComposedPlan(plan: plan, composition: calmer) : draft
  }
}
