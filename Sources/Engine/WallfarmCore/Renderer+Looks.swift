import Designs
import Graphics
import WallfarmPluginKit
import Work

/// Which look of a theme a photo asks for: by a glance at it, and where that is not enough by what is drawn.
extension Renderer {
  /// What decides how a photo is seen at first sight.
  struct GlanceKey: Hashable {
    let question: PhotoGlance.Question
    let ground: Ground.Key
  }

  /// The plan of a request; on a photo, in the look of the theme whose letters can be read on more of it.
  func planned(_ request: RenderRequest) throws(RenderError) -> RenderPlan {
    var plan = try resolve(request)
    guard !plan.otherLooks.isEmpty, let own = try glance(at: plan) else { return plan }
    var best = own.readable + Renderer.lookGain
    for look in plan.otherLooks {
      let other = try resolver.resolve(request, look: look)
      // The look that the theme has anyway.
      guard other.legibility.text != plan.legibility.text else { continue }
      guard let share = try glance(at: other)?.readable, share > best else { continue }
      (plan, best) = (other, share)
    }
    return plan
  }

  /// A look is taken from the theme's own only where it can be read on this share of the area more.
  private static let lookGain = 0.1

  /// What is seen at first sight of the photo behind a plan, in a small picture of it; nil where there is none.
  ///
  /// Not where a plugin from outside makes the background: what it answers has to be checked as a part of a whole
  /// scene before any of it is drawn.
  func glance(at plan: RenderPlan) throws(RenderError) -> PhotoGlance? {
    guard let background = plan.background, background.plugin.isBuiltIn,
      !plan.photos.background.isEmpty
    else { return nil }
    let layers = try background.instance.layers(
      in: ComposeContext(
        plan, of: background.plugin,
        try PluginPorts(engine(for: plan), maps: maps, plan, photos: photos),
        filmTime: background.filmTime(of: plan.request)))
    let (size, scale) = (plan.device.pixels, plan.device.scale)
    let small = Double(PhotoGlance.reduction)
    let rasterizer = rasterizer(
      for: plan,
      pixels: PixelSize(
        width: max(1, size.width / PhotoGlance.reduction),
        height: max(1, size.height / PhotoGlance.reduction)),
      scale: Scale(x: scale.x / small, y: scale.y / small))
    let question = PhotoGlance.Question(rules: plan.legibility, area: plan.area.frame)
    let key = GlanceKey(question: question, ground: try rasterizer.key(layers))
    if let known = glances.value(for: key) { return known }
    let glance = try PhotoGlance(
      at: rasterizer.glance(at: layers), scale: rasterizer.scale, for: question)
    let bytes = glance.rows.count * MemoryLayout<PhotoGlance.Row>.stride
    glances.insert(glance, for: key, bytes: bytes + MemoryLayout<GlanceKey>.stride + 200)
    return glance
  }

  /// A picture that was drawn, with what it was drawn from.
  struct Drawing: ~Copyable {
    let plan: RenderPlan
    let composition: Composition
    let picture: Picture

    /// What a person should know.
    var warnings: [RenderWarning] { composition.warnings + picture.warnings }

    /// Whether another look may do with less.
    var isHelpedMuch: Bool {
      picture.report.legibility?.isHelpedMuch ?? false
    }

    func isSeenLess(than other: borrowing Drawing) -> Bool {
      guard let own = picture.report.legibility, let there = other.picture.report.legibility else {
        return false
      }
      return own.isSeenLess(than: there)
    }

    consuming func finished(_ fingerprint: Fingerprint) -> DrawnPicture {
      DrawnPicture(
        plan: plan, composition: composition, picture: picture, fingerprint: fingerprint)
    }
  }

  /// Draws; where the text needs a pane, a light halo, or letters that the theme has not, and the request leaves the
  /// look open, in the theme's other look as well, and the one is taken whose aid is seen less.
  ///
  /// A glance at the photo chooses the look on which letters can be read on more of it; which aid is seen
  /// least shows only when it is drawn. Of 156 pictures nine had a pane that the other look does without.
  func drawInBestLook(
    _ composition: Composition, _ plan: RenderPlan
  ) throws(RenderError) -> Drawing {
    var best = try drawing(of: composition, plan)
    if best.isHelpedMuch { try better(&best) }
    // Asked of what is taken, and of nothing that was only tried.
    if plan.request.isStrict, let warning = best.warnings.first { throw .strict(warning) }
    return best
  }

  /// Takes the look of a photo whose aid is seen least.
  private func better(_ best: inout Drawing) throws(RenderError) {
    guard !best.plan.otherLooks.isEmpty, !best.plan.photos.background.isEmpty else { return }
    for other in try plansInOtherLooks(best.plan) {
      // A look in which the text does not fit, say, is no reason against the one that there is.
      let next: Drawing
      do { next = try drawing(of: compose(other), other) } catch { continue }
      if next.isSeenLess(than: best) { best = next }
    }
  }

  private func drawing(
    of composition: Composition, _ plan: RenderPlan
  ) throws(RenderError) -> Drawing {
    Drawing(plan: plan, composition: composition, picture: try draw(composition, plan))
  }

  /// The request of a plan in looks with another colour of letters.
  private func plansInOtherLooks(_ plan: RenderPlan) throws(RenderError) -> [RenderPlan] {
    var plans = [try resolver.resolve(plan.request)]
    for look in plan.otherLooks { plans.append(try resolver.resolve(plan.request, look: look)) }
    var seen: Set<Color> = [plan.legibility.text]
    return plans.filter { seen.insert($0.legibility.text).inserted }
  }
}
