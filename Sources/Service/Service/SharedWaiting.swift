internal import Synchronization

/// A fair queue that merges equal items: each item is queued once and shared by all its waiters.
///
/// Each waiter keeps its own deadline. If a waiter loses its position in the queue, the item moves
/// to the turn of another waiter.
struct SharedWaiting<Key: Hashable, Thing, Completion> {
  typealias Waiter = SharedWaiter<Completion>

  /// An item with waiters, queued or running.
  private struct Flight {
    var thing: Thing
    /// The turn in which the item is queued.
    var turn: Turn
    var waiters: [Waiter]
  }

  private var flights: [Key: Flight] = [:]
  private var line: FairQueue<Key>

  /// Creates a queue for at most `most` items.
  init(most: Int) { line = FairQueue(most: most) }

  /// Number of items with waiters.
  var count: Int { flights.count }
  /// Number of queued items.
  var waiting: Int { line.count }

  /// Returns the item with the given key, or `nil` if it has no waiters.
  subscript(key: Key) -> Thing? { flights[key]?.thing }

  /// Changes an item, if it has waiters.
  mutating func update(_ key: Key, _ change: (inout Thing) -> Void) {
    if var thing = flights[key]?.thing {
      change(&thing)
      flights[key]?.thing = thing
    }
  }

  /// Adds a waiter to an existing item; returns `false` if the item does not exist.
  mutating func join(_ key: Key, _ waiter: Waiter) -> Bool {
    flights[key]?.waiters.append(waiter) != nil
  }

  /// Queues an item in the turn of its first waiter.
  ///
  /// - Returns: The waiters that were dropped because the queue is full.
  mutating func add(_ key: Key, _ thing: Thing, for waiter: Waiter) -> [Waiter] {
    flights[key] = Flight(thing: thing, turn: waiter.turn, waiters: [waiter])
    var (next, refused): (Key?, [Waiter]) = (key, [])
    while let key = next, let turn = flights[key]?.turn {
      guard let left = line.add(key, of: turn), var flight = flights[left] else { return refused }
      refused += flight.waiters.filter { $0.turn == flight.turn }
      flight.waiters.removeAll { $0.turn == flight.turn }
      guard let other = flight.waiters.first else {
        flights[left] = nil
        return refused
      }
      flight.turn = other.turn
      flights[left] = flight
      next = left
    }
    return refused
  }

  /// Removes the next item from the queue to start it.
  mutating func take() -> (key: Key, thing: Thing)? {
    while let key = line.take() {
      if let thing = flights[key]?.thing { return (key, thing) }
    }
    return nil
  }

  /// Removes waiters, and then the items that have no waiters left.
  ///
  /// - Returns: The removed waiters and items.
  mutating func remove(
    where isGone: (Waiter) -> Bool
  ) -> (waiters: [Waiter], things: [Thing]) {
    var (gone, things): ([Waiter], [Thing]) = ([], [])
    for (key, flight) in flights where flight.waiters.contains(where: isGone) {
      gone += flight.waiters.filter(isGone)
      flights[key]?.waiters.removeAll(where: isGone)
      guard flights[key]?.waiters.isEmpty == true else { continue }
      flights[key] = nil
      line.remove(key, of: flight.turn)
      things.append(flight.thing)
    }
    return (gone, things)
  }

  /// Returns the waiters of an item.
  func waiters(of key: Key) -> [Waiter] { flights[key]?.waiters ?? [] }

  /// Ends an item, and returns its waiters.
  mutating func end(_ key: Key) -> [Waiter] { flights.removeValue(forKey: key)?.waiters ?? [] }

  /// Ends all items, and returns their waiters.
  mutating func endAll() -> [Waiter] {
    defer { flights = [:] }
    while line.take() != nil {}
    return flights.values.flatMap(\.waiters)
  }
}

/// A request that waits for an item.
package struct SharedWaiter<Completion> {
  let turn: Turn
  let began: SuspendingClock.Instant
  let completion: Completion
  /// Called when a worker starts the item, with the number of the worker.
  var whenStarted: (@Sendable (_ worker: Int) -> Void)?
  /// The identity of the waiter.
  private let number = nextNumber.add(1, ordering: .relaxed).newValue

  init(turn: Turn, began: SuspendingClock.Instant, completion: Completion) {
    (self.turn, self.began, self.completion) = (turn, began, completion)
  }

  /// Creates a waiter that waits in a client's turn.
  package init(client: String, began: SuspendingClock.Instant, completion: Completion) {
    self.init(turn: Turn(client), began: began, completion: completion)
  }

  func isSame(as other: SharedWaiter) -> Bool { number == other.number }
}

extension SharedWaiter: Sendable where Completion: Sendable {}

private let nextNumber = Atomic(0)
