internal import Designs
internal import Motion
import WallfarmPluginKit

/// A film that ships, on a screen and in a language; or its moments; or its words.
struct FilmAddress: Sendable, Hashable {
  /// What is asked for of the film.
  enum Part: Sendable, Hashable {
    /// H.264 in MP4.
    case film
    /// The same for people who want no motion.
    case reduced
    /// The moment that stands for it, as a PNG file.
    case still
    /// Another moment, in milliseconds from its beginning.
    case moment(Int)
    /// What somebody is told who cannot see it.
    case words
  }

  let motion: String
  let device: String
  let language: String
  let part: Part

  /// How it is written: `iphone15.en.mp4`, `.reduced.mp4`, `.png`, `.2500.png`, `.txt`.
  static let pattern =
    #"^[a-z0-9]{1,40}\.[A-Za-z-]{2,12}\.(mp4|reduced\.mp4|png|[0-9]{1,6}\.png|txt)$"#

  /// Reads the two last words of an address.
  ///
  /// - Throws: `unknown-motion`, `unknown-device`; `not-found`, also for a moment behind its end.
  init(_ words: [String], _ films: OfferedFilms) throws(RenderError) {
    let parts = words[1].split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count > 2, let motion = try films.motion(words[0]) else { throw .noSuchFilm() }
    let device = try MotionScreen.named(parts[0])
    guard let part = Part(parts[2...].joined(separator: ".")) else { throw .noSuchFilm() }
    guard motion.languages.isEmpty || motion.languages.contains(parts[1]) else {
      throw RenderError(
        .notFound, "the film '\(motion.name)' has no words in '\(parts[1].prefix(20))'",
        hint: "it has them in " + motion.languages.joined(separator: ", "))
    }
    if case .moment(let time) = part, time > motion.milliseconds {
      throw RenderError(
        .notFound, "the film '\(motion.name)' has no moment at \(time) ms",
        hint: "it has those from 0 to \(motion.milliseconds) ms")
    }
    (self.motion, self.device, language) = (motion.name, device.id, parts[1])
    self.part = part
  }

  /// The media type of its bytes.
  var mediaType: String {
    switch part {
    case .film, .reduced: "video/mp4"
    case .still, .moment: "image/png"
    case .words: "text/plain; charset=utf-8"
    }
  }

  /// What `wallfarm` is told to make it, to its standard output.
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
  /// How long it is.
  fileprivate var milliseconds: Int {
    // Sums of seconds are not exact.
    Int(seconds * 1000 + 1e-6)
  }
}

extension RenderError {
  fileprivate static func noSuchFilm() -> RenderError {
    RenderError(
      .notFound, "no film is at this address",
      hint: "addresses are like /v1/motions/hook/iphone15.en.mp4; /v1/motions lists the films")
  }
}
