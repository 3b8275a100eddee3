internal import Glibc
import HTTP
internal import Synchronization
import WallfarmPluginKit
internal import Work

/// Has films made, one at a time, in turns by client; equal ones once; and keeps them in memory.
final class FilmDesk: Sendable {
  /// A film that was made.
  struct Made: Sendable {
    let file: MemoryFile
    /// Beginning of the digest of its bytes.
    let tag: String
  }

  typealias Told = @Sendable (Result<Made, RenderError>) -> Void

  /// A film that is being made, or waits for it.
  private final class Flight: Sendable {
    struct State {
      var waiters: [Int: Told] = [:]
      var last = 0
      var isWanted = true
    }
    let state = Mutex(State())

    var isWanted: Bool { state.withLock(\.isWanted) }
  }

  private struct State {
    var made: BoundedCache<FilmAddress, Made>
    /// Of what was made since the service began.
    var tags: BoundedCache<FilmAddress, String>
    var flights: [FilmAddress: Flight] = [:]
    var isEnding = false
  }

  private let program: [String]
  private let deadline: Duration
  private let films: PlanningThread
  private let moments: PlanningThread
  /// Processes that are at work.
  private let running = Atomic(0)
  private let state: Mutex<State>

  /// So many films wait at most, and so many moments; more are refused.
  static let mostWaiting = 8
  /// Of films that are kept; a film of a phone has 3 to 8 MB.
  static let mostBytes = 128 << 20
  /// Room for what is known of films that were made: some 5,000 of them.
  private static let tagBytes = 2 << 20
  /// A film is long work: so many times the deadline of a picture.
  static let patience = 4
  /// Processors of one film at most: the others are for pictures.
  private static let workers = 2

  /// Prepares to make films.
  ///
  /// - Parameters:
  ///   - program: this program, with its first words.
  ///   - deadline: of a picture.
  init(program: [String], deadline: Duration) {
    (self.program, self.deadline) = (program, deadline * FilmDesk.patience)
    films = PlanningThread("wallfarm films", most: FilmDesk.mostWaiting)
    moments = PlanningThread("wallfarm moments", most: FilmDesk.mostWaiting)
    state = Mutex(
      State(
        made: BoundedCache(mostBytes: FilmDesk.mostBytes),
        tags: BoundedCache(mostBytes: FilmDesk.tagBytes)))
  }

  /// The tag of a film that was made since the service began; nil where it was not.
  func tag(_ address: FilmAddress) -> String? { state.withLock { $0.tags.value(for: address) } }

  /// How many are being made, or wait for it.
  var flights: Int { state.withLock(\.flights.count) }

  /// Has a film made; whatever becomes of it is told once, on any thread.
  ///
  /// - Parameters:
  ///   - address: which.
  ///   - client: in whose turn.
  ///   - began: when its request was here.
  ///   - whenLeft: is told what is to be done where the client leaves.
  ///   - told: hears it.
  func make(
    _ address: FilmAddress, for client: String, since began: SuspendingClock.Instant,
    whenLeft: (@escaping @Sendable () -> Void) -> Void, told: @escaping Told
  ) {
    let (kept, flight, number, isFirst) = state.withLock {
      state -> (Result<Made, RenderError>?, Flight, Int, Bool) in
      let flight = state.flights[address] ?? Flight()
      if let made = state.made.value(for: address) { return (.success(made), flight, 0, false) }
      if state.isEnding { return (.failure(.stopping()), flight, 0, false) }
      let isFirst = state.flights[address] == nil
      state.flights[address] = flight
      let number = flight.state.withLock { own in
        own.last += 1
        own.waiters[own.last] = told
        return own.last
      }
      return (nil, flight, number, isFirst)
    }
    if let kept { return told(kept) }
    if isFirst {
      let isFilm = address.part == .film || address.part == .reduced
      (isFilm ? films : moments).run(
        for: client, { [self] in fly(flight, to: address, since: began) },
        orElse: { [self] in end(flight, of: address, .failure(.overloaded())) })
    }
    whenLeft { [self] in leave(flight, of: address, number) }
  }

  private func fly(
    _ flight: Flight, to address: FilmAddress, since began: SuspendingClock.Instant
  ) {
    running.add(1, ordering: .relaxed)
    defer { running.subtract(1, ordering: .relaxed) }
    end(
      flight, of: address,
      Result { () throws(RenderError) in
        guard flight.isWanted else { throw .stopping() }
        let file = try FilmProcess.run(
          program + address.command(workers: FilmDesk.workers), by: began + deadline,
          isWanted: { flight.isWanted })
        return Made(file: file, tag: String(try file.digest().prefix(32)))
      })
  }

  /// A client that waited has gone: with the last one goes the film.
  private func leave(_ flight: Flight, of address: FilmAddress, _ number: Int) {
    state.withLock { state in
      let isLast = flight.state.withLock { own in
        own.waiters[number] = nil
        if own.waiters.isEmpty { own.isWanted = false }
        return own.waiters.isEmpty
      }
      // Somebody who comes from now on has another one made.
      if isLast, state.flights[address] === flight { state.flights[address] = nil }
    }
  }

  private func end(
    _ flight: Flight, of address: FilmAddress, _ result: Result<Made, RenderError>
  ) {
    let waiters = state.withLock { state -> [Told] in
      if state.flights[address] === flight { state.flights[address] = nil }
      if case .success(let made) = result {
        state.tags.insert(made.tag, for: address, bytes: 128)
        state.made.insert(
          made, for: address, bytes: max(made.file.count, ServiceSettings.leastCost))
      }
      return flight.state.withLock { own in
        defer { own.waiters = [:] }
        return Array(own.waiters.values)
      }
    }
    for told in waiters { told(result) }
  }

  /// Takes no film on any more; those that were asked for are made.
  func drain() { state.withLock { $0.isEnding = true } }

  /// Ends what is being made, and what waits for it; no process outlives it.
  func end() {
    let flights = state.withLock { state in
      state.isEnding = true
      return Array(state.flights.values)
    }
    for flight in flights { flight.state.withLock { $0.isWanted = false } }
    for _ in 0..<500 where running.load(ordering: .relaxed) > 0 { usleep(10_000) }
  }
}
