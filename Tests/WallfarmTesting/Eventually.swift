import Foundation

/// Waits until something has happened.
///
/// The limit exists only against hanging: a test never depends on how long anything takes.
///
/// - Returns: whether it happened.
@discardableResult
public func eventually(
  within limit: Duration = .seconds(120), _ hasHappened: () throws -> Bool
) rethrows -> Bool {
  let end = ContinuousClock.now + limit
  while try !hasHappened() {
    guard ContinuousClock.now < end else { return false }
    usleep(1000)
  }
  return true
}
