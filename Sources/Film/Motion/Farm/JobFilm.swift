import Designs
import Digests
import Files
import Films
import RenderFarm
import RenderPool
import SourceJSON
import WallfarmCore
package import WallfarmPluginKit

/// A film as a job asks for it, read from the words of the job and the file of its motion.
struct JobFilm {
  /// What is to be made.
  let request: FilmRequest
  /// What its motion says, without what does not count: blanks, comments, the order of keys.
  let text: String
  /// Whether the motion is a file of somebody's, and none that ships.
  let isOwn: Bool

  /// SHA-256 of what the motion says.
  var motionDigest: String { SHA256.hex(of: Array(text.utf8)) }

  /// Reads a film.
  ///
  /// - Parameters:
  ///   - order: the keys of the job, the screen, and where its files are.
  ///   - format: how its file ends.
  ///   - library: the motions that ship.
  /// - Returns: the film, or every mistake in it.
  static func read(
    _ order: OrderedRequest, as format: String, _ library: MotionLibrary
  ) -> Result<JobFilm, Mistakes> {
    do throws(RenderError) {
      guard let words = FilmWords(order.fields), let format = FilmSettings.Format(rawValue: format)
      else { throw .noFilm() }
      let (file, isOwn) = try file(words, order, library)
      guard let bytes = try WrittenFile.bytes(of: file, limit: MotionLimits.bytes) else {
        throw .fileUnreadable(file, "no such file or directory")
      }
      let node = try WrittenFile.parse(bytes, file: file)
      let (motion, problems) = MotionLibrary.read(node, file: file)
      guard var motion, problems.isEmpty else { return .failure(Mistakes(all: problems)) }
      motion.isConfined = order.files.isConfined
      let request = try request(of: motion, words, order, as: format)
      return .success(
        JobFilm(request: request, text: node.plain.text(pretty: false), isOwn: isOwn))
    } catch {
      return .failure(Mistakes(all: [error]))
    }
  }

  /// Everything that is wrong with one.
  struct Mistakes: Error {
    /// In the order in which they were found; at least one.
    let all: [RenderError]
  }

  private static func file(
    _ words: FilmWords, _ order: OrderedRequest, _ library: MotionLibrary
  ) throws(RenderError) -> (path: String, isOwn: Bool) {
    let origin = Origin.option("motion")
    guard !FilmWords.isPath(words.motion), PipedFile.input(words.motion) == nil else {
      return (try order.files.path(of: words.motion, origin: origin), true)
    }
    return (try library.file(of: words.motion, origin: origin), false)
  }

  private static func request(
    of motion: Motion, _ words: FilmWords, _ order: OrderedRequest, as format: FilmSettings.Format
  ) throws(RenderError) -> FilmRequest {
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
    if case .string(let now)? = order.fields["now"], case .string(let zone)? = order.fields["zone"]
    {
      request.time = When(now).map { PictureTime(now: $0, zone: zone) }
    }
    return request
  }
}

extension Motion {
  /// A photo can take the place of one that there is.
  ///
  /// - Throws: `conflicting-options`.
  package func checkShowsPhoto() throws(RenderError) {
    guard !showsPhoto else { return }
    throw RenderError(
      .conflictingOptions, "the film '\(name)' shows no photo", origin: .option("photo"),
      hint: "leave it out, or take 'reveal'")
  }
}

extension RenderError {
  static func noFilm() -> RenderError {
    RenderError(
      .payloadDamaged, "what is to be made is no film",
      hint: "start the batch with its job file, which writes it anew")
  }
}
