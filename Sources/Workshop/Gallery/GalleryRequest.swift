public import Designs
public import WallfarmCore
import WallfarmPluginKit

/// A request for a gallery: themes on devices, with one template and the same content.
public struct GalleryRequest: Sendable {
  /// A theme in one of its variants.
  public struct Look: Sendable, Hashable {
    /// The name or path of the theme, as for `--theme`.
    public let theme: String
    /// The variant; nil for the theme without a variant.
    public let variant: ThemeVariant?

    /// Creates a look.
    public init(_ theme: String, _ variant: ThemeVariant? = nil) {
      (self.theme, self.variant) = (theme, variant)
    }
  }

  /// The looks, which are the rows.
  public var looks: [Look]
  /// The devices, which are the columns.
  public var devices: [Device]
  /// The settings that all tiles share, such as the template, the notes and the background.
  public var base: RenderRequest
  /// The file that contains the notes, for use in displayed commands.
  public var notesFile: String?
  /// The file that contains the content, for use in displayed commands.
  public var contentFile: String?

  /// The number of pictures.
  public var count: Int { looks.count * devices.count }

  /// Creates a request for every look on every device.
  public init(looks: [Look], devices: [Device], base: RenderRequest) {
    (self.looks, self.devices, self.base) = (looks, devices, base)
  }

  /// The render request of a tile.
  func request(_ look: Look, on device: Device) -> RenderRequest {
    var request = base
    request.theme = look.theme
    request.variant = look.variant
    request.show(on: device)
    request.output = .memory
    return request
  }
}
