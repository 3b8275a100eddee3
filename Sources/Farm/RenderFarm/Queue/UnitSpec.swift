public import WallfarmPluginKit

/// One picture to make, as a queue sees it.
public struct UnitSpec: Sendable, Hashable {
  /// Its name, such as `morning/iphone15`; a queue has it once.
  public var id: String
  /// Changes when something changes that the picture depends on; then it is made again.
  public var digest: String
  /// Higher ones go first.
  public var priority: Int
  /// Units with the same word can share what a worker has prepared.
  public var affinity: String
  /// The file it makes.
  public var output: String
  /// What a worker needs to know, in JSON on one line.
  public var payload: String
  /// A code by which a change of it is noticed; see ``sealed(with:)``.
  public var seal: String?
  /// What renders the same picture everywhere: programs of another one leave the unit alone.
  ///
  /// Empty where there is only one.
  public var toolchain: String

  /// Makes a unit.
  public init(
    id: String, digest: String, priority: Int = 0, affinity: String = "", output: String,
    payload: String = "{}", seal: String? = nil, toolchain: String = ""
  ) {
    self.id = id
    self.digest = digest
    self.priority = priority
    self.affinity = affinity
    self.output = output
    self.payload = payload
    self.seal = seal
    self.toolchain = toolchain
  }
}

extension UnitSpec {
  /// What stands in the affinity of a film, and no picture has in its own: a queue need not read what is drawn.
  static let filmMark = "\tfilm\t"

  /// Whether it is a film: minutes of work for all workers of a machine.
  var isFilm: Bool { affinity.contains(UnitSpec.filmMark) }
}

extension Sequence {
  /// The same without further ones of a kind.
  func atMost(_ most: Int, where isOfKind: (Element) -> Bool) -> [Element] {
    var count = 0
    return filter { element in
      guard isOfKind(element) else { return true }
      count += 1
      return count <= most
    }
  }
}

/// Where a unit is on its way.
public enum UnitState: String, Sendable, Hashable, CaseIterable {
  /// To be done.
  case queued
  /// Held by a worker.
  case leased
  /// Its file is there, and the receipt says which.
  case done
  /// Given up; it has its reason, and `retry` queues it again.
  case dead
}

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

/// What happened to a leased unit.
public enum UnitChange: Sendable {
  /// It is delivered; the receipt is JSON on one line.
  case done(Lease, receipt: String, milliseconds: Int)
  /// It failed; it is queued again from that time on, or dead where there is none.
  case failed(Lease, RenderError, retryAt: Timestamp?)
  /// It was not begun, or not through any fault of its own not finished.
  case givenBack(Lease)
  /// A worker has begun it, so an expired lease now costs an attempt.
  case begun(Lease)
  /// It is still being worked on.
  case extended(Lease, until: Timestamp)

  /// The lease that it is about.
  public var lease: Lease {
    switch self {
    case .done(let lease, _, _), .failed(let lease, _, _), .givenBack(let lease),
      .begun(let lease), .extended(let lease, _):
      lease
    }
  }
}

/// Milliseconds since 1970, as the computer's clock has it.
public struct Timestamp: Sendable, Hashable, Comparable {
  /// The count.
  public let milliseconds: Int

  /// A point in time.
  public init(milliseconds: Int) { self.milliseconds = milliseconds }

  /// Another one, that much later.
  public func adding(_ duration: Duration) -> Timestamp {
    Timestamp(milliseconds: milliseconds + Int(duration / .milliseconds(1)))
  }

  /// Which one is earlier.
  public static func < (one: Timestamp, other: Timestamp) -> Bool {
    one.milliseconds < other.milliseconds
  }
}

/// Everything a queue knows of a unit.
public struct UnitRow: Sendable, Hashable {
  /// What is to be done.
  public let spec: UnitSpec
  /// Where it is on its way.
  public let state: UnitState
  /// Token of its last lease; 0 before the first.
  public let token: Int
  /// How often it failed since it was queued or retried.
  public let failures: Int
  /// Why it failed last.
  public let error: RenderError?
  /// What was delivered, in JSON; nil before it is done.
  public let receipt: String?
  /// How long the delivering attempt took.
  public let milliseconds: Int?
}

/// A unit that was delivered before, with its receipt in JSON.
public struct DeliveredUnit: Sendable, Hashable {
  /// The unit.
  public let id: String
  /// What was delivered.
  public let receipt: String
  /// How long that took.
  public let milliseconds: Int

  /// Makes one.
  public init(id: String, receipt: String, milliseconds: Int) {
    self.id = id
    self.receipt = receipt
    self.milliseconds = milliseconds
  }
}

/// How many units are in each state.
public struct UnitCounts: Sendable, Hashable {
  /// To be done, later retries included.
  public var queued = 0
  /// Held by workers.
  public var leased = 0
  /// Delivered.
  public var done = 0
  /// Given up.
  public var dead = 0

  /// Counts nothing.
  public init() {}

  /// All together.
  public var all: Int { queued + leased + done + dead }
  /// Those that are neither delivered nor given up.
  public var open: Int { queued + leased }

  /// Those in one state.
  public subscript(state: UnitState) -> Int {
    get {
      switch state {
      case .queued: queued
      case .leased: leased
      case .done: done
      case .dead: dead
      }
    }
    set {
      switch state {
      case .queued: queued = newValue
      case .leased: leased = newValue
      case .done: done = newValue
      case .dead: dead = newValue
      }
    }
  }
}

/// Counts of removed units.
public struct RemovedUnits: Sendable, Hashable {
  /// All removed units.
  public var all = 0
  /// Removed units that were not done.
  public var undone = 0

  /// Makes empty counts.
  public init() {}

  init(all: Int, undone: Int) { (self.all, self.undone) = (all, undone) }
}

/// What adding units came to.
public struct AddedUnits: Sendable, Hashable {
  /// Not seen before.
  public var new = 0
  /// Known, and something they depend on has changed: they are made again.
  public var changed = 0
  /// Known and unchanged: left where they are.
  public var known = 0

  /// Counts nothing.
  public init() {}
}
