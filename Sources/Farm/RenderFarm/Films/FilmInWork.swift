internal import Files
import RenderPool
import WallfarmPluginKit

/// The state of a film in progress: its finished segments and its next orders.
struct FilmInWork {
  /// The next action after an event.
  enum Step {
    /// Submit these orders.
    case order([RenderOrder])
    /// Wait for running orders.
    case wait
    /// Withdraw queued orders; the film ends when running orders finish.
    case ending
    /// The film is complete; its figures include all its parts.
    case whole(RenderedOrder)
    case failed(RenderError)
    /// The film was interrupted without an error.
    case withdrawn
    /// The unit was taken away; its result is not needed.
    case dropped
  }

  /// The order from the transport, with the output and the inputs of the film.
  private let order: RenderOrder
  private let film: OrderedFilm
  /// The folder of the segments.
  private let folder: KeptSegments.Film
  /// Segments that are neither finished nor ordered, the next one last.
  private var missing: [Int]
  private var running = 0
  private var isJoining = false
  private var end: Step?
  private var figures = WorkerFigures()
  /// Number of segments, and of finished segments.
  let count: Int
  private(set) var done: Int

  init(_ order: RenderOrder, _ film: OrderedFilm, in folder: KeptSegments.Film) {
    (self.order, self.film, self.folder) = (order, film, folder)
    count = film.shape.segments.count
    missing = (0..<count).filter { !folder.has($0) }.reversed()
    done = count - missing.count
  }

  /// Returns the first orders, at most `most`, so that other units are not kept waiting.
  mutating func begin(_ most: Int) -> Step {
    guard !missing.isEmpty else { return join() }
    return .order((0..<min(most, missing.count)).map { _ in next() })
  }

  /// Handles the end of one of its orders.
  mutating func hear(_ event: PoolEvent) -> Step {
    running -= 1
    switch event {
    case .done(_, let rendered):
      figures.add(rendered.figures)
      if isJoining {
        var whole = rendered
        whole.figures = figures
        return .whole(whole)
      }
      done += 1
    case .failed(_, let error), .lost(_, let error):
      // The next attempt renders missing segments. If none is missing, one is damaged and others
      // may be, so discard all.
      if error.code == .segmentDamaged, (0..<count).allSatisfy(folder.has) { folder.remove() }
      end = end ?? .failed(error)
    case .withdrawn: stop(.withdrawn)
    case .ready, .started, .stage, .workerReplaced, .cannotStart: break
    }
    if let end { return running == 0 ? end : .ending }
    if !missing.isEmpty { return .order([next()]) }
    return running == 0 ? join() : .wait
  }

  /// Submits no further orders; running segments finish and are kept.
  mutating func stop(_ reason: Step) { end = end ?? reason }

  // MARK: - Orders

  private mutating func next() -> RenderOrder {
    let place = missing.removeLast()
    running += 1
    var segment = part(.segment(place), inputs: order.inputs)
    segment.output = .file(OutputFile(path: folder.path(of: place)))
    return segment
  }

  private mutating func join() -> Step {
    isJoining = true
    running += 1
    let files = (0..<count).map(folder.path)
    var inputs = order.inputs
    inputs.files.formUnion(files)
    return .order([part(.whole(files), inputs: inputs)])
  }

  private func part(_ work: FilmPart.Work, inputs: OrderInputs) -> RenderOrder {
    var request = film.order
    request.part = FilmPart(work, of: film.shape)
    var part = order
    (part.request, part.inputs) = (request.text, inputs)
    return part
  }
}

/// A film as requested by a unit.
struct OrderedFilm: Sendable, Hashable {
  let shape: FilmShape
  let order: FilmOrder
}
