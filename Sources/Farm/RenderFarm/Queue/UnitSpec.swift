public import WallfarmPluginKit

/// A unit in a queue: one picture or film to render.
public struct UnitSpec: Sendable, Hashable {
  /// The unique identifier in the queue, such as `morning/iphone15`.
  public var id: String
  /// A digest of everything that affects the picture; if it changes, the unit is queued again.
  public var digest: String
  /// The priority; units with a higher priority are leased first.
  public var priority: Int
  /// The affinity; a worker can reuse cached work for units with the same affinity.
  public var affinity: String
  /// The output file.
  public var output: String
  /// The unit's request and settings as JSON on one line; in the queue of a farm, the payload is
  /// encrypted.
  public var payload: String
  /// A seal that detects changes; see ``sealed(with:)``.
  public var seal: String?
  /// The required toolchain; programs with a different toolchain skip the unit.
  ///
  /// The toolchain is empty in a local queue.
  public var toolchain: String

  /// Creates a unit.
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
  /// A marker in the affinity of films, so that films can be identified without parsing payloads.
  static let filmMark = "\tfilm\t"

  /// Whether the unit is a film, which occupies all workers of a machine for minutes.
  package var isFilm: Bool { affinity.contains(UnitSpec.filmMark) }
}

extension Sequence {
  /// Returns the elements in order, but keeps only the first `most` elements that satisfy the
  /// predicate.
  package func atMost(_ most: Int, where isOfKind: (Element) -> Bool) -> [Element] {
    var count = 0
    return filter { element in
      guard isOfKind(element) else { return true }
      count += 1
      return count <= most
    }
  }
}

/// The state of a unit.
public enum UnitState: String, Sendable, Hashable, CaseIterable {
  /// Waiting for a worker or a retry.
  case queued
  /// Leased by a supervisor.
  case leased
  /// Delivered, with a receipt.
  case done
  /// Failed permanently or canceled (dead letter); keeps its error, and can be queued again by
  /// `retry`.
  case dead
}

/// A change to a leased unit that the queue records.
public enum UnitChange: Sendable {
  /// Delivered; the receipt is JSON on one line.
  case done(Lease, receipt: String, milliseconds: Int)
  /// Failed; queued for a retry at the given time, or dead if the time is `nil`.
  case failed(Lease, RenderError, retryAt: Timestamp?)
  /// Returned to the queue without losing an attempt.
  case givenBack(Lease)
  /// Started by a worker, so the unit loses an attempt if the lease expires.
  case begun(Lease)
  /// The lease was extended.
  case extended(Lease, until: Timestamp)

  /// The lease of the unit.
  public var lease: Lease {
    switch self {
    case .done(let lease, _, _), .failed(let lease, _, _), .givenBack(let lease),
      .begun(let lease), .extended(let lease, _):
      lease
    }
  }
}

/// A wall-clock time in milliseconds since 1970.
public struct Timestamp: Sendable, Hashable, Comparable {
  /// Milliseconds since 1970-01-01 00:00 UTC.
  public let milliseconds: Int

  /// Creates a timestamp.
  public init(milliseconds: Int) { self.milliseconds = milliseconds }

  /// Returns this timestamp plus a duration.
  public func adding(_ duration: Duration) -> Timestamp {
    Timestamp(milliseconds: milliseconds + Int(duration / .milliseconds(1)))
  }

  /// Returns whether `one` is earlier than `other`.
  public static func < (one: Timestamp, other: Timestamp) -> Bool {
    one.milliseconds < other.milliseconds
  }
}

/// A unit with its state and results.
public struct UnitRow: Sendable, Hashable {
  /// The unit.
  public let spec: UnitSpec
  /// The current state.
  public let state: UnitState
  /// The token of the last lease; 0 before the first lease.
  public let token: Int
  /// Number of failures since the unit was queued or retried.
  public let failures: Int
  /// The last error, or `nil`.
  public let error: RenderError?
  /// The receipt in JSON, or `nil` before delivery.
  public let receipt: String?
  /// Duration of the successful attempt in milliseconds.
  public let milliseconds: Int?

  package init(
    spec: UnitSpec, state: UnitState, token: Int, failures: Int, error: RenderError?,
    receipt: String?, milliseconds: Int?
  ) {
    self.spec = spec
    self.state = state
    self.token = token
    self.failures = failures
    self.error = error
    self.receipt = receipt
    self.milliseconds = milliseconds
  }
}

/// A delivered unit and its receipt.
public struct DeliveredUnit: Sendable, Hashable {
  /// The identifier of the unit.
  public let id: String
  /// The receipt in JSON.
  public let receipt: String
  /// Duration of the render in milliseconds.
  public let milliseconds: Int

  /// Creates a delivered unit.
  public init(id: String, receipt: String, milliseconds: Int) {
    self.id = id
    self.receipt = receipt
    self.milliseconds = milliseconds
  }
}

/// The number of units in each state.
public struct UnitCounts: Sendable, Hashable {
  /// Queued units, including units that are waiting for a retry.
  public var queued = 0
  /// Leased units.
  public var leased = 0
  /// Delivered units.
  public var done = 0
  /// Dead units.
  public var dead = 0

  /// Creates counts that are all zero.
  public init() {}

  /// Number of all units.
  public var all: Int { queued + leased + done + dead }
  /// Number of units that are neither done nor dead.
  public var open: Int { queued + leased }

  /// Number of units in a state.
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

/// The numbers of removed units.
public struct RemovedUnits: Sendable, Hashable {
  /// All removed units.
  public var all = 0
  /// Removed units that were not finished.
  public var undone = 0

  /// Creates counts that are all zero.
  public init() {}

  package init(all: Int, undone: Int) { (self.all, self.undone) = (all, undone) }
}

/// The result of adding units.
public struct AddedUnits: Sendable, Hashable {
  /// Number of new units.
  public var new = 0
  /// Number of known units whose digest changed; they are rendered again.
  public var changed = 0
  /// Number of known units that are unchanged.
  public var known = 0

  /// Creates counts that are all zero.
  public init() {}
}
