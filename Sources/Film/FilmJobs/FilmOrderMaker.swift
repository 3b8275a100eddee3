internal import CFrames
package import Designs
import Digests
import Files
import Films
package import Motion
import RenderFarm
package import RenderPool
package import SourceJSON
package import WallfarmCore
package import WallfarmPluginKit

/// Executes film orders in a worker: renders segments, and joins stored segments into films.
package final class FilmOrderMaker: OrderMaker {
  private let renderer: Renderer
  private let library: MotionLibrary
  /// The state that the segments of a film share.
  ///
  /// It is kept because a worker usually receives several segments of the same film.
  package private(set) var prepared: (film: String, maker: SegmentMaker)?

  /// Creates a maker that uses a worker's renderer, which must support the screens in
  /// ``MotionScreen/catalog``.
  package init(_ renderer: Renderer, _ installation: Installation) {
    self.renderer = renderer
    library = MotionLibrary(installation)
  }

  package func makes(_ order: JSONNode) -> Bool { FilmOrder.isFilm(order) }

  package func rest() {
    guard prepared != nil else { return }
    prepared = nil
    wallfarm_give_back_memory()
  }

  package func make(
    _ order: JSONNode, to descriptor: Int32, name: String?
  ) throws(RenderError) -> MadeOrder {
    let part = try FilmPart(order)
    switch part.work {
    case .segment(let place): return try segment(place, of: part.film, descriptor, name: name)
    case .whole(let files): return try join(files, of: part.film, descriptor, name: name)
    }
  }

  // MARK: - Segments

  private func segment(
    _ place: Int, of film: FilmParts, _ descriptor: Int32, name: String?
  ) throws(RenderError) -> MadeOrder {
    let made = try maker(of: film).make(film.shape.segments[place])
    // Discard the segment if an input changed while it was drawn.
    try film.shape.checkInputs()
    let stored = StoredSegment(
      made.segment, of: film.shape.digest, at: place, warnings: made.warnings)
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

  private func maker(of film: FilmParts) throws(RenderError) -> SegmentMaker {
    if let prepared, prepared.film == film.shape.digest { return prepared.maker }
    // Release the previous film before preparing the next film.
    prepared = nil
    try film.shape.checkInputs()
    let maker = try SegmentMaker(try request(of: film), renderer)
    prepared = (film.shape.digest, maker)
    return maker
  }

  /// The request for a film, verified to have the planned motion and encoder.
  private func request(of film: FilmParts) throws(RenderError) -> FilmRequest {
    let (order, shape) = (film.order, film.shape)
    let read = try JobFilm.read(order, as: shape.format, library).first()
    guard read.motionDigest == shape.motion else { throw .inputChanged(read.request.motion.file) }
    let encoder = try read.request.settings.library()
    guard encoder == shape.encoder else { throw .otherEncoder(encoder, planned: shape.encoder) }
    return read.request
  }

  // MARK: - The film

  private func join(
    _ files: [String], of film: FilmParts, _ descriptor: Int32, name: String?
  ) throws(RenderError) -> MadeOrder {
    // All segments of the film have been rendered, so release the state that they shared.
    rest()
    let asked = try request(of: film)
    try film.shape.checkInputs()
    var warnings: [RenderWarning] = []
    var written = FilmReceipt.Bytes()
    let clock = SuspendingClock()
    let start = clock.now
    try FilmFile(asked.settings).write(files.count) { (place) throws(RenderError) in
      let stored = try kept(place, of: film.shape, in: files[place])
      for warning in stored.warnings where !warnings.contains(warning) { warnings.append(warning) }
      return stored.segment
    } to: { (piece) throws(RenderError) in
      written.add(piece)
      let reason = piece.withUnsafeBytes { AtomicFile.writeAll($0, to: descriptor) }
      if let reason { throw .filmNotWritten(name, reason) }
    }
    // Flush the file to stable storage.
    if let reason = AtomicFile.fill(descriptor, with: []) { throw .filmNotWritten(name, reason) }
    let receipt = FilmReceipt(
      request: asked, film: film.shape, output: name, bytes: written, warnings: warnings)
    return MadeOrder(
      receipt: receipt.line, milliseconds: ["deliver": (clock.now - start) / .milliseconds(1)])
  }

  private func kept(
    _ place: Int, of film: FilmShape, in file: String
  ) throws(RenderError) -> StoredSegment {
    let bytes: [UInt8]
    do throws(RenderError) {
      bytes = try Files.read(file, limit: StoredSegment.mostBytes)
    } catch {
      throw error.code == .fileUnreadable ? .segmentGone(place, file) : error
    }
    guard let stored = StoredSegment(bytes), stored.film == film.digest, stored.place == place
    else { throw .segmentDamaged(place, file) }
    return stored
  }
}

extension RenderError {
  fileprivate static func otherEncoder(_ found: String, planned: String) -> RenderError {
    RenderError(
      .filmFailed, "the film was planned with \(planned), but this machine has \(found)",
      hint: "submit the job file again, or install the same version on all machines")
  }

  fileprivate static func filmNotWritten(_ name: String?, _ reason: String) -> RenderError {
    .outputFailed(name ?? "the film", reason, origin: .option("output"))
  }

  /// The error for a segment that cannot be stored.
  ///
  /// A farm stores segments in `TMPDIR`, so a segment and its film may be on different disks.
  fileprivate static func segmentNotKept(
    _ place: Int, _ file: String?, _ reason: String
  ) -> RenderError {
    RenderError(
      .outputFailed, "segment \(place + 1) of the film cannot be stored: \(reason)",
      origin: file.map { Origin.file($0) },
      hint: "check the free space and permissions there; the unit is retried")
  }

  fileprivate static func segmentDamaged(_ place: Int, _ file: String) -> RenderError {
    RenderError(
      .segmentDamaged, "the stored segment \(place + 1) of the film is damaged",
      origin: .file(file), hint: "check the disk; the segment is rendered again")
  }

  /// The error for a missing segment, which another program may have removed from the temporary
  /// folder.
  fileprivate static func segmentGone(_ place: Int, _ file: String) -> RenderError {
    RenderError(
      .segmentDamaged, "the stored segment \(place + 1) of the film is missing",
      origin: .file(file),
      hint: "find the program that cleans that folder; the segment is rendered again")
  }
}
