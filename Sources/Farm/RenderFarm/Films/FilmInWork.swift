internal import Files
import RenderPool
import WallfarmPluginKit

/// A film that is being made: which of its segments are there, and what is ordered next.
struct FilmInWork {
  /// What comes of something that was heard.
  enum Step {
    /// These are ordered now.
    case order([RenderOrder])
    /// Something of it is still being made.
    case wait
    /// It ends when what workers are at is done; what waits for one is taken back.
    case ending
    /// It is whole; its figures are those of all its parts.
    case whole(RenderedOrder)
    case failed(RenderError)
    /// It was not finished, through no fault of its own.
    case withdrawn
    /// It was taken away meanwhile, and nobody waits for it.
    case dropped
  }

  /// As the transport of its unit has it: where the film goes, and what may be read for it.
  private let order: RenderOrder
  private let request: OrderedRequest
  private let shape: FilmShape
  /// Where its segments are kept.
  private let folder: KeptSegments.Film
  /// Segments that are neither there nor ordered, the next one last.
  private var missing: [Int]
  private var running = 0
  private var isJoining = false
  private var end: Step?
  private var figures = WorkerFigures()
  /// Segments in all, and those that are there.
  let count: Int
  private(set) var done: Int

  init(_ order: RenderOrder, _ film: OrderedFilm, in folder: KeptSegments.Film) {
    (self.order, request, shape, self.folder) = (order, film.request, film.shape, folder)
    count = shape.segments.count
    missing = (0..<count).filter { !folder.has($0) }.reversed()
    done = count - missing.count
  }

  /// The first orders, and no more than `most`: what waits in a pool keeps other units from it.
  mutating func begin(_ most: Int) -> Step {
    guard !missing.isEmpty else { return join() }
    return .order((0..<min(most, missing.count)).map { _ in next() })
  }

  /// Takes in how one of its orders ended.
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
      // The next attempt makes what is missing. Where none is missing, one is damaged and others may be: all are made again.
      if error.code == .segmentDamaged, (0..<count).allSatisfy(folder.has) { folder.remove() }
      end = end ?? .failed(error)
    case .withdrawn: stop(.withdrawn)
    case .ready, .started, .stage, .workerReplaced, .cannotStart: break
    }
    if let end { return running == 0 ? end : .ending }
    if !missing.isEmpty { return .order([next()]) }
    return running == 0 ? join() : .wait
  }

  /// Nothing more of it is ordered; what is being made is finished and kept.
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
    var request = request
    request.fields[FilmPart.key] = FilmPart(work, of: shape).json
    var part = order
    (part.request, part.inputs) = (request.text, inputs)
    return part
  }
}

/// A film as a unit asks for it.
struct OrderedFilm {
  let shape: FilmShape
  let request: OrderedRequest
}
