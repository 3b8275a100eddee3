import Foundation

/// Whether tests take the time to try everything; `make torture` does.
public enum Torture {
  /// Whether the environment has WALLFARM_TORTURE.
  public static let isOn = ProcessInfo.processInfo.environment["WALLFARM_TORTURE"] != nil

  /// All of a list in `make torture`, and otherwise some: the first, the last, and those between them
  /// at equal distances, so always the same ones.
  ///
  /// - Parameters:
  ///   - all: what there is to try.
  ///   - count: how many are enough, from 2.
  /// - Returns: those to try, in their order.
  public static func all<Element>(of all: [Element], orOnly count: Int) -> [Element] {
    guard !isOn, count < all.count else { return all }
    return (0..<count).map { all[$0 * (all.count - 1) / (count - 1)] }
  }
}
