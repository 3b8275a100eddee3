internal import Dispatch
internal import RenderPool
internal import Synchronization

/// Where requests are read, in turns by client: the threads of the server go on meanwhile.
final class PlanningThread: Sendable {
  /// Something to do, or what is done where there is no room for it.
  private struct Work: Sendable {
    let run: @Sendable () -> Void
    let refuse: @Sendable () -> Void
  }

  private struct State {
    var works: [Int: Work] = [:]
    var waiting: FairQueue<Int>
    var last = 0
    var running = 0
  }

  /// Where a thread cannot be had.
  private let queue: DispatchQueue
  private let state: Mutex<State>
  private let threads: Int

  /// Has room for so many, and does so many at the same time.
  init(_ name: String, most: Int, threads: Int = 1) {
    self.threads = threads
    queue = DispatchQueue(label: name, attributes: .concurrent)
    state = Mutex(State(waiting: FairQueue(most: most)))
  }

  /// Does something in the turn of a client.
  func run(
    for client: String, _ run: @escaping @Sendable () -> Void,
    orElse refuse: @escaping @Sendable () -> Void
  ) {
    self.run(for: Turn(client), run, orElse: refuse)
  }

  /// Does something in its turn, or refuses it where there is no room.
  func run(
    for turn: Turn, _ run: @escaping @Sendable () -> Void,
    orElse refuse: @escaping @Sendable () -> Void
  ) {
    let (refused, needsThread) = state.withLock { state -> (Work?, Bool) in
      state.last += 1
      state.works[state.last] = Work(run: run, refuse: refuse)
      let refused = state.waiting.add(state.last, of: turn).flatMap {
        state.works.removeValue(forKey: $0)
      }
      guard state.running < threads else { return (refused, false) }
      state.running += 1
      return (refused, true)
    }
    refused?.refuse()
    if needsThread { BackgroundThread.start(orOn: queue) { [self] in work() } }
  }

  /// Does what waits until nothing does.
  private func work() {
    while true {
      let next = state.withLock { state -> Work? in
        let next = state.waiting.take().flatMap { state.works.removeValue(forKey: $0) }
        if next == nil { state.running -= 1 }
        return next
      }
      guard let next else { return }
      next.run()
    }
  }
}
