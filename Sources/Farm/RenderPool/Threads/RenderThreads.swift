internal import Dispatch
internal import Synchronization
public import WallfarmCore
public import WallfarmPluginKit

/// Renders in parallel on threads of this process, for callers that need the drawn content as well
/// as the file.
///
/// Each thread has its own renderer. A crash in a decoder terminates the process, so render
/// untrusted photos with a ``RenderPool`` instead.
public struct RenderThreads: Sendable {
  private let count: Int
  private let make: @Sendable () throws(RenderError) -> Renderer

  /// Creates a thread group.
  ///
  /// - Parameters:
  ///   - count: Maximum number of threads.
  ///   - make: Creates the renderer for a thread.
  public init(
    count: Int, renderer make: @escaping @Sendable () throws(RenderError) -> Renderer
  ) {
    self.count = count
    self.make = make
  }

  /// Processes every item once; after the first error, no further items start.
  ///
  /// - Parameters:
  ///   - items: The items, in the order in which they start.
  ///   - done: Receives each result and the number of results so far. It may be called on any
  ///     thread, but its calls never overlap.
  ///   - work: Returns the result of an item.
  /// - Returns: The results in the order of the items.
  /// - Throws: The first error of `work`, and `fonts-missing`.
  public func map<Item: Sendable, Result: Sendable>(
    _ items: [Item], done: @Sendable (_ count: Int, Result) -> Void = { _, _ in },
    _ work: @Sendable (Item, Renderer) throws(RenderError) -> Result
  ) throws(RenderError) -> [Result] {
    try map(
      items, state: { (renderer) throws(RenderError) in renderer }, done: done, work)
  }

  /// Processes every item once, with per-thread state that persists between items.
  ///
  /// - Parameters:
  ///   - items: The items, in the order in which they start.
  ///   - state: Creates the state for a thread from the thread's renderer.
  ///   - done: Receives each result and the number of results so far. It may be called on any
  ///     thread, but its calls never overlap.
  ///   - work: Returns the result of an item.
  /// - Returns: The results in the order of the items.
  /// - Throws: The first error of `state` or `work`, and `fonts-missing`.
  public func map<Item: Sendable, State, Result: Sendable>(
    _ items: [Item], state: @Sendable (Renderer) throws(RenderError) -> State,
    done: @Sendable (_ count: Int, Result) -> Void = { _, _ in },
    _ work: @Sendable (Item, State) throws(RenderError) -> Result
  ) throws(RenderError) -> [Result] {
    let next = Atomic(0)
    let found = Mutex<(results: [Int: Result], failure: RenderError?)>(([:], nil))
    DispatchQueue.concurrentPerform(iterations: max(1, min(count, items.count))) { _ in
      do throws(RenderError) {
        let state = try state(try make())
        while case let index = next.add(1, ordering: .relaxed).oldValue, index < items.count {
          let result = try work(items[index], state)
          found.withLock { found in
            found.results[index] = result
            done(found.results.count, result)
          }
        }
      } catch {
        _ = next.max(items.count, ordering: .relaxed)
        found.withLock { $0.failure = $0.failure ?? error }
      }
    }
    let (results, failure) = found.withLock { $0 }
    if let failure { throw failure }
    return items.indices.compactMap { results[$0] }
  }
}
