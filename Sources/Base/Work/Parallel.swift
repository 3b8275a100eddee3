import Dispatch
import Synchronization

/// Runs `body` for each index on up to `threads` threads, and waits for all of them.
///
/// Each thread takes the next free index. `makeState` creates the state of a thread, such as a
/// reusable buffer.
package func inParallel<State>(
  _ count: Int, threads: Int, state makeState: @Sendable () -> State,
  _ body: @Sendable (inout State, Int) -> Void
) {
  let workers = min(threads, count)
  let next = Atomic(0)
  @Sendable func work() {
    var state = makeState()
    while true {
      let index = next.add(1, ordering: .relaxed).oldValue
      guard index < count else { return }
      body(&state, index)
    }
  }
  if workers <= 1 { return work() }
  DispatchQueue.concurrentPerform(iterations: workers) { _ in work() }
}
