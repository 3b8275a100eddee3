import Graphics
import WallfarmPluginKit

/// A background as seen through frosted glass, for cards behind text.
struct FrostedGround {
  /// The background itself.
  let source: Ground
  let ground: Ground
  /// The same pixels as in `ground`, in the form of layer content.
  let content: PixelContent

  init(_ source: Ground, _ rasterizer: Rasterizer) throws(RenderError) {
    self.source = source
    let surface = try source.withSurface { (surface) throws(RenderError) in
      try surface.frosted(
        sigma: FrostedCard.blur * rasterizer.scale.mean, saturation: FrostedCard.saturation)
    }
    content = try surface.content(in: rasterizer.space)
    ground = Ground(source.key?.frosted, surface)
  }
}
