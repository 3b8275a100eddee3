internal import Files
package import RenderPool
package import WallfarmPluginKit

/// The state of a unit that consists of parts: its finished parts and its next orders.
package struct UnitInParts {
  /// The next action after an event.
  package enum Step {
    /// Submit these orders.
    case order([RenderOrder])
    /// Wait for running orders.
    case wait
    /// Withdraw queued orders; the unit ends when running orders finish.
    case ending
    /// The unit is complete; the figures include all its parts.
    case whole(RenderedOrder)
    case failed(RenderError)
    /// The unit was interrupted without an error.
    case withdrawn
    /// The lease was lost, so the unit's result is no longer needed.
    case dropped
  }

  /// The order that the transport created, which contains the unit's output and inputs.
  private let order: RenderOrder
  private let parts: any UnitParts
  private let folder: PartFolders.Folder
  /// The numbers of the parts that are neither finished nor submitted, highest first.
  private var missing: [Int]
  private var running = 0
  private var isJoining = false
  private var end: Step?
  private var figures = WorkerFigures()
  /// The total number of parts.
  let count: Int
  package private(set) var done: Int

  package init(_ order: RenderOrder, _ parts: any UnitParts, in folder: PartFolders.Folder) {
    (self.order, self.parts, self.folder) = (order, parts, folder)
    count = parts.count
    missing = (0..<count).filter { !folder.has($0) }.reversed()
    done = count - missing.count
  }

  /// The progress for status lines, such as `2 of 6 seconds`.
  package var progress: String { "\(done) of \(count) \(parts.noun)" }

  /// Returns up to `most` orders to submit first; the limit lets other units start too.
  package mutating func begin(_ most: Int) -> Step {
    guard !missing.isEmpty else { return join() }
    return .order((0..<min(most, missing.count)).map { _ in next() })
  }

  /// Handles an event that ends one of the unit's orders.
  package mutating func handle(_ event: PoolEvent) -> Step {
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
      // The next attempt renders only the missing parts. If a damaged part was reported but no part
      // is missing, discard all parts, because the damaged one is unknown.
      if error.code == .segmentDamaged, (0..<count).allSatisfy(folder.has) { folder.remove() }
      end = end ?? .failed(error)
    case .withdrawn: stop(.withdrawn)
    case .ready, .started, .stage, .workerReplaced, .cannotStart: break
    }
    if let end { return running == 0 ? end : .ending }
    if !missing.isEmpty { return .order([next()]) }
    return running == 0 ? join() : .wait
  }

  /// Submits no further orders; running orders finish, and their parts are kept.
  package mutating func stop(_ reason: Step) { end = end ?? reason }

  // MARK: - Orders

  private mutating func next() -> RenderOrder {
    let part = missing.removeLast()
    running += 1
    var order = order
    order.request = parts.request(for: part)
    order.output = .file(OutputFile(path: folder.path(of: part)))
    return order
  }

  private mutating func join() -> Step {
    isJoining = true
    running += 1
    let files = (0..<count).map(folder.path)
    var order = order
    order.request = parts.request(joining: files)
    order.inputs.files.formUnion(files)
    return .order([order])
  }
}
