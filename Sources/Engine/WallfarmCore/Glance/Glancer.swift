internal import Designs
import Graphics
import WallfarmPluginKit
internal import Work

/// Analyzes the photo behind a plan at low resolution, before layout.
struct Glancer {
  let resources: RenderResources

  /// The cache key of a glance.
  struct Key: Hashable {
    let question: PhotoGlance.Question
    let ground: Ground.Key
  }

  /// Returns statistics of the background photo of a plan, or `nil` if the background shows no
  /// photo.
  ///
  /// The result is also `nil` if the background comes from an external plugin, because the plugin's
  /// layers are validated only as part of a complete scene.
  ///
  /// - Throws: any error code for a background or photo.
  func glance(at plan: RenderPlan) throws(RenderError) -> PhotoGlance? {
    guard let background = plan.background, background.plugin.isBuiltIn,
      !plan.photos.background.isEmpty
    else { return nil }
    let ports = try resources.ports(for: plan)
    let layers =
      try background.instance.layers(
        in: ComposeContext(
          plan, of: background.plugin, ports, filmTime: background.filmTime(of: plan.request)))
      + plan.backdropLayers(ports)
    let rasterizer = try smallRasterizer(for: plan)
    let question = PhotoGlance.Question(rules: plan.legibility, area: plan.area.frame)
    let key = Key(question: question, ground: try rasterizer.key(layers))
    if let known = resources.glances.value(for: key) { return known }
    let glance = try PhotoGlance(
      at: rasterizer.glance(at: layers), scale: rasterizer.scale, for: question)
    let bytes = glance.rows.count * MemoryLayout<PhotoGlance.Row>.stride
    resources.glances.insert(glance, for: key, bytes: bytes + MemoryLayout<Key>.stride + 200)
    return glance
  }

  private func smallRasterizer(for plan: RenderPlan) throws(RenderError) -> Rasterizer {
    let (size, scale) = (plan.device.pixels, plan.device.scale)
    let small = Double(PhotoGlance.reduction)
    return try resources.rasterizer(
      for: plan,
      pixels: PixelSize(
        width: max(1, size.width / PhotoGlance.reduction),
        height: max(1, size.height / PhotoGlance.reduction)),
      scale: Scale(x: scale.x / small, y: scale.y / small))
  }
}
