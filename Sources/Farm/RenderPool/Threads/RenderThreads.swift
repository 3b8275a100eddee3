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
  private let kept: KeptRenderers?

  /// Creates a thread group.
  ///
  /// - Parameters:
  ///   - count: Maximum number of threads.
  ///   - keepsRenderers: Whether later calls of `map` use the same renderers, whose fonts and photos
  ///     stay in memory; the calls must not overlap.
  ///   - make: Creates the renderer for a thread.
  public init(
    count: Int, keepsRenderers: Bool = false,
    renderer make: @escaping @Sendable () throws(RenderError) -> Renderer
  ) {
    self.count = count
    self.make = make
    kept = keepsRenderers ? KeptRenderers(count: count) : nil
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
    DispatchQueue.concurrentPerform(iterations: max(1, min(count, items.count))) { number in
      do throws(RenderError) {
        let renderer = if let kept { try kept.renderer(number, make) } else { try make() }
        let state = try state(renderer)
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

/// Renderers that a thread group keeps between calls.
// @unchecked: the list is immutable, and only one thread uses a place of the list at a time, because
// calls of the group do not overlap.
private final class KeptRenderers: @unchecked Sendable {
  private final class Place {
    var renderer: Renderer?
  }

  private let places: [Place]

  init(count: Int) { places = (0..<max(1, count)).map { _ in Place() } }

  func renderer(
    _ number: Int, _ make: () throws(RenderError) -> Renderer
  ) throws(RenderError) -> Renderer {
    if let known = places[number].renderer { return known }
    let made = try make()
    places[number].renderer = made
    return made
  }
}
