package import Graphics
package import WallfarmPluginKit

/// A picture before compositing: the background and the layers that would be drawn on it.
package struct PictureParts {
  /// The plan of the picture.
  package let plan: RenderPlan
  /// The background.
  let ground: Ground
  /// The legibility aids: shadows named after the layers of their text, a gradient, and a card.
  package let aids: [Layer]
  /// The foreground layers in paint order, with legible text colors.
  package let layers: [Layer]
  /// The warnings for the user.
  package let warnings: [RenderWarning]

  /// Moves the pixels of the background out for drawing; can be called only once.
  ///
  /// - Throws: `raster-failed` if memory is not available.
  package func takeGround() throws(RenderError) -> ImageSurface { try ground.surfaceToDrawOn() }
}

extension Renderer {
  /// Draws the background of a picture and adapts its layers for legibility.
  ///
  /// - Throws: Any error code of the plugin kit.
  package func takeApart(_ request: RenderRequest) throws(RenderError) -> PictureParts {
    let drawing = try drawing(of: request)
    let (plan, composition) = (drawing.plan, drawing.composition)
    let (ground, aids, layers) = try resources.rasterizer(for: plan).takeApart(
      composition.scene, parts: composition.partsApart, rules: plan.textRules)
    return PictureParts(
      plan: plan, ground: ground, aids: aids, layers: layers, warnings: drawing.warnings)
  }

  /// Draws layers on a surface with the settings of a plan.
  ///
  /// - Throws: `raster-failed`, `missing-glyph`, and photo errors.
  package func draw(
    _ layers: [Layer], for plan: RenderPlan, on surface: inout ImageSurface
  ) throws(RenderError) {
    try resources.rasterizer(for: plan, pixels: surface.size).draw(layers, on: &surface)
  }
}
