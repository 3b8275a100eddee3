internal import Dispatch
import HTTP
internal import RenderPool
internal import Synchronization
import WallfarmPluginKit

/// A bounded thread pool, fair between clients, that keeps planning off the server's threads.
package final class PlanningThread: Sendable {
  /// A task, and the closure to call if a full queue drops the task.
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

  /// The fallback if no thread can be created.
  private let queue: DispatchQueue
  private let state: Mutex<State>
  private let threads: Int
  /// The name of the tasks in the spans of requests.
  private let task: String

  /// Creates a pool that limits the number of queued tasks and the number of concurrent tasks.
  package init(_ name: String, most: Int, threads: Int = 1) {
    self.threads = threads
    task = name.split(separator: " ").last.map(String.init) ?? name
    queue = DispatchQueue(label: name, attributes: .concurrent)
    state = Mutex(State(waiting: FairQueue(most: most)))
  }

  /// Runs a task when it is the client's turn, or calls `refuse` if a full queue drops the task.
  package func run(
    for client: String, _ run: @escaping @Sendable () -> Void,
    orElse refuse: @escaping @Sendable () -> Void
  ) {
    self.run(for: Turn(client), run, orElse: refuse)
  }

  /// Runs a task when its turn comes, or calls `refuse` if a full queue drops the task.
  package func run(
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

  /// Runs a task that answers an exchange; answers with an error if the task throws or a full queue
  /// drops it.
  func run(
    for turn: Turn, answering exchange: HTTPExchange,
    _ body: @escaping @Sendable () throws(RenderError) -> Void
  ) {
    let began = SuspendingClock().now
    let span = exchange.begin(task)
    run(
      for: turn,
      {
        let waited = (SuspendingClock().now - began) / .seconds(1)
        exchange.note(["wallfarm.waited.seconds": .number(waited)], in: span)
        do throws(RenderError) {
          try body()
          exchange.end(span)
        } catch {
          exchange.end(span, error: error.code)
          exchange.answer(Problem([error]).answer)
        }
      },
      orElse: { exchange.answer(Problem([.overloaded()]).answer) })
  }

  /// Runs queued tasks until the queue is empty.
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
