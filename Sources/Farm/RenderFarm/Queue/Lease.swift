/// The right to deliver a unit.
///
/// Each lease of a unit has a higher token than the previous one, which identifies late workers
/// (a fencing token; M. Kleppmann, "How to do distributed locking", 2016).
public struct Lease: Sendable, Hashable {
  /// The unit.
  public let unit: String
  /// The number of the lease of this unit, from 1.
  public let token: Int

  /// Creates a lease; only for queues and tests.
  public init(unit: String, token: Int) {
    self.unit = unit
    self.token = token
  }
}

/// An expired lease.
public struct ExpiredLease: Sendable, Hashable {
  /// The lease.
  public let lease: Lease
  /// Whether its unit is tried again.
  public let isRetried: Bool
  /// Whether its unit was begun; if not, the lease costs no attempt.
  public let wasBegun: Bool
  /// The time of the next attempt if this one counts; nil if the unit is dead.
  private let retryAt: Timestamp?

  /// Describes an expired lease; `failures` counts the earlier failures of its unit.
  init(_ lease: Lease, wasBegun: Bool, failures: Int, _ policy: RetryPolicy, now: Timestamp) {
    (self.lease, self.wasBegun) = (lease, wasBegun)
    retryAt = policy.retry(after: .leaseExpired, failures: failures + 1, now: now)
    isRetried = !wasBegun || retryAt != nil
  }

  /// The change to record in the queue.
  var change: UnitChange {
    wasBegun ? .failed(lease, .leaseExpired(), retryAt: retryAt) : .givenBack(lease)
  }
}

/// A unit with the right to deliver it.
public struct LeasedUnit: Sendable, Hashable {
  /// The unit.
  public let spec: UnitSpec
  /// The lease of the unit.
  public let lease: Lease
  /// The number of earlier failures.
  public let failures: Int
}
