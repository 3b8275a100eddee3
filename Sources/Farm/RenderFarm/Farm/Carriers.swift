internal import Dispatch
internal import RenderPool
internal import Synchronization

/// Does what it is given on some threads, in the order given: what waits for a network keeps nobody else waiting.
final class Carriers: Sendable {
  private struct State {
    var tasks: [@Sendable () -> Void] = []
    /// The first that was not taken yet; those before it go when it has become many.
    var next = 0
    var running = 0
    var isOver = false
  }

  private let state = Mutex(State())
  /// Where a thread cannot be had.
  private let queue: DispatchQueue
  private let threads: Int

  /// - Parameters:
  ///   - name: for those who look at a process.
  ///   - threads: how many things are done at the same time.
  init(_ name: String, threads: Int) {
    queue = DispatchQueue(label: name, attributes: .concurrent)
    self.threads = threads
  }

  /// Has something done; after ``end()`` nothing is.
  func add(_ task: @escaping @Sendable () -> Void) {
    let needsThread = state.withLock { state in
      guard !state.isOver else { return false }
      state.tasks.append(task)
      guard state.running < threads else { return false }
      state.running += 1
      return true
    }
    if needsThread { BackgroundThread.start(orOn: queue) { [self] in work() } }
  }

  /// Does something for every index, and returns when all of it is done.
  static func forEach(
    _ count: Int, threads: Int, _ body: @escaping @Sendable (Int) -> Void
  ) {
    let carriers = Carriers("wallfarm inputs", threads: threads)
    let done = DispatchSemaphore(value: 0)
    for index in 0..<count {
      carriers.add {
        body(index)
        done.signal()
      }
    }
    for _ in 0..<count { done.wait() }
  }

  /// Begins nothing any more.
  func end() {
    state.withLock { state in
      state.isOver = true
      (state.tasks, state.next) = ([], 0)
    }
  }

  private func work() {
    while let task = next() { task() }
  }

  private func next() -> (@Sendable () -> Void)? {
    state.withLock { state in
      guard state.next < state.tasks.count else {
        (state.tasks, state.next) = ([], 0)
        state.running -= 1
        return nil
      }
      let task = state.tasks[state.next]
      state.next += 1
      if state.next == 256 {
        state.tasks.removeFirst(state.next)
        state.next = 0
      }
      return task
    }
  }
}
