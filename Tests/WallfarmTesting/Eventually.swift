import Foundation

/// Polls until a condition holds.
///
/// The timeout only guards against hanging: no test depends on timing. Each pause is as long as the
/// check before it, within 1 to 50 ms, so that checks that start a process leave enough processor
/// time to the program for which they wait.
///
/// - Returns: Whether the condition held before the timeout.
@discardableResult
public func eventually(
  within limit: Duration = .seconds(120), _ hasHappened: () throws -> Bool
) rethrows -> Bool {
  let end = ContinuousClock.now + limit
  while true {
    let start = ContinuousClock.now
    if try hasHappened() { return true }
    let now = ContinuousClock.now
    guard now < end else { return false }
    let pause = min(max(now - start, .milliseconds(1)), .milliseconds(50))
    usleep(useconds_t(pause / .microseconds(1)))
  }
}
