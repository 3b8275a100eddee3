internal import Designs
internal import Motion
package import WallfarmPluginKit

/// The address of an installed film, one of its frames or its text, for a device and language.
package struct FilmAddress: Sendable, Hashable {
  /// The requested part of the film.
  enum Part: Sendable, Hashable {
    /// H.264 in MP4.
    case film
    /// H.264 in MP4 with reduced motion.
    case reduced
    /// The poster frame, as a PNG file.
    case still
    /// The frame at a time in milliseconds, as a PNG file.
    case moment(Int)
    /// A text description for people who cannot see the film.
    case words
  }

  let motion: String
  let device: String
  package let language: String
  let part: Part

  /// The pattern of file names: `iphone15.en.mp4`, `.reduced.mp4`, `.png`, `.2500.png`, `.txt`.
  package static let pattern =
    #"^[a-z0-9]{1,40}\.[A-Za-z-]{2,12}\.(mp4|reduced\.mp4|png|[0-9]{1,6}\.png|txt)$"#

  /// Parses the last two components of an address.
  ///
  /// - Throws: `unknown-motion`, `unknown-device`; `not-found`, also for a time after the end of
  ///   the film.
  package init(_ words: [String], _ films: OfferedFilms) throws(RenderError) {
    let parts = words[1].split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count > 2, let motion = try films.motion(words[0]) else { throw .noSuchFilm() }
    let device = try MotionScreen.named(parts[0])
    guard let part = Part(parts[2...].joined(separator: ".")) else { throw .noSuchFilm() }
    guard motion.languages.isEmpty || motion.languages.contains(parts[1]) else {
      throw RenderError(
        .notFound, "the film '\(motion.name)' is not available in '\(parts[1].prefix(20))'",
        hint: "its languages are " + motion.languages.joined(separator: ", "))
    }
    if case .moment(let time) = part, time > motion.milliseconds {
      throw RenderError(
        .notFound, "the film '\(motion.name)' has no frame at \(time) ms",
        hint: "use a time from 0 to \(motion.milliseconds) ms")
    }
    (self.motion, self.device, language) = (motion.name, device.id, parts[1])
    self.part = part
  }

  /// The media type of the response.
  var mediaType: String {
    switch part {
    case .film, .reduced: "video/mp4"
    case .still, .moment: "image/png"
    case .words: "text/plain; charset=utf-8"
    }
  }

  /// Returns the arguments with which `wallfarm` writes the part to standard output.
  func command(workers: Int) -> [String] {
    let own: [String] =
      switch part {
      case .film, .words: []
      case .reduced: ["--reduced"]
      case .still: ["--still"]
      case .moment(let time): ["--at", "\(Double(time) / 1000)"]
      }
    return [
      "motion", motion, "--device", device, "--language", language, "--workers", "\(workers)",
      "--quiet", "--output", "-",
    ] + own
  }
}

extension FilmAddress.Part {
  fileprivate init?(_ text: String) {
    switch text {
    case "mp4": self = .film
    case "reduced.mp4": self = .reduced
    case "png": self = .still
    case "txt": self = .words
    default:
      let digits = text.dropLast(4)
      guard text.hasSuffix(".png"), digits.utf8.count <= 6,
        digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
        let time = Int(digits)
      else { return nil }
      self = .moment(time)
    }
  }
}

extension Motion {
  /// The duration in milliseconds.
  fileprivate var milliseconds: Int {
    // The duration is a sum of floating-point seconds, so compensate for rounding errors.
    Int(seconds * 1000 + 1e-6)
  }
}

extension RenderError {
  fileprivate static func noSuchFilm() -> RenderError {
    RenderError(
      .notFound, "no film has this address",
      hint: "use an address such as /v1/motions/hook/iphone15.en.mp4; /v1/motions lists the films")
  }
}
