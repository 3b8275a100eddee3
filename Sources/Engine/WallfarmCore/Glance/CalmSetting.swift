internal import Designs
import WallfarmPluginKit

/// Moves the layouts of a composition to a calm part of the photo if nothing else changes.
struct CalmSetting {
  let composer: Composer
  let glancer: Glancer

  /// The minimum space above and below moved content on a phone, in points; it equals the `air`
  /// parameter of the `lock` template.
  private static let air = 28.0
  /// The maximum difference, in points, at which two widths or heights count as equal; it exceeds
  /// any difference caused by rounding to pixels.
  private static let tolerance = 1.0

  /// Returns the composition in the calmest part of the free area.
  ///
  /// Returns the unchanged draft if no part is clearly calmer, if the content has no space to move,
  /// or if the content would be laid out or sized differently in the new position.
  func settle(_ draft: ComposedPlan) throws(RenderError) -> ComposedPlan {
    let (plan, composition) = (draft.plan, draft.composition)
    let air = CalmSetting.air * plan.device.typeScale
    let frames = composition.scene.frames(in: plan.area.frame)
    guard composition.scene.foreground.contains(where: { !$0.texts.isEmpty }),
      let content = Rect.union(frames), content.height > 0,
      let place = CalmPlace(of: content.y...content.maxY, in: plan.area.frame, air: air),
      let glance = try glancer.glance(at: plan), let area = place.calmer(on: glance)
    else { return draft }
    // The reduced area may be too small for a layout.
    let calmer = try ifFitting { () throws(RenderError) in try composer.compose(plan, in: area) }
    guard let calmer, calmer.isSet(like: composition),
      hasSameSizes(calmer.scene.frames(in: plan.area.frame), frames)
    else { return draft }
    return ComposedPlan(plan: plan, composition: calmer)
  }

  private func hasSameSizes(_ one: [Rect], _ other: [Rect]) -> Bool {
    one.count == other.count
      && zip(one, other).allSatisfy { one, other in
        abs(one.width - other.width) <= CalmSetting.tolerance
          && abs(one.height - other.height) <= CalmSetting.tolerance
      }
  }
}
