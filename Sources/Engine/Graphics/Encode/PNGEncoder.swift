internal import PNG
public import WallfarmPluginKit

/// Encodes surfaces as PNG files.
///
/// The encoder keeps a cache of encoded bands; see ``PNGWriter``. Each renderer has its own
/// encoder.
public final class PNGEncoder {
  private let writer: PNGWriter

  /// Creates an encoder.
  ///
  /// - Parameters:
  ///   - threads: The number of bands that are encoded at the same time.
  ///   - cacheBytes: The maximum size of the band cache in bytes; 0 disables the cache.
  public init(threads: Int = 1, cacheBytes: Int = 0) {
    writer = PNGWriter(threads: threads, cacheBytes: cacheBytes)
  }

  /// The number of cache hits.
  public var bandHits: Int { writer.bandHits }
  /// The number of cache misses.
  public var bandMisses: Int { writer.bandMisses }

  /// Encodes a surface.
  ///
  /// - Throws: `raster-failed` if the color profile cannot be created.
  public func encode(
    _ surface: borrowing ImageSurface, _ settings: EncodingSettings
  ) throws(RenderError) -> EncodedFile {
    let settings = try PNGSettings(settings)
    return surface.withRows { EncodedFile(writer.file($0, settings)) }
  }
}

extension PNGSettings {
  /// Converts encoding settings to PNG settings.
  ///
  /// - Throws: `raster-failed` if the color profile cannot be created.
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
  /// Selects the color settings for a color space.
  ///
  /// Display P3 is described by primaries 12, transfer function 13, matrix 0 (none) and full range
  /// (ITU-T H.273).
  fileprivate init(_ space: ColorSpace) throws(RenderError) {
    self =
      switch space {
      case .sRGB: .sRGB
      case .displayP3:
        .profile(name: "Display P3", codePoints: [12, 13, 0, 1], icc: try space.iccProfile())
      }
  }
}
