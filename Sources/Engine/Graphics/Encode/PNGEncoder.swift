internal import PNG
public import WallfarmPluginKit

/// Writes surfaces as PNG files.
///
/// Bands of the pictures it has written are kept for the next ones, see ``PNGWriter``. Belongs to one
/// renderer.
public final class PNGEncoder {
  private let writer: PNGWriter

  /// Makes an encoder.
  ///
  /// - Parameters:
  ///   - threads: how many bands are encoded at once.
  ///   - cacheBytes: memory for bands that may come again; 0 keeps none.
  public init(threads: Int = 1, cacheBytes: Int = 0) {
    writer = PNGWriter(threads: threads, cacheBytes: cacheBytes)
  }

  /// How often a band was known.
  public var bandHits: Int { writer.bandHits }
  /// How often a band was not known.
  public var bandMisses: Int { writer.bandMisses }

  /// The file for a surface.
  ///
  /// - Throws: `raster-failed` where the profile of its colours cannot be made.
  public func encode(
    _ surface: borrowing ImageSurface, _ settings: EncodingSettings
  ) throws(RenderError) -> EncodedFile {
    let settings = try PNGSettings(settings)
    return surface.withRows { EncodedFile(writer.file($0, settings)) }
  }
}

extension PNGSettings {
  /// - Throws: `raster-failed` where the profile of the colours cannot be made.
  fileprivate init(_ settings: EncodingSettings) throws(RenderError) {
    self.init(
      effort: Effort(settings.effort), color: try Color(settings.space),
      pixelsPerMetre: settings.ppi.map { Int((Double($0) / 0.0254).rounded()) })
    texts = [("Software", settings.software), ("Fingerprint", settings.fingerprint)]
      .compactMap { keyword, text in text.map { Text(keyword, $0) } }
  }
}

extension PNGSettings.Effort {
  fileprivate init(_ effort: EncodingEffort) {
    self =
      switch effort {
      case .fast: .fast
      case .balanced: .balanced
      case .small: .small
      }
  }
}

extension PNGSettings.Color {
  /// The code points of Display P3 are primaries 12, curve 13, no matrix, full range (ITU-T H.273).
  fileprivate init(_ space: ColorSpace) throws(RenderError) {
    self =
      switch space {
      case .sRGB: .sRGB
      case .displayP3:
        .profile(name: "Display P3", codePoints: [12, 13, 0, 1], icc: try space.iccProfile())
      }
  }
}
