public import Designs
public import WallfarmCore
import WallfarmPluginKit

/// What a gallery shows: some themes on some devices, with one template and the same content.
public struct GalleryRequest: Sendable {
  /// A theme, in one of its looks.
  public struct Look: Sendable, Hashable {
    /// Its name or path, as for `--theme`.
    public let theme: String
    /// Which look; nil for the theme as it is.
    public let variant: ThemeVariant?

    /// Names a look.
    public init(_ theme: String, _ variant: ThemeVariant? = nil) {
      (self.theme, self.variant) = (theme, variant)
    }
  }

  /// Row by row.
  public var looks: [Look]
  /// Column by column.
  public var devices: [Device]
  /// Everything else: template, notes, background, settings.
  public var base: RenderRequest
  /// The file that the notes are from, for commands that are shown.
  public var notesFile: String?
  /// The file that the content came from, if any, for the commands that the page shows.
  public var contentFile: String?

  /// How many pictures it is.
  public var count: Int { looks.count * devices.count }

  /// Asks for every look on every device.
  public init(looks: [Look], devices: [Device], base: RenderRequest) {
    (self.looks, self.devices, self.base) = (looks, devices, base)
  }

  /// The request of one tile.
  func request(_ look: Look, on device: Device) -> RenderRequest {
    var request = base
    request.theme = look.theme
    request.variant = look.variant
    request.device = device.id
    request.output = .memory
    return request
  }
}
