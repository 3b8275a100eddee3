package import Graphics
package import WallfarmPluginKit

/// The background pixels of a picture.
///
/// This is a class so that collections can hold it; a surface has a single owner and cannot be
/// stored in a collection.
package final class Ground {
  /// Everything that affects the pixels of a background.
  package struct Key: Hashable {
    /// The layers in paint order.
    let layers: [Layer]
    /// The digests of the photos in the layers.
    let photos: [String]
    package let pixels: PixelSize
    let scale: Scale
    let space: ColorSpace
    /// The id and version of the plugin that created the layers, or `nil`.
    let maker: String?

    package init(
      layers: [Layer], photos: [String], pixels: PixelSize, scale: Scale, space: ColorSpace,
      maker: String?
    ) {
      self.layers = layers
      self.photos = photos
      self.pixels = pixels
      self.scale = scale
      self.space = space
      self.maker = maker
    }

    /// The key of the frosted variant of this background, which differs only in `maker`.
    var frosted: Key {
      Key(
        layers: layers, photos: photos, pixels: pixels, scale: scale, space: space,
        maker: "frosted \(maker ?? "")")
    }

    /// Returns the key of this background with additional layers.
    func adding(_ more: [Layer]) -> Key {
      Key(
        layers: layers + more, photos: photos, pixels: pixels, scale: scale, space: space,
        maker: maker)
    }
  }

  /// The cache key; `nil` if the background contains text, whose pixels also depend on other
  /// inputs.
  let key: Key?
  /// Decoder warnings about defects in the photo files that did not change any pixel.
  let warnings: [String]
  /// The size of the pixels in bytes.
  let byteCount: Int
  private var surface: ImageSurface?
  /// Whether the background is cached in memory and can therefore be used by other pictures.
  var isKept = false

  package init(_ key: Key?, _ surface: consuming ImageSurface, warnings: [String] = []) {
    self.key = key
    self.warnings = warnings
    byteCount = surface.stride * surface.size.height
    self.surface = consume surface
  }

  /// Passes the pixels to `body`.
  package func withSurface<Result: ~Copyable>(
    _ body: (borrowing ImageSurface) throws(RenderError) -> Result
  ) throws(RenderError) -> Result {
    switch surface {
    case .some(let surface): return try body(surface)
    case .none: preconditionFailure("a background that was drawn on cannot be used again")
    }
  }

  /// Returns a surface to draw on: the background's own surface, or a copy if the background is
  /// cached.
  func surfaceToDrawOn() throws(RenderError) -> ImageSurface {
    if isKept { return try withSurface { (surface) throws(RenderError) in try surface.copy() } }
    guard let last = surface.take() else {
      preconditionFailure("a background that was drawn on cannot be used again")
    }
    return last
  }
}
