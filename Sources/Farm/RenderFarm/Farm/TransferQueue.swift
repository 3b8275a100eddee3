internal import Dispatch
internal import RenderPool
internal import Synchronization

/// A first-in, first-out thread pool for network requests, which keeps them from blocking other
/// work.
final class TransferQueue: Sendable {
  private struct State {
    var tasks: [@Sendable () -> Void] = []
    /// The index of the next task; the tasks before it have started and are removed periodically.
    var next = 0
    var running = 0
    var isOver = false
  }

  private let state = Mutex(State())
  /// The fallback if no thread can be created.
  private let queue: DispatchQueue
  private let threads: Int

  /// - Parameters:
  ///   - name: The label of the fallback queue.
  ///   - threads: The maximum number of concurrent tasks.
  init(_ name: String, threads: Int) {
    queue = DispatchQueue(label: name, attributes: .concurrent)
    self.threads = threads
  }

  /// Adds a task; does nothing after ``end()``.
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

  /// Calls a closure for each index below `count`, in parallel, and waits until all calls return.
  static func forEach(
    _ count: Int, threads: Int, _ body: @escaping @Sendable (Int) -> Void
  ) {
    let transfers = TransferQueue("wallfarm inputs", threads: threads)
    let done = DispatchSemaphore(value: 0)
    for index in 0..<count {
      transfers.add {
        body(index)
        done.signal()
      }
    }
    for _ in 0..<count { done.wait() }
  }

  /// Discards queued tasks; running tasks finish.
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
