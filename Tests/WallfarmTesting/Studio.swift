public import Designs
public import Graphics
internal import WallfarmCore
public import WallfarmPluginKit

/// Real fonts and devices for layout tests; each test has its own instance, just as each renderer
/// has its own fonts.
public final class Studio {
  private let fonts: FontContext

  /// Opens the pinned fonts of the checkout.
  public init() throws(RenderError) {
    let installation = Workspace.installation
    fonts = try installation.openFonts()
  }

  /// The text engine of a device.
  public func engine(for device: Device) -> TextEngine { fonts.textEngine(scale: device.scale) }

  /// The context that a plugin receives on a device.
  public func context(
    on device: Device, notes: [Note], widgets: Bool = true, clock: ClockStyle = .standard,
    overflow: OverflowPolicy = .more, language: String? = nil, filmTime: Double? = nil,
    isOnPhoto: Bool = false
  ) -> ComposeContext {
    let area = FreeArea(on: device, widgets: widgets, clock: clock)
    return ComposeContext(
      canvas: device.points, freeArea: area.frame, obstacles: area.obstacles,
      typeScale: device.typeScale, isTablet: device.isTablet, isOnPhoto: isOnPhoto,
      content: Content(notes: notes.isEmpty ? nil : notes), filmTime: filmTime, overflow: overflow,
      language: language, measurer: engine(for: device))
  }
}

extension Layer {
  /// The name and content of every text in the layer and its groups.
  public var allTexts: [(name: String, content: TextContent)] {
    switch content {
    case .text(let text): [(name, text)]
    case .group(let group): group.layers.flatMap(\.allTexts)
    case .fill, .image, .shape, .pixels: []
    }
  }
}
