internal import Dispatch
internal import Glibc
import HTTP
internal import RenderPool
internal import Synchronization
package import WallfarmPluginKit
internal import Work

/// Renders films one at a time while clients take turns; merges equal requests, and caches films in
/// memory.
package final class FilmBoard: Sendable {
  /// A rendered film.
  package struct Made: Sendable {
    package let file: MemoryFile
    /// The first 32 hex digits of the file's digest.
    let tag: String
  }

  package typealias Completion = @Sendable (Result<Made, RenderError>) -> Void

  private typealias Waiter = SharedWaiter<Completion>

  /// Films and frames have separate queues and processes, so that frames do not wait for films.
  private enum Kind: CaseIterable { case films, moments }

  /// The queue of films or frames, and whether a film or frame is being rendered.
  private struct Line {
    /// The queue; each film has a number that distinguishes it from an abandoned film with the same
    /// address.
    var waiting = SharedWaiting<FilmAddress, Int, Completion>(most: FilmBoard.mostWaiting)
    var isBusy = false
  }

  private struct State {
    var made: BoundedCache<FilmAddress, Made>
    /// The tags of films rendered recently, including films that are no longer cached.
    var tags: BoundedCache<FilmAddress, String>
    private var films = Line()
    private var moments = Line()
    var last = 0
    var isEnding = false

    init(
      made: BoundedCache<FilmAddress, Made>, tags: BoundedCache<FilmAddress, String>
    ) { (self.made, self.tags) = (made, tags) }

    subscript(kind: Kind) -> Line {
      get { kind == .films ? films : moments }
      set { if kind == .films { films = newValue } else { moments = newValue } }
    }
  }

  private let program: [String]
  private let deadline: Duration
  /// The dispatch queue to use if no thread can be created.
  private let queue = DispatchQueue(label: "wallfarm films", attributes: .concurrent)
  private let state: Mutex<State>

  /// The maximum number of waiting films and, separately, of waiting frames; additional requests
  /// are rejected.
  static let mostWaiting = 8
  /// Maximum size of cached films in bytes; a film for a phone takes 3 to 11 MB.
  static let mostBytes = 128 << 20
  /// The maximum size of the tag cache in bytes, enough for about 5,000 films.
  private static let tagBytes = 2 << 20
  /// The film deadline as a multiple of the picture deadline.
  static let patience = 4
  /// Number of workers per film; the other cores are for pictures.
  private static let workers = 2

  /// Creates a board.
  ///
  /// - Parameters:
  ///   - program: The path of this program with its first arguments.
  ///   - deadline: The deadline for a picture; films have a longer deadline.
  package init(program: [String], deadline: Duration) {
    (self.program, self.deadline) = (program, deadline * FilmBoard.patience)
    state = Mutex(
      State(
        made: BoundedCache(mostBytes: FilmBoard.mostBytes),
        tags: BoundedCache(mostBytes: FilmBoard.tagBytes)))
  }

  /// Returns the tag of a recently rendered film, or `nil` if the tag is not cached.
  func tag(_ address: FilmAddress) -> String? { state.withLock { $0.tags.value(for: address) } }

  /// Number of films and frames that are being rendered or waiting.
  package var flights: Int {
    state.withLock { state in Kind.allCases.reduce(0) { $0 + state[$1].waiting.count } }
  }

  /// Number of films and frames that are waiting.
  package var waiting: Int {
    state.withLock { state in Kind.allCases.reduce(0) { $0 + state[$1].waiting.waiting } }
  }

  /// Renders a film; the result is reported once, on any thread.
  ///
  /// - Parameters:
  ///   - address: The film.
  ///   - client: The client; the film waits for this client's turn in the queue.
  ///   - began: The arrival time of the request.
  ///   - whenLeft: Receives a closure to call if the client disconnects.
  ///   - completion: Receives the result.
  package func make(
    _ address: FilmAddress, for client: String, since began: SuspendingClock.Instant,
    whenLeft: (@escaping @Sendable () -> Void) -> Void, completion: @escaping Completion
  ) {
    let isFilm = address.part == .film || address.part == .reduced
    let kind = isFilm ? Kind.films : .moments
    let waiter = Waiter(client: client, began: began, completion: completion)
    let (known, refused, needsThread) = state.withLock {
      state -> (Result<Made, RenderError>?, [Waiter], Bool) in
      if let made = state.made.value(for: address) { return (.success(made), [], false) }
      if state.isEnding { return (.failure(.stopping()), [], false) }
      if state[kind].waiting.join(address, waiter) { return (nil, [], false) }
      state.last += 1
      let refused = state[kind].waiting.add(address, state.last, for: waiter)
      let isBusy = state[kind].isBusy
      state[kind].isBusy = true
      return (nil, refused, !isBusy)
    }
    if let known { return completion(known) }
    for waiter in refused { waiter.completion(.failure(.overloaded())) }
    if needsThread { BackgroundThread.start(orOn: queue) { [self] in work(kind) } }
    whenLeft { [self] in leave(kind) { $0.isSame(as: waiter) } }
  }

  /// Renders waiting films, or waiting frames, until none are left.
  private func work(_ kind: Kind) {
    while true {
      let next = state.withLock { state in
        let next = state[kind].waiting.take()
        if next == nil { state[kind].isBusy = false }
        return next
      }
      guard let (address, number) = next else { return }
      var made = run(address, number, kind)
      // A film whose process was killed externally is retried once, like a picture.
      if case .failure(let error) = made, error.code == .workerKilled {
        made = run(address, number, kind)
      }
      end(address, number, kind, made)
    }
  }

  private func run(_ address: FilmAddress, _ number: Int, _ kind: Kind) -> Result<Made, RenderError>
  {
    Result { () throws(RenderError) in
      // The deadline of the process does not move if more clients request the same film.
      let file = try FilmProcess.run(
        program + address.command(workers: FilmBoard.workers),
        by: SuspendingClock().now + deadline,
        isWanted: { state.withLock { $0[kind].waiting[address] == number } })
      return Made(file: file, tag: String(try file.digest().prefix(32)))
    }
  }

  private func end(
    _ address: FilmAddress, _ number: Int, _ kind: Kind, _ result: Result<Made, RenderError>
  ) {
    let waiters = state.withLock { state -> [Waiter] in
      if case .success(let made) = result {
        state.tags.insert(made.tag, for: address, bytes: 128)
        state.made.insert(
          made, for: address, bytes: max(made.file.count, ServiceSettings.leastCost))
      }
      // The film may have been abandoned and then requested again under a new number.
      guard state[kind].waiting[address] == number else { return [] }
      return state[kind].waiting.end(address)
    }
    for waiter in waiters { waiter.completion(result) }
  }

  /// Removes waiters; when the last waiter for a film leaves, the film's process is stopped.
  @discardableResult
  private func leave(_ kind: Kind, where isGone: @Sendable (Waiter) -> Bool) -> [Waiter] {
    state.withLock { $0[kind].waiting.remove(where: isGone).waiters }
  }

  /// Reports a timeout to waiters whose deadline has passed.
  package func lookAfter(now: SuspendingClock.Instant = SuspendingClock().now) {
    let late = Kind.allCases.flatMap { kind in leave(kind) { now - $0.began > deadline } }
    for waiter in late { waiter.completion(.failure(.filmTooLate())) }
  }

  private var isBusy: Bool {
    state.withLock { state in Kind.allCases.contains { state[$0].isBusy } }
  }

  /// Rejects new films; pending films are still rendered.
  func drain() { state.withLock { $0.isEnding = true } }

  /// Stops all films and waits up to 5 s for their processes.
  package func end() {
    let waiters = state.withLock { state in
      state.isEnding = true
      return Kind.allCases.flatMap { state[$0].waiting.endAll() }
    }
    for waiter in waiters { waiter.completion(.failure(.stopping())) }
    for _ in 0..<500 where isBusy { usleep(10_000) }
  }
}
