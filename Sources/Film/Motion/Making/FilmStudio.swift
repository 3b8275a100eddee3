package import Designs
internal import Films
internal import Graphics
internal import WallfarmCore
package import WallfarmPluginKit

/// Makes films for pages and bundles, in memory.
package struct FilmStudio: Sendable {
  private let installation: Installation
  private let plugins: PluginRegistry
  private let workers: Int

  /// Pixels across: a phone of 240 points on a screen of twice as many.
  private static let pageWidth = 480
  /// As the cinema has it: fewer bytes than 30, and nobody misses it at that size.
  private static let pageRate = 24
  /// About a fifth of the bytes that a film for a screen takes; letters that are shown at half their pixels stay sharp.
  private static let pageQuantizer = 30

  /// Prepares to make films.
  ///
  /// - Parameters:
  ///   - installation: where templates and fonts are.
  ///   - plugins: what they may use.
  ///   - workers: how many segments are made at once.
  package init(installation: Installation, plugins: PluginRegistry, workers: Int) {
    (self.installation, self.plugins, self.workers) = (installation, plugins, workers)
  }

  /// A film as a page has it.
  ///
  /// - Throws: what is wrong with the motion, `film-failed`.
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

  /// A film as `wallfarm motion` makes it, with the moment that stands for it.
  ///
  /// - Throws: what is wrong with the motion, `film-failed`.
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

/// A film of the size of a screen.
package struct WholeFilm: Sendable {
  /// Of the motion.
  package let name: String
  /// Of the pictures in the file.
  package let size: PixelSize
  /// Of the screen.
  package let pixels: PixelSize
  package let film: PageFilm.File
  /// The moment that stands for it: a PNG file.
  package let still: [UInt8]
  /// What somebody is told who cannot see it, sentence by sentence.
  package let says: [String]
  /// The language of all words in it; nil: it has none.
  package let language: String?
}
