package import Designs
package import Films
package import WallfarmPluginKit

/// A request to render a motion as a film.
package struct FilmRequest: Sendable {
  package let motion: Motion
  package let device: Device
  package var format: FilmSettings.Format
  package var manner: MotionTimeline.Manner = .full
  package var framesPerSecond = 30
  /// The frames to render, numbered from 0, or nil for all frames.
  package var frames: Range<Int>?
  /// A BCP 47 language code, or nil for the first language of the motion.
  package var language: String?
  /// The absolute path of a photo that replaces the photos in the motion file, or nil if there is
  /// none.
  package var photo: String?
  /// The time for pictures that do not specify a time, or nil for the time of rendering.
  package var time: PictureTime?
  package var software: String?
  /// The H.264 quantizer from 0 (lossless) to 51, or nil for a visually lossless default.
  package var quantizer: Int?

  package init(_ motion: Motion, on device: Device, as format: FilmSettings.Format) {
    (self.motion, self.device, self.format) = (motion, device, format)
  }

  var timeline: MotionTimeline { MotionTimeline(motion, manner) }

  /// The number of frames in the whole film.
  package var count: Int { timeline.count(framesPerSecond: framesPerSecond) }

  /// The frames to render.
  package var wanted: Range<Int> { frames ?? 0..<count }

  /// Parses a range of frames that includes both ends: `10…20`, `10-20`, `10..20` or `10...20`.
  ///
  /// Either end may be omitted. A single number selects one frame.
  ///
  /// - Throws: `invalid-parameter`.
  package func frames(_ text: String, origin: Origin) throws(RenderError) -> Range<Int> {
    let last = count - 1
    var written = text
    for sign in ["...", "..", "–", "-"] { written = written.replacing(sign, with: "…") }
    let parts = written.split(separator: "…", maxSplits: 1, omittingEmptySubsequences: false)
    let first = parts.first.flatMap { $0.isEmpty ? 0 : Int($0) }
    let end = parts.count == 2 ? (parts[1].isEmpty ? last : Int(parts[1])) : first
    guard let first, let end, first >= 0, first <= end, end <= last else {
      throw RenderError(
        .invalidParameter,
        "'\(text)' is not a range of frames; the film has frames 0 to \(last)",
        origin: origin, hint: "write the first and the last frame, such as 30-59")
    }
    return first..<end + 1
  }

  package var seconds: Double { timeline.seconds }

  package var settings: FilmSettings {
    var settings = FilmSettings(
      format: format, size: device.pixels, framesPerSecond: framesPerSecond)
    settings.software = software
    if let quantizer { settings.quantizer = quantizer }
    return settings
  }
}
