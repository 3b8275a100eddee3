internal import Dispatch
internal import Synchronization

/// Where requests are read, one after the other and in turns by client: the threads of the server go on meanwhile.
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
  }

  private let queue: DispatchQueue
  private let state: Mutex<State>

  /// Has room for so many.
  init(_ name: String, most: Int) {
    queue = DispatchQueue(label: name)
    state = Mutex(State(waiting: FairQueue(most: most)))
  }

  func run(
    for client: String, _ run: @escaping @Sendable () -> Void,
    orElse refuse: @escaping @Sendable () -> Void
  ) {
    let refused = state.withLock { state -> Work? in
      state.last += 1
      state.works[state.last] = Work(run: run, refuse: refuse)
      return state.waiting.add(state.last, of: client).flatMap {
        state.works.removeValue(forKey: $0)
      }
    }
    refused?.refuse()
    queue.async { [self] in
      let work = state.withLock { state in
        state.waiting.take().flatMap { state.works.removeValue(forKey: $0) }
      }
      work?.run()
    }
  }
}
