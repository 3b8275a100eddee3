internal import Designs
import WallfarmPluginKit

/// Moves the text of a composition to a calm part of the photo if nothing else changes.
struct CalmSetting {
  let composer: Composer
  let glancer: Glancer

  /// Minimum space above and below moved text on a phone, in points; equals the `air` parameter of
  /// the template `lock`.
  private static let air = 28.0

  /// The composition in the calmest part of the free area.
  ///
  /// This is the unchanged draft if the text has no space to move or would be laid out differently
  /// in the new position.
  func settle(_ draft: ComposedPlan) throws(RenderError) -> ComposedPlan {
    let (plan, composition) = (draft.plan, draft.composition)
    let air = CalmSetting.air * plan.device.typeScale
    guard let text = composition.scene.heightOfText,
      let place = CalmPlace(of: text, in: plan.area.frame, air: air),
      let glance = try glancer.glance(at: plan), let area = place.calmer(on: glance)
    else { return draft }
    // The reduced area may be too small for a layout.
    let calmer = try ifFitting { () throws(RenderError) in try composer.compose(plan, in: area) }
    guard let calmer, calmer.isSet(like: composition) else { return draft }
    return ComposedPlan(plan: plan, composition: calmer)
  }
}
