package import Graphics
package import WallfarmPluginKit

/// A picture before its layers are laid over one another: what they stand on, and each of them as it is drawn.
package struct PictureParts {
  /// What was asked for, with every name resolved.
  package let plan: RenderPlan
  /// The background.
  let ground: Ground
  /// What lies on it so that text can be read: shadows with the name of the layer that they belong to, and a pane.
  package let aids: [Layer]
  /// What goes on that, in paint order, with letters as they can be read.
  package let layers: [Layer]
  /// What a person should know.
  package let warnings: [RenderWarning]

  /// Hands out the pixels of the background, to be drawn on: once.
  ///
  /// - Throws: `raster-failed` without memory.
  package func takeGround() throws(RenderError) -> ImageSurface { try ground.surfaceToDrawOn() }
}

extension Renderer {
  /// Draws the background of a picture, and finds how each of its layers is drawn.
  ///
  /// - Throws: any code of the plugin kit.
  package func takeApart(_ request: RenderRequest) throws(RenderError) -> PictureParts {
    let asked = try planned(request)
    let drawing = try drawInBestLook(try compose(asked), asked)
    let (plan, composition) = (drawing.plan, drawing.composition)
    let (ground, aids, layers) = try rasterizer(for: plan).takeApart(
      composition.scene, parts: composition.partsApart,
      rules: plan.background == nil ? nil : plan.legibility)
    return PictureParts(
      plan: plan, ground: ground, aids: aids, layers: layers, warnings: drawing.warnings)
  }

  /// Draws layers over what a surface shows, as they are drawn for a plan.
  ///
  /// - Throws: `raster-failed`, `missing-glyph`, what is wrong with a photo.
  package func draw(
    _ layers: [Layer], for plan: RenderPlan, on surface: inout ImageSurface
  ) throws(RenderError) {
    try rasterizer(for: plan, pixels: surface.size).draw(layers, on: &surface)
  }
}
