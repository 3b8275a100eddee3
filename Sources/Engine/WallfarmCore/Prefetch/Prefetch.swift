import Graphics
import WallfarmPluginKit

/// Reads photos before they are drawn.
///
/// One picture has its photo decoded while its text is set, and scaled while it is decoded. Several have
/// each photo decoded once for all of them, and to its end: damage in any of them is found before the
/// first file is written.
struct Prefetch {
  let rasterizer: Rasterizer

  private var photos: PhotoStore { rasterizer.photos }
  private var grounds: GroundStore { rasterizer.grounds }

  /// Begins to decode the photos of a background that is not known, on another thread.
  ///
  /// - Throws: `photo-unreadable` for what is known to be damaged already.
  func begin(_ layers: [Layer]) throws(RenderError) {
    let background = layers.map(rasterizer.inSpace)
    let images = background.flatMap(\.images)
    // The checks of the scene come later, and name the layer.
    guard rasterizer.threads > 1, !images.isEmpty, images.allSatisfy({ photos.isOpen($0.file) })
    else { return }
    if grounds.mayKnow, grounds.warnings(for: try rasterizer.key(background)) != nil { return }
    for image in images { try photos.begin(image, scale: rasterizer.scale) }
  }

  /// Tells which parts of its photos a scene needs, so that one decoding serves it and others.
  ///
  /// - Throws: `photo-unreadable`.
  func announce(_ scene: Scene) throws(RenderError) {
    for image in scene.images { try photos.announce(image, scale: rasterizer.scale) }
  }

  /// Decodes the photos of a scene that are not known to be whole.
  ///
  /// - Throws: `photo-unreadable`.
  func finish(_ scene: Scene) throws(RenderError) {
    let background = scene.background.map(rasterizer.inSpace)
    let known = grounds.mayKnow ? grounds.warnings(for: try rasterizer.key(background)) : nil
    if known == nil { _ = try rasterizer.photoWarnings(background) }
    _ = try rasterizer.photoWarnings(scene.foreground)
  }
}
