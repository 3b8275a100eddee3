package import Designs
package import Films
package import Graphics
internal import RenderFarm
internal import RenderPool
internal import Synchronization
internal import WallfarmCore
package import WallfarmPluginKit

/// Makes films, segment by segment on several threads, each with a renderer of its own.
package struct FilmMaker: Sendable {
  private let request: FilmRequest
  private let threads: RenderThreads

  /// Photos of a picture, and backgrounds that its states share.
  private static let memory = RenderMemory(photos: 64 << 20, backgrounds: 32 << 20, bands: 0)

  /// Prepares to make a film.
  ///
  /// - Parameters:
  ///   - request: what to make.
  ///   - installation: where templates and fonts are.
  ///   - plugins: what templates may use.
  ///   - workers: how many segments are made at once.
  package init(
    _ request: FilmRequest, installation: Installation, plugins: PluginRegistry, workers: Int
  ) {
    self.request = request
    let devices = MotionScreen.catalog(with: request.device)
    threads = RenderThreads(count: workers) { () throws(RenderError) in
      try Renderer(
        installation: installation, plugins: plugins, memory: Self.memory, devices: devices)
    }
  }

  /// A film that was made and not written.
  package struct Made: Sendable {
    package let segments: [FilmSegment]
    package let warnings: [RenderWarning]
    /// Where the time went.
    package let times: Times
  }

  /// Time on processors, of all threads together.
  package struct Times: Sendable {
    /// Composing, and drawing what moves once.
    package var preparing = Duration.zero
    /// Laying it over what stands still, picture by picture.
    package var drawing = Duration.zero
    package var encoding = Duration.zero

    static func += (times: inout Times, other: Times) {
      times.preparing += other.preparing
      times.drawing += other.drawing
      times.encoding += other.encoding
    }
  }

  /// Makes all segments.
  ///
  /// - Parameters:
  ///   - isStopped: asked before each picture; where it is true, nothing more is made.
  ///   - progress: hears how many pictures there are by now, from any thread.
  /// - Returns: the segments in their order.
  /// - Throws: what is wrong with the motion, `film-failed`, `cancelled`.
  package func make(
    isStopped: @escaping @Sendable () -> Bool = { false },
    progress: @escaping @Sendable (_ done: Int, _ of: Int) -> Void = { _, _ in }
  ) throws(RenderError) -> Made {
    let (request, all) = (request, request.wanted.count)
    let counted = Atomic(0)
    let made = try threads.map(
      request.settings.segments(of: request.wanted),
      state: { (renderer) throws(RenderError) in try SegmentMaker(request, renderer) }
    ) { (frames, maker) throws(RenderError) -> SegmentMaker.Made in
      try maker.make(frames) { () throws(RenderError) in
        if isStopped() { throw Self.stopped }
      } progress: {
        progress(counted.add(1, ordering: .relaxed).newValue, all)
      }
    }
    var times = Times()
    for segment in made { times += segment.times }
    var warnings: [RenderWarning] = []
    for warning in made.flatMap(\.warnings) where !warnings.contains(warning) {
      warnings.append(warning)
    }
    return Made(segments: made.map(\.segment), warnings: warnings, times: times)
  }

  /// Some moments of it, in their order.
  ///
  /// - Parameters:
  ///   - times: in seconds.
  ///   - look: makes something of a picture.
  /// - Returns: what it made, in the same order.
  /// - Throws: what is wrong with the motion, and what `look` throws.
  package func pictures<Result: Sendable>(
    at times: [Double],
    _ look: @Sendable (borrowing ImageSurface) throws(RenderError) -> Result
  ) throws(RenderError) -> [Result] {
    let request = request
    return try threads.map(
      times, state: { (renderer) throws(RenderError) in try SegmentMaker.drawer(request, renderer) }
    ) { (time, drawer) throws(RenderError) -> Result in
      var result: Result?
      try drawer.draw(at: time) { (picture, _) throws(RenderError) in result = try look(picture) }
      guard let result else { preconditionFailure("a picture was not lent") }
      return result
    }
  }

  private static var stopped: RenderError {
    RenderError(.cancelled, "the film was not made: the program was told to end")
  }
}
