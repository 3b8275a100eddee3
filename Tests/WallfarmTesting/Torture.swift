import Foundation

/// Controls whether tests run exhaustively, as in `make torture`.
public enum Torture {
  /// Whether WALLFARM_TORTURE is set in the environment.
  public static let isOn = ProcessInfo.processInfo.environment["WALLFARM_TORTURE"] != nil

  /// Returns the whole list in `make torture`, otherwise a fixed sample of evenly spaced elements,
  /// including the first and last.
  ///
  /// - Parameters:
  ///   - all: The complete list of cases.
  ///   - count: The size of the sample, at least 2.
  /// - Returns: The selected cases, in their order.
  public static func all<Element>(of all: [Element], orOnly count: Int) -> [Element] {
    guard !isOn, count < all.count else { return all }
    return (0..<count).map { all[$0 * (all.count - 1) / (count - 1)] }
  }
}
