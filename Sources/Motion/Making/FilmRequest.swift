package import Designs
package import Films

/// A film to be made of a motion.
package struct FilmRequest: Sendable {
  package let motion: Motion
  package let device: Device
  package var format: FilmSettings.Format
  package var manner: MotionTimeline.Manner = .full
  package var framesPerSecond = 30
  /// Pictures of it, from 0; nil: all.
  package var frames: Range<Int>?
  /// BCP 47; nil: the first of the motion.
  package var language: String?
  /// Whole path of a photo in place of those in the file; nil: those.
  package var photo: String?
  package var software: String?
  /// How much may be lost, 0 (nothing) to 51; nil: so little that nobody sees it.
  package var quantizer: Int?

  package init(_ motion: Motion, on device: Device, as format: FilmSettings.Format) {
    (self.motion, self.device, self.format) = (motion, device, format)
  }

  var timeline: MotionTimeline { MotionTimeline(motion, manner) }

  /// Pictures of all of it.
  package var count: Int { timeline.count(framesPerSecond: framesPerSecond) }

  /// The pictures that are made.
  package var wanted: Range<Int> { frames ?? 0..<count }

  package var seconds: Double { timeline.seconds }

  package var settings: FilmSettings {
    var settings = FilmSettings(
      format: format, size: device.pixels, framesPerSecond: framesPerSecond)
    settings.software = software
    if let quantizer { settings.quantizer = quantizer }
    return settings
  }
}
