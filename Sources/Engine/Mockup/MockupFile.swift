public import Graphics
internal import WallfarmCore
public import WallfarmPluginKit

/// A drawn phone as a file.
public struct MockupFile: Sendable {
  /// A PNG.
  public let file: EncodedFile
  /// Its pixels.
  public let size: PixelSize
  /// What the decoder of the wallpaper complained of although it changed no pixel.
  public let warning: String?
}

extension PhoneMockup {
  /// The grey of a page: shadow and body are seen on it, in any viewer.
  public static let pageGray = Color(red: 232, green: 232, blue: 236)

  /// Draws the phone with a wallpaper that comes from a file, and makes a file of it.
  ///
  /// - Parameters:
  ///   - wallpaper: any picture; it covers the screen, as iOS sets it.
  ///   - text: sets the clock.
  ///   - width: of the drawing, in pixels.
  ///   - effort: how small the file is to be.
  /// - Returns: the file, its pixels, and what is to be said of the wallpaper.
  /// - Throws: `raster-failed`, `photo-unreadable`, `missing-glyph`.
  public func file(
    with wallpaper: PhotoDecoder, text: TextEngine, width: Int, effort: EncodingEffort
  ) throws(RenderError) -> MockupFile {
    let photo = try wallpaper.decode()
    let warning = try photo.finish()
    let drawing = try draw(photo, text: text, width: width)
    var settings = EncodingSettings(effort: effort)
    settings.software = Wallfarm.title
    let file = try PNGEncoder(threads: Processors.count).encode(drawing, settings)
    return MockupFile(file: file, size: drawing.size, warning: warning)
  }
}
