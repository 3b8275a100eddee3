import Designs
import Graphics
import WallfarmCore
import WallfarmPluginKit

/// A look on a device: a thumbnail with its report, or an error.
///
/// It is a class because a surface is noncopyable, and a sheet draws tiles in any order.
final class GalleryTile: Sendable {
  let look: GalleryRequest.Look
  let device: Device
  let result: Result<Shown, RenderError>
  /// The digest of the inputs of the picture; `nil` if it is unknown.
  let inputs: String?

  init(
    _ look: GalleryRequest.Look, on device: Device, _ result: Result<Shown, RenderError>,
    inputs: String? = nil
  ) {
    (self.look, self.device, self.result) = (look, device, result)
    self.inputs = inputs
  }

  /// The error of a tile that could not be drawn.
  var failure: RenderError? {
    if case .failure(let error) = result { error } else { nil }
  }

  /// The thumbnail and its report.
  struct Shown: Sendable {
    let picture: Thumbnail
    /// The type size of the notes in points.
    let fontSize: Double?
    let legibility: LegibilityReport?
    let warnings: [RenderWarning]
    /// The areas that system elements cover.
    let obstacles: [Obstacle]
  }
}

/// An immutable thumbnail.
// @unchecked: the surface is complete before the initializer returns, and afterward it is only
// read.
final class Thumbnail: @unchecked Sendable {
  /// The surface for a contact sheet; 1 × 1 pixel if no sheet is created.
  let surface: ImageSurface
  let size: PixelSize
  /// The thumbnail as a WebP file for a page; the file takes a thirtieth of the surface's memory.
  let file: [UInt8]

  init(_ surface: consuming ImageSurface, forSheet: Bool) throws(RenderError) {
    var settings = EncodingSettings(effort: .fast)
    settings.quality = .level(88)
    file = try WebPEncoder(settings).encode(surface).bytes
    size = surface.size
    self.surface = forSheet ? surface : try ImageSurface(size: PixelSize(width: 1, height: 1))
  }
}
