import Foundation

/// Polls until a condition holds.
///
/// The timeout only guards against hanging: no test depends on timing.
///
/// - Returns: Whether the condition held before the timeout.
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
