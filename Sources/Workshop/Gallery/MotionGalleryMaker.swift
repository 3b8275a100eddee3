package import Designs
internal import Films
internal import Graphics
package import Motion
package import WallfarmPluginKit

/// Draws the moments of films for a gallery; the moments of a film are drawn in parallel.
package struct MotionGalleryMaker {
  private let installation: Installation
  private let plugins: PluginRegistry
  private let workers: Int

  /// The height of a moment in pixels: twice the default height on the page, so that text on a
  /// phone is readable.
  private static let height = 480
  /// The WebP quality at which text in moments of that height has no ringing.
  private static let quality = 80

  /// Creates a maker.
  package init(installation: Installation, plugins: PluginRegistry, workers: Int) {
    (self.installation, self.plugins, self.workers) = (installation, plugins, workers)
  }

  /// Draws all films on all devices; if a strip fails, the error becomes the strip's result.
  package func gallery(
    of motions: [Motion], on devices: [Device], language: String? = nil
  ) -> MotionGallery {
    let strips = motions.flatMap { motion in
      devices.map { device in
        MotionGallery.Strip(
          motion: motion, device: device,
          result: Result { () throws(RenderError) in try shown(motion, device, language) })
      }
    }
    return MotionGallery(
      motions: motions, devices: devices, language: language, folder: installation.motions,
      strips: strips)
  }

  private func shown(
    _ motion: Motion, _ device: Device, _ language: String?
  ) throws(RenderError) -> MotionGallery.Shown {
    var request = FilmRequest(motion, on: device, as: .pictures)
    request.language = language
    let maker = FilmMaker(
      on: device, installation: installation, plugins: plugins, workers: workers)
    let times = FilmStrip.times(of: motion.seconds)
    let calm = [motion.still] + motion.reduced.map(\.time).filter { $0 != motion.still }
    let made = try maker.pictures(of: request, at: times + calm) { (picture) throws(RenderError) in
      try Self.small(picture)
    }
    let moments = zip(times + calm, made).map { time, picture in
      MotionGallery.Moment(time: time, size: picture.size, file: picture.file)
    }
    return MotionGallery.Shown(
      moments: Array(moments.prefix(times.count)), calm: Array(moments.dropFirst(times.count)))
  }

  private static func small(
    _ picture: borrowing ImageSurface
  ) throws(RenderError) -> (size: PixelSize, file: [UInt8]) {
    let size = PixelSize(
      width: max(1, picture.size.width * height / picture.size.height), height: height)
    var settings = EncodingSettings(effort: .fast)
    settings.quality = .level(quality)
    return (size, try WebPEncoder(settings).encode(try picture.scaled(to: size)).bytes)
  }
}
