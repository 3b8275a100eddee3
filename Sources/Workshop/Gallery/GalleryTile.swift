import Designs
import Graphics
import WallfarmCore
import WallfarmPluginKit

/// One look on one device: a small picture with what is known of it, or the reason why there is none.
///
/// A class, because a picture has one owner and a sheet draws many in any order.
final class GalleryTile: Sendable {
  let look: GalleryRequest.Look
  let device: Device
  let result: Result<Shown, RenderError>

  init(
    _ look: GalleryRequest.Look, on device: Device, _ result: Result<Shown, RenderError>
  ) {
    (self.look, self.device, self.result) = (look, device, result)
  }

  /// What is shown.
  struct Shown: Sendable {
    let picture: Thumbnail
    /// Type size of the notes, in points.
    let fontSize: Double?
    let legibility: LegibilityReport?
    let warnings: [RenderWarning]
    /// What the system draws over it.
    let obstacles: [Obstacle]
  }
}

/// A small picture, which is never changed.
// Unsafe only to the compiler: the surface is made whole before this is, and only read from then on.
final class Thumbnail: @unchecked Sendable {
  /// For a sheet; as good as nothing where none is made.
  let surface: ImageSurface
  let size: PixelSize
  /// As WebP, for a page: a thirtieth of the memory.
  let file: [UInt8]

  init(_ surface: consuming ImageSurface, forSheet: Bool) throws(RenderError) {
    var settings = EncodingSettings(effort: .fast)
    settings.quality = .level(88)
    file = try WebPEncoder(settings).encode(surface).bytes
    size = surface.size
    self.surface = forSheet ? surface : try ImageSurface(size: PixelSize(width: 1, height: 1))
  }
}
