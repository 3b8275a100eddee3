/// The right to deliver a unit.
///
/// Every lease of a unit has a higher token than the one before, so a late worker is known
/// (M. Kleppmann, "How to do distributed locking", 2016, calls it a fencing token).
public struct Lease: Sendable, Hashable {
  /// The unit.
  public let unit: String
  /// Counts the leases of the unit, from 1.
  public let token: Int

  /// Makes a lease; only queues and tests do.
  public init(unit: String, token: Int) {
    self.unit = unit
    self.token = token
  }
}

/// A lease that ran out.
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
  /// What to do.
  public let spec: UnitSpec
  /// The right to do it.
  public let lease: Lease
  /// How often it has failed already.
  public let failures: Int
}
