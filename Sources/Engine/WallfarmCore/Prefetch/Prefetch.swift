import Graphics
import WallfarmPluginKit

/// Decodes photos before they are drawn.
///
/// For a single picture, decoding overlaps with text layout and scaling. For several pictures, each
/// photo is decoded completely and only once, so that damage is found before the first file is
/// written.
struct Prefetch {
  let rasterizer: Rasterizer

  private var photos: PhotoStore { rasterizer.photos }
  private var grounds: GroundStore { rasterizer.grounds }

  /// Starts decoding the photos of an uncached background on another thread.
  ///
  /// - Throws: `photo-unreadable` for damage that is already known.
  func begin(_ layers: [Layer]) throws(RenderError) {
    let background = layers.map(rasterizer.inSpace)
    let images = background.flatMap(\.images)
    // A layer with a photo that is not open is invalid, which the scene checks report later.
    guard rasterizer.threads > 1, !images.isEmpty, images.allSatisfy({ photos.isOpen($0.file) })
    else { return }
    if grounds.mayKnow, grounds.warnings(for: try rasterizer.key(background)) != nil { return }
    for image in images { try photos.begin(image, scale: rasterizer.scale) }
  }

  /// Announces the photo parts that a scene needs, so that each photo is decoded only once for
  /// several scenes.
  ///
  /// - Throws: `photo-unreadable`.
  func announce(_ scene: Scene) throws(RenderError) {
    for image in scene.images { try photos.announce(image, scale: rasterizer.scale) }
  }

  /// Decodes a scene's photos, except the photos of a cached background, which are known to be
  /// intact.
  ///
  /// - Throws: `photo-unreadable`.
  func finish(_ scene: Scene) throws(RenderError) {
    let background = scene.background.map(rasterizer.inSpace)
    let known = grounds.mayKnow ? grounds.warnings(for: try rasterizer.key(background)) : nil
    if known == nil { _ = try rasterizer.photoWarnings(background) }
    _ = try rasterizer.photoWarnings(scene.foreground)
  }
}
