package import Designs
import Digests
import Files
import Films
import RenderFarm
package import RenderPool
import SourceJSON
package import WallfarmCore
package import WallfarmPluginKit

/// The side of a worker: makes segments of films, and films of segments that are kept.
package final class FilmOrderMaker: OrderMaker {
  private let renderer: Renderer
  private let library: MotionLibrary
  /// What the segments of a film share; workers mostly get several of one.
  private var prepared: (film: String, maker: SegmentMaker)?

  /// Makes films with the renderer of a worker, which has to know ``MotionScreen/catalog``.
  package init(_ renderer: Renderer, _ installation: Installation) {
    self.renderer = renderer
    library = MotionLibrary(folder: installation.motions)
  }

  package func makes(_ request: OrderedRequest) -> Bool { request.fields["motion"] != nil }

  package func make(
    _ request: OrderedRequest, to descriptor: Int32, name: String?
  ) throws(RenderError) -> MadeOrder {
    guard let part = FilmPart(request.fields) else { throw .noFilm() }
    switch part.work {
    case .segment(let place):
      return try segment(place, of: part.film, request, descriptor, name: name)
    case .whole(let files): return try film(part.film, files, request, descriptor, name: name)
    }
  }

  // MARK: - Segments

  private func segment(
    _ place: Int, of film: FilmShape, _ request: OrderedRequest, _ descriptor: Int32,
    name: String?
  ) throws(RenderError) -> MadeOrder {
    let made = try maker(of: film, request).make(film.segments[place])
    let stored = StoredSegment(
      made.segment, of: film.digest, at: place, warnings: made.warnings)
    if let reason = AtomicFile.fill(descriptor, with: stored.pieces) {
      throw .segmentNotKept(place, name, reason)
    }
    return MadeOrder(
      receipt: JSONValue.object(["segment": .number(Double(place))]).text(pretty: false),
      milliseconds: [
        "compose": made.times.preparing / .milliseconds(1),
        "rasterize": made.times.drawing / .milliseconds(1),
        "encode": made.times.encoding / .milliseconds(1),
      ])
  }

  private func maker(
    of film: FilmShape, _ request: OrderedRequest
  ) throws(RenderError) -> SegmentMaker {
    if let prepared, prepared.film == film.digest { return prepared.maker }
    // Of two films one is remembered, and what it takes is free before the next is prepared.
    prepared = nil
    let maker = try SegmentMaker(try self.request(of: film, request), renderer)
    prepared = (film.digest, maker)
    return maker
  }

  /// What is to be made, where it still is what was planned.
  private func request(
    of film: FilmShape, _ request: OrderedRequest
  ) throws(RenderError) -> FilmRequest {
    let read = try JobFilm.read(request, as: film.format, library).first()
    guard read.motionDigest == film.motion else { throw .motionChanged(read.request.motion) }
    let encoder = try read.request.settings.library()
    guard encoder == film.encoder else { throw .otherEncoder(encoder, planned: film.encoder) }
    return read.request
  }

  // MARK: - The film

  private func film(
    _ film: FilmShape, _ files: [String], _ request: OrderedRequest, _ descriptor: Int32,
    name: String?
  ) throws(RenderError) -> MadeOrder {
    let asked = try self.request(of: film, request)
    var segments: [FilmSegment] = []
    var warnings: [RenderWarning] = []
    for (place, file) in files.enumerated() {
      let bytes = try Files.read(file, limit: StoredSegment.mostBytes)
      guard let stored = StoredSegment(bytes), stored.film == film.digest, stored.place == place
      else { throw .segmentDamaged(place) }
      segments.append(stored.segment)
      for warning in stored.warnings where !warnings.contains(warning) { warnings.append(warning) }
    }
    let clock = SuspendingClock()
    let start = clock.now
    let pieces = try FilmFile(asked.settings).pieces(of: segments)
    if let reason = AtomicFile.fill(descriptor, with: pieces) {
      throw .outputFailed(name ?? "the film", reason, origin: .option("output"))
    }
    let receipt = FilmReceipt(
      request: asked, film: film, output: name, pieces: pieces, warnings: warnings)
    return MadeOrder(
      receipt: receipt.line, milliseconds: ["deliver": (clock.now - start) / .milliseconds(1)])
  }
}

extension RenderError {
  fileprivate static func motionChanged(_ motion: Motion) -> RenderError {
    RenderError(
      .inputChanged, "'\(motion.file)' has changed since the film was planned",
      origin: .file(motion.file), hint: "give the job file again: the film is planned as it is now")
  }

  fileprivate static func otherEncoder(_ found: String, planned: String) -> RenderError {
    RenderError(
      .filmFailed, "the film was planned for \(planned), and here is \(found)",
      hint: "give the job file again, or have the same version on all machines")
  }

  /// Its disk need not be that of the film: a farm keeps segments below `TMPDIR`.
  fileprivate static func segmentNotKept(
    _ place: Int, _ file: String?, _ reason: String
  ) -> RenderError {
    RenderError(
      .outputFailed, "second \(place + 1) of the film cannot be kept: \(reason)",
      origin: file.map { Origin.file($0) },
      hint: "make room and permissions there; it is tried again")
  }

  fileprivate static func segmentDamaged(_ place: Int) -> RenderError {
    RenderError(
      .segmentDamaged, "second \(place + 1) of the film is not what was kept of it",
      hint: "it is made anew; see whether the disk is sound")
  }
}
