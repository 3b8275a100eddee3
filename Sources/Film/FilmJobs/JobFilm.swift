import Designs
import Digests
import Files
import Films
import Motion
import RenderFarm
import RenderPool
import Requests
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// A film that a job requests, read from the fields of the job and from its motion file.
struct JobFilm {
  let request: FilmRequest
  /// The canonical text of the motion, which does not depend on whitespace, comments or key order.
  let text: String
  /// Whether the motion is a user's file or part of a pack, so that other machines may not have it.
  let isOwn: Bool

  /// The SHA-256 of the motion's canonical text.
  var motionDigest: String { SHA256.hex(of: Array(text.utf8)) }

  /// Reads a film.
  ///
  /// - Parameters:
  ///   - order: the order for the job's film on one screen.
  ///   - format: the format of the output.
  ///   - library: the bundled motions.
  /// - Returns: the film, or all errors.
  static func read(
    _ order: FilmOrder, as format: FilmSettings.Format, _ library: MotionLibrary
  ) -> Result<JobFilm, FilmMistakes> {
    do throws(RenderError) {
      let (file, isOwn) = try file(order, library)
      guard let bytes = try WrittenFile.bytes(of: file, limit: MotionLimits.bytes) else {
        throw .fileUnreadable(file, "no such file or directory")
      }
      let node = try WrittenFile.parse(bytes, file: file)
      let (motion, problems) = MotionLibrary.read(node, file: file)
      guard var motion, problems.isEmpty else { return .failure(FilmMistakes(all: problems)) }
      (motion.isConfined, motion.packs) = (order.files.isConfined, order.files.packs)
      let request = try request(of: motion, order, as: format)
      return .success(
        JobFilm(request: request, text: node.plain.text(pretty: false), isOwn: isOwn))
    } catch {
      return .failure(FilmMistakes(all: [error]))
    }
  }

  private static func file(
    _ order: FilmOrder, _ library: MotionLibrary
  ) throws(RenderError) -> (path: String, isOwn: Bool) {
    let (motion, origin) = (order.film.motion, Origin.option("motion"))
    if library.isQualified(motion, in: order.files) {
      return (try library.file(of: motion, in: order.files, origin: origin), true)
    }
    guard !FilmFields.isPath(motion), PipedFile.input(motion) == nil else {
      return (try order.files.path(of: motion, origin: origin), true)
    }
    return (try library.file(of: motion, origin: origin), false)
  }

  private static func request(
    of motion: Motion, _ order: FilmOrder, as format: FilmSettings.Format
  ) throws(RenderError) -> FilmRequest {
    let words = order.film
    var request = FilmRequest(motion, on: try MotionScreen.named(order.device), as: format)
    request.manner = words.isReduced ? .reduced : .full
    request.framesPerSecond = words.framesPerSecond
    request.language = words.language
    request.software = Wallfarm.title
    if let photo = words.photo {
      try motion.checkShowsPhoto()
      request.photo = try order.files.path(of: photo, origin: .option("photo"))
    }
    if let frames = words.frames {
      request.frames = try request.frames(frames, origin: .option("frames"))
    }
    if let now = order.now, let zone = order.zone {
      request.time = PictureTime(now: now, zone: zone)
    }
    return request
  }
}

extension RenderError {
  static func noFilm() -> RenderError {
    RenderError(
      .payloadDamaged, "the unit in the queue is not a valid film",
      hint: "run the batch with its job file to repair the unit")
  }
}
