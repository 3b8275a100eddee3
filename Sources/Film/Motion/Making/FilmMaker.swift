package import Designs
package import Films
package import Graphics
internal import RenderPool
internal import Synchronization
internal import WallfarmCore
package import WallfarmPluginKit

/// Renders the segments of films on several threads, each with its own renderer.
package struct FilmMaker: Sendable {
  private let threads: RenderThreads

  /// Cache sizes per thread in bytes, for a photo, a shared background and some texts.
  private static let memory = RenderMemory(
    photos: 16 << 20, backgrounds: 24 << 20, bands: 0, texts: 12 << 20)

  /// Creates a film maker.
  ///
  /// - Parameters:
  ///   - device: the screen of the films.
  ///   - installation: provides templates and fonts.
  ///   - plugins: the plugins that templates can use.
  ///   - workers: the number of segments that are rendered in parallel.
  package init(
    on device: Device, installation: Installation, plugins: PluginRegistry, workers: Int
  ) {
    let devices = MotionScreen.catalog(with: device)
    threads = RenderThreads(count: workers) { () throws(RenderError) in
      try Renderer(
        installation: installation, plugins: plugins, memory: Self.memory, devices: devices)
    }
  }

  /// A rendered film that has not been written yet.
  package struct Made: Sendable {
    private let settings: FilmSettings
    private let count: Int
    private let store: any SegmentStore
    package let warnings: [RenderWarning]
    /// Processor time by stage.
    package let times: Times

    init(
      _ settings: FilmSettings, count: Int, on store: any SegmentStore, warnings: [RenderWarning],
      times: Times
    ) {
      (self.settings, self.count, self.store) = (settings, count, store)
      (self.warnings, self.times) = (warnings, times)
    }

    /// Writes the film file in chunks.
    ///
    /// - Throws: `film-failed`, `input-failed`, and errors that `add` throws.
    package func write(to add: FilmFile.Sink) throws(RenderError) {
      try FilmFile(settings).write(count, from: store.segment, to: add)
    }

    /// Passes the PNG file of each frame to `body`, reading one segment at a time.
    func pictures(
      _ body: (_ place: Int, _ bytes: [UInt8]) throws(RenderError) -> Void
    ) throws(RenderError) {
      var place = 0
      for segment in 0..<count {
        guard case .files(let files) = try store.segment(segment) else {
          preconditionFailure("the segment has no separate files")
        }
        for file in files {
          try body(place, file.flatMap(\.self))
          place += 1
        }
      }
    }
  }

  /// Processor time of all threads.
  package struct Times: Sendable {
    /// Time for composing pictures and drawing sprites.
    package var preparing = Duration.zero
    /// Time for compositing frames.
    package var drawing = Duration.zero
    package var encoding = Duration.zero

    static func += (times: inout Times, other: Times) {
      times.preparing += other.preparing
      times.drawing += other.drawing
      times.encoding += other.encoding
    }
  }

  /// Renders all segments of a film.
  ///
  /// - Parameters:
  ///   - request: the film to render.
  ///   - store: stores the segments until the film is complete, or nil to keep them in memory.
  ///   - isStopped: called before each frame; rendering is canceled if it returns true.
  ///   - progress: receives the number of finished frames; called from any thread.
  /// - Returns: the film, ready to be written.
  /// - Throws: errors in the motion, `film-failed`, `output-failed`, `cancelled`.
  package func make(
    _ request: FilmRequest, on store: (any SegmentStore)? = nil,
    isStopped: @escaping @Sendable () -> Bool = { false },
    progress: @escaping @Sendable (_ done: Int, _ of: Int) -> Void = { _, _ in }
  ) throws(RenderError) -> Made {
    let (all, store) = (request.wanted.count, store ?? MemorySegments())
    let counted = Atomic(0)
    let segments = Array(request.settings.segments(of: request.wanted).enumerated())
    let made = try threads.map(
      segments, state: { (renderer) throws(RenderError) in try SegmentMaker(request, renderer) }
    ) { (segment, maker) throws(RenderError) -> (warnings: [RenderWarning], times: Times) in
      let made = try maker.make(segment.element) { () throws(RenderError) in
        if isStopped() { throw Self.stopped }
      } progress: {
        progress(counted.add(1, ordering: .relaxed).newValue, all)
      }
      try store.put(made.segment, at: segment.offset)
      return (made.warnings, made.times)
    }
    var times = Times()
    for segment in made { times += segment.times }
    var warnings: [RenderWarning] = []
    for warning in made.flatMap(\.warnings) where !warnings.contains(warning) {
      warnings.append(warning)
    }
    return Made(
      request.settings, count: segments.count, on: store, warnings: warnings, times: times)
  }

  /// Draws the frames of a film at the given times.
  ///
  /// - Parameters:
  ///   - request: the film.
  ///   - times: the times in seconds.
  ///   - look: maps each picture to a result.
  /// - Returns: the results in the order of the times.
  /// - Throws: errors in the motion, and errors that `look` throws.
  package func pictures<Result: Sendable>(
    of request: FilmRequest, at times: [Double],
    _ look: @Sendable (borrowing ImageSurface) throws(RenderError) -> Result
  ) throws(RenderError) -> [Result] {
    try threads.map(
      times, state: { (renderer) throws(RenderError) in try SegmentMaker.drawer(request, renderer) }
    ) { (time, drawer) throws(RenderError) -> Result in
      var result: Result?
      try drawer.draw(at: time) { (picture, _) throws(RenderError) in result = try look(picture) }
      guard let result else { preconditionFailure("the drawer returned without a picture") }
      return result
    }
  }

  private static var stopped: RenderError {
    RenderError(.cancelled, "the film was not rendered, because the program was stopped")
  }
}
