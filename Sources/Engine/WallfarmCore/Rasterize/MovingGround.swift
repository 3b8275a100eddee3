internal import Designs
package import Graphics
package import WallfarmPluginKit

/// The background of a film's frames; the bottom layers, up to the first layer that changes, are
/// drawn only once.
package final class MovingGround {
  private let plan: RenderPlan
  private let renderer: Renderer
  /// The bottom layers, up to the first layer that changed between two frames, with their pixels.
  private var still: (layers: [Layer], picture: Ground)?
  private var last: [Layer] = []

  /// Prepares to draw the moving background of a plan.
  package init(_ plan: RenderPlan, _ renderer: Renderer) {
    (self.plan, self.renderer) = (plan, renderer)
  }

  /// Draws the background at a time in seconds from the start of the film.
  ///
  /// - Throws: Errors from the plugin, `invalid-scene`, and `raster-failed`.
  package func picture(at time: Double) throws(RenderError) -> ImageSurface {
    let layers = try renderer.background(of: plan, at: time)
    let rasterizer = try renderer.resources.rasterizer(for: plan)
    let same = zip(layers, last).prefix { $0 == $1 }.count
    last = layers
    if still?.layers != Array(layers.prefix(still?.layers.count ?? 0)) { still = nil }
    if still == nil, same > 0 {
      let kept = Array(layers.prefix(same))
      still = (kept, try rasterizer.glance(at: kept))
    }
    guard let still else { return try rasterizer.glance(at: layers).surfaceToDrawOn() }
    var picture = try still.picture.withSurface { (surface) throws(RenderError) in
      try surface.copy()
    }
    let moving = layers.dropFirst(still.layers.count).map(rasterizer.inSpace)
    try rasterizer.draw(moving, on: &picture)
    return picture
  }
}

extension Renderer {
  /// Returns the layers of a moving background at a given time.
  fileprivate func background(
    of plan: RenderPlan, at time: Double
  ) throws(RenderError) -> [Layer] {
    guard let planned = plan.background else { return [] }
    let ports = try resources.ports(for: plan)
    let layers =
      try planned.instance.layers(
        in: ComposeContext(plan, of: planned.plugin, ports, filmTime: time))
      + plan.backdropLayers(ports)
    let scene = Scene(size: plan.device.points, background: layers, foreground: [])
    try SceneCheck(size: plan.device.points, pixels: plan.device.pixels).check(scene)
    return layers
  }
}
