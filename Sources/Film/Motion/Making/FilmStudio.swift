package import Designs
internal import Films
internal import Graphics
internal import WallfarmCore
package import WallfarmPluginKit

/// Renders films in memory for web pages and bundles.
package struct FilmStudio: Sendable {
  private let installation: Installation
  private let plugins: PluginRegistry
  private let workers: Int

  /// Width in pixels, for a phone that is shown 240 points wide on a 2x display.
  private static let pageWidth = 480
  /// Frames per second: the cinema frame rate, which saves bytes without a visible difference at
  /// this size.
  private static let pageRate = 24
  /// The H.264 quantizer.
  ///
  /// At this value, a film needs about a fifth of the bytes of a full-size film, and text stays
  /// sharp at half size.
  private static let pageQuantizer = 30

  /// Creates a studio.
  ///
  /// - Parameters:
  ///   - installation: provides templates and fonts.
  ///   - plugins: the plugins that templates can use.
  ///   - workers: the number of segments that are rendered in parallel.
  package init(installation: Installation, plugins: PluginRegistry, workers: Int) {
    (self.installation, self.plugins, self.workers) = (installation, plugins, workers)
  }

  /// Renders a film at the size that pages use.
  ///
  /// - Throws: errors in the motion, `film-failed`.
  package func page(
    _ motion: Motion, on device: Device, language: String?
  ) throws(RenderError) -> PageFilm {
    var request = FilmRequest(motion, on: device.smaller(toWidth: Self.pageWidth), as: .mp4)
    (request.language, request.framesPerSecond) = (language, Self.pageRate)
    request.quantizer = Self.pageQuantizer
    let maker = maker(for: request.device)
    let moving = try file(request, maker)
    let still = try self.still(request, maker) { (picture) throws(RenderError) in
      var settings = EncodingSettings(effort: .fast)
      settings.quality = .level(80)
      return try WebPEncoder(settings).encode(picture).bytes
    }
    request.manner = .reduced
    let calm = try file(request, maker)
    return PageFilm(
      name: motion.name, size: request.settings.filmed, moving: moving, calm: calm, still: still,
      says: motion.spoken(in: language), language: motion.language(for: language))
  }

  /// Renders a film in the same way as `wallfarm motion`, with its still frame.
  ///
  /// - Throws: errors in the motion, `film-failed`.
  package func whole(
    _ motion: Motion, on device: Device, language: String?
  ) throws(RenderError) -> WholeFilm {
    var request = FilmRequest(motion, on: device, as: .mp4)
    (request.language, request.software) = (language, Wallfarm.title)
    let maker = maker(for: device)
    let file = try file(request, maker)
    let still = try self.still(request, maker) { (picture) throws(RenderError) in
      var settings = EncodingSettings(effort: .balanced)
      settings.software = Wallfarm.title
      return try PNGEncoder().encode(picture, settings).bytes
    }
    return WholeFilm(
      name: motion.name, size: request.settings.filmed, pixels: device.pixels, film: file,
      still: still, says: motion.spoken(in: language), language: motion.language(for: language))
  }

  private func file(
    _ request: FilmRequest, _ maker: FilmMaker
  ) throws(RenderError) -> PageFilm.File {
    var bytes: [UInt8] = []
    try maker.make(request).write { bytes += $0 }
    return PageFilm.File(
      bytes: bytes, seconds: Double(request.count) / Double(request.framesPerSecond))
  }

  private func still(
    _ request: FilmRequest, _ maker: FilmMaker,
    _ encode: @Sendable (borrowing ImageSurface) throws(RenderError) -> [UInt8]
  ) throws(RenderError) -> [UInt8] {
    try maker.pictures(of: request, at: [request.motion.still], encode)[0]
  }

  private func maker(for device: Device) -> FilmMaker {
    FilmMaker(on: device, installation: installation, plugins: plugins, workers: workers)
  }
}

/// A film at screen size.
package struct WholeFilm: Sendable {
  /// The name of the motion.
  package let name: String
  /// The frame size in pixels.
  package let size: PixelSize
  /// The screen size in pixels.
  package let pixels: PixelSize
  package let film: PageFilm.File
  /// The bytes of a PNG file with the still frame.
  package let still: [UInt8]
  /// The text alternative, as a list of sentences.
  package let says: [String]
  /// The language of all texts, or nil if there are no texts.
  package let language: String?
}
