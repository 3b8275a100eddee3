internal import Synchronization

/// What clients wait for: equal things once, in turns by client.
///
/// Those who wait for the same thing share it and nothing else: each has a time of its own, and where one loses the
/// place in their line, the thing goes on in the line of another one.
struct SharedWaiting<Key: Hashable, Thing, Told> {
  typealias Waiter = SharedWaiter<Told>

  /// Something that some wait for, begun or not.
  private struct Flight {
    var thing: Thing
    /// In whose line it stands.
    var turn: Turn
    var waiters: [Waiter]
  }

  private var flights: [Key: Flight] = [:]
  private var line: FairQueue<Key>

  /// Has a line of so many.
  init(most: Int) { line = FairQueue(most: most) }

  /// How many things are waited for.
  var count: Int { flights.count }
  /// How many of them are not begun.
  var waiting: Int { line.count }

  /// What is waited for by this key; nil where nobody waits.
  subscript(key: Key) -> Thing? { flights[key]?.thing }

  /// Changes what is known of something, if somebody waits for it.
  mutating func update(_ key: Key, _ change: (inout Thing) -> Void) {
    if var thing = flights[key]?.thing {
      change(&thing)
      flights[key]?.thing = thing
    }
  }

  /// Waits with others for something; false where nobody waits for it yet.
  mutating func join(_ key: Key, _ waiter: Waiter) -> Bool {
    flights[key]?.waiters.append(waiter) != nil
  }

  /// Puts something into the line of the first client who waits for it.
  ///
  /// - Returns: who has no place any more.
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

  /// Begins with the first of the line whose turn it is.
  mutating func take() -> (key: Key, thing: Thing)? {
    while let key = line.take() {
      if let thing = flights[key]?.thing { return (key, thing) }
    }
    return nil
  }

  /// Takes waiters away; what nobody waits for any more loses its place.
  ///
  /// - Returns: them, and what is given up with them.
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

  /// Ends waiting for something; those who waited.
  mutating func end(_ key: Key) -> [Waiter] { flights.removeValue(forKey: key)?.waiters ?? [] }

  /// Ends waiting for anything; those who waited.
  mutating func endAll() -> [Waiter] {
    defer { flights = [:] }
    while line.take() != nil {}
    return flights.values.flatMap(\.waiters)
  }
}

/// Someone who waits.
struct SharedWaiter<Told> {
  let turn: Turn
  let began: SuspendingClock.Instant
  let told: Told
  /// What tells it apart.
  private let number = nextNumber.add(1, ordering: .relaxed).newValue

  init(turn: Turn, began: SuspendingClock.Instant, told: Told) {
    (self.turn, self.began, self.told) = (turn, began, told)
  }

  /// A client that waits for itself.
  init(client: String, began: SuspendingClock.Instant, told: Told) {
    self.init(turn: Turn(client), began: began, told: told)
  }

  func isSame(as other: SharedWaiter) -> Bool { number == other.number }
}

extension SharedWaiter: Sendable where Told: Sendable {}

private let nextNumber = Atomic(0)
