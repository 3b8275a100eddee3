public import Graphics
internal import WallfarmCore
public import WallfarmPluginKit

/// A device mockup that is encoded as a file.
public struct MockupFile: Sendable {
  /// The encoded PNG file.
  public let file: EncodedFile
  /// The size of the drawing in pixels.
  public let size: PixelSize
  /// A harmless warning from the wallpaper decoder.
  public let warning: String?
}

extension PhoneMockup {
  /// A gray backdrop on which the shadow and the body of the device are visible in every image
  /// viewer.
  public static let pageGray = Color(red: 232, green: 232, blue: 236)

  /// Draws and encodes a device that shows a wallpaper.
  ///
  /// - Parameters:
  ///   - wallpaper: the picture, which fills the whole screen as in iOS.
  ///   - text: the text engine for the clock.
  ///   - width: the width of the drawing in pixels.
  ///   - effort: the compression effort.
  /// - Returns: the file, its size, and a decoder warning about the wallpaper.
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
