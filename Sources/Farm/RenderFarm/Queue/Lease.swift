/// A temporary claim on a unit: only the holder of the unit's latest lease may deliver the unit.
///
/// Each lease of a unit has a higher token than the previous lease, so a late delivery is rejected.
/// The token is a fencing token; see M. Kleppmann, "How to do distributed locking", 2016.
public struct Lease: Sendable, Hashable {
  /// The ID of the unit.
  public let unit: String
  /// A number of at least 1 that increases with each lease of the unit, even if the unit was removed
  /// and added again.
  public let token: Int

  /// Creates a lease, for queues and tests.
  public init(unit: String, token: Int) {
    self.unit = unit
    self.token = token
  }
}

/// A lease that expired before its unit was delivered.
public struct ExpiredLease: Sendable, Hashable {
  /// The lease.
  public let lease: Lease
  /// Whether the unit will be retried.
  public let isRetried: Bool
  /// Whether rendering had started; if not, the lease does not count as an attempt.
  public let wasBegun: Bool
  /// The time of the next attempt if this attempt counts, or nil if all attempts are used.
  private let retryAt: Timestamp?

  /// Creates an expired lease; `failures` is the number of previous failures of the unit.
  package init(_ lease: Lease, wasBegun: Bool, failures: Int, _ policy: RetryPolicy, now: Timestamp)
  {
    (self.lease, self.wasBegun) = (lease, wasBegun)
    retryAt = policy.retry(after: .leaseExpired, failures: failures + 1, now: now)
    isRetried = !wasBegun || retryAt != nil
  }

  /// The change to record in the queue.
  package var change: UnitChange {
    wasBegun ? .failed(lease, .leaseExpired(), retryAt: retryAt) : .givenBack(lease)
  }
}

/// A unit and its current lease.
public struct LeasedUnit: Sendable, Hashable {
  /// The unit.
  public let spec: UnitSpec
  /// The lease of the unit.
  public let lease: Lease
  /// The number of previous failures of the unit.
  public let failures: Int
  /// The decrypted and decoded unit, or `nil` until a transport needs it.
  var opened: OpenedUnit?

  package init(spec: UnitSpec, lease: Lease, failures: Int, opened: OpenedUnit? = nil) {
    (self.spec, self.lease, self.failures, self.opened) = (spec, lease, failures, opened)
  }
}
