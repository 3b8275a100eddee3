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
  private let threads: RenderThreads

  /// The photo of a picture, a background that its states share, and some texts: each thread has as much.
  private static let memory = RenderMemory(
    photos: 16 << 20, backgrounds: 24 << 20, bands: 0, texts: 12 << 20)

  /// Prepares to make films.
  ///
  /// - Parameters:
  ///   - device: the screen that they are for.
  ///   - installation: where templates and fonts are.
  ///   - plugins: what templates may use.
  ///   - workers: how many segments are made at once.
  package init(
    on device: Device, installation: Installation, plugins: PluginRegistry, workers: Int
  ) {
    let devices = MotionScreen.catalog(with: device)
    threads = RenderThreads(count: workers) { () throws(RenderError) in
      try Renderer(
        installation: installation, plugins: plugins, memory: Self.memory, devices: devices)
    }
  }

  /// A film that was made and not written.
  package struct Made: Sendable {
    private let settings: FilmSettings
    private let count: Int
    private let shelf: any SegmentShelf
    package let warnings: [RenderWarning]
    /// Where the time went.
    package let times: Times

    init(
      _ settings: FilmSettings, count: Int, on shelf: any SegmentShelf, warnings: [RenderWarning],
      times: Times
    ) {
      (self.settings, self.count, self.shelf) = (settings, count, shelf)
      (self.warnings, self.times) = (warnings, times)
    }

    /// Writes its file, piece by piece.
    ///
    /// - Throws: `film-failed`, `input-failed`, and what `add` throws.
    package func write(to add: FilmFile.Sink) throws(RenderError) {
      try FilmFile(settings).write(count, from: shelf.segment, to: add)
    }

    /// Its pictures, where they have a file each: those of a segment at a time.
    func pictures(
      _ body: (_ place: Int, _ bytes: [UInt8]) throws(RenderError) -> Void
    ) throws(RenderError) {
      var place = 0
      for segment in 0..<count {
        guard case .files(let files) = try shelf.segment(segment) else {
          preconditionFailure("only pictures have a file each")
        }
        for file in files {
          try body(place, file.flatMap(\.self))
          place += 1
        }
      }
    }
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

  /// Makes all segments of a film.
  ///
  /// - Parameters:
  ///   - request: what to make.
  ///   - shelf: where they wait for one another; nil: in memory.
  ///   - isStopped: asked before each picture; where it is true, nothing more is made.
  ///   - progress: hears how many pictures there are by now, from any thread.
  /// - Returns: the film, to be written.
  /// - Throws: what is wrong with the motion, `film-failed`, `output-failed`, `cancelled`.
  package func make(
    _ request: FilmRequest, on shelf: (any SegmentShelf)? = nil,
    isStopped: @escaping @Sendable () -> Bool = { false },
    progress: @escaping @Sendable (_ done: Int, _ of: Int) -> Void = { _, _ in }
  ) throws(RenderError) -> Made {
    let (all, shelf) = (request.wanted.count, shelf ?? MemoryShelf())
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
      try shelf.put(made.segment, at: segment.offset)
      return (made.warnings, made.times)
    }
    var times = Times()
    for segment in made { times += segment.times }
    var warnings: [RenderWarning] = []
    for warning in made.flatMap(\.warnings) where !warnings.contains(warning) {
      warnings.append(warning)
    }
    return Made(
      request.settings, count: segments.count, on: shelf, warnings: warnings, times: times)
  }

  /// Some moments of a film, in their order.
  ///
  /// - Parameters:
  ///   - request: the film.
  ///   - times: in seconds.
  ///   - look: makes something of a picture.
  /// - Returns: what it made, in the same order.
  /// - Throws: what is wrong with the motion, and what `look` throws.
  package func pictures<Result: Sendable>(
    of request: FilmRequest, at times: [Double],
    _ look: @Sendable (borrowing ImageSurface) throws(RenderError) -> Result
  ) throws(RenderError) -> [Result] {
    try threads.map(
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
