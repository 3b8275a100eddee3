internal import Dispatch
internal import Synchronization
public import WallfarmCore
public import WallfarmPluginKit

/// Many renders in this process, for callers that need what was drawn and not only its file.
///
/// Each thread has a renderer of its own. A crash of a decoder ends the process: strangers' photos
/// belong to a ``RenderPool``.
public struct RenderThreads: Sendable {
  private let count: Int
  private let make: @Sendable () throws(RenderError) -> Renderer

  /// Prepares to render.
  ///
  /// - Parameters:
  ///   - count: how many threads there are at most.
  ///   - make: makes the renderer of a thread.
  public init(
    count: Int, renderer make: @escaping @Sendable () throws(RenderError) -> Renderer
  ) {
    self.count = count
    self.make = make
  }

  /// Works on every item once; the first error keeps items from being begun.
  ///
  /// - Parameters:
  ///   - items: in this order they are begun.
  ///   - done: hears each result with how many there are by then, from any thread, one at a time.
  ///   - work: makes the result of an item.
  /// - Returns: the results in the order of the items.
  /// - Throws: what `work` threw first, and `fonts-missing`.
  public func map<Item: Sendable, Result: Sendable>(
    _ items: [Item], done: @Sendable (_ count: Int, Result) -> Void = { _, _ in },
    _ work: @Sendable (Item, Renderer) throws(RenderError) -> Result
  ) throws(RenderError) -> [Result] {
    try map(
      items, state: { (renderer) throws(RenderError) in renderer }, done: done, work)
  }

  /// The same, for work that keeps something from one item of its thread to the next.
  ///
  /// - Parameters:
  ///   - items: in this order they are begun.
  ///   - state: what each thread keeps, made with its renderer.
  ///   - done: hears each result with how many there are by then, from any thread, one at a time.
  ///   - work: makes the result of an item.
  /// - Returns: the results in the order of the items.
  /// - Throws: what `state` or `work` threw first, and `fonts-missing`.
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
