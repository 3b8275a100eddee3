internal import Synchronization
import WallfarmPluginKit

/// The results of several pictures.
typealias GatheredPictures = Gathered<MadePicture>

/// Collects the results of several tasks, which may finish in any order.
final class Gathered<Value: Sendable>: Sendable {
  typealias Results = [Result<Value, RenderError>]

  private let ends: Mutex<[Int: Result<Value, RenderError>]>
  private let count: Int
  private let all: @Sendable (Results) -> Void

  /// Creates a collector that calls `all` once, with all results in the order of their indices.
  init(_ count: Int, _ all: @escaping @Sendable (Results) -> Void) {
    (self.count, self.all) = (count, all)
    ends = Mutex([:])
  }

  /// Adds a result; may be called on any thread.
  func add(_ result: Result<Value, RenderError>, at index: Int) {
    let results = ends.withLock { ends -> Results? in
      ends[index] = result
      guard ends.count == count else { return nil }
      return (0..<count).compactMap { ends[$0] }
    }
    if let results { all(results) }
  }
}
