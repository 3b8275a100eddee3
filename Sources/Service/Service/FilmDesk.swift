internal import Dispatch
internal import Glibc
import HTTP
internal import RenderPool
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

  private typealias Waiter = SharedWaiter<Told>

  /// Films have a process, and moments another, which waits for none of them.
  private enum Kind: CaseIterable { case films, moments }

  /// What waits for a process, and whether one is at work.
  private struct Line {
    /// A number tells a film from one that was given up and is asked for again.
    var waiting = SharedWaiting<FilmAddress, Int, Told>(most: FilmDesk.mostWaiting)
    var isBusy = false
  }

  private struct State {
    var made: BoundedCache<FilmAddress, Made>
    /// Of what was made since the service began.
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
  /// Where a thread cannot be had.
  private let queue = DispatchQueue(label: "wallfarm films", attributes: .concurrent)
  private let state: Mutex<State>

  /// So many films wait at most, and so many moments; more are refused.
  static let mostWaiting = 8
  /// Of films that are kept; a film of a phone has 3 to 11 MB.
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
    state = Mutex(
      State(
        made: BoundedCache(mostBytes: FilmDesk.mostBytes),
        tags: BoundedCache(mostBytes: FilmDesk.tagBytes)))
  }

  /// The tag of a film that was made since the service began; nil where it was not.
  func tag(_ address: FilmAddress) -> String? { state.withLock { $0.tags.value(for: address) } }

  /// How many are being made, or wait for it.
  var flights: Int {
    state.withLock { state in Kind.allCases.reduce(0) { $0 + state[$1].waiting.count } }
  }

  /// How many of them are not begun.
  var waiting: Int {
    state.withLock { state in Kind.allCases.reduce(0) { $0 + state[$1].waiting.waiting } }
  }

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
    let isFilm = address.part == .film || address.part == .reduced
    let kind = isFilm ? Kind.films : .moments
    let waiter = Waiter(client: client, began: began, told: told)
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
    if let known { return told(known) }
    for waiter in refused { waiter.told(.failure(.overloaded())) }
    if needsThread { BackgroundThread.start(orOn: queue) { [self] in work(kind) } }
    whenLeft { [self] in leave(kind) { $0.isSame(as: waiter) } }
  }

  /// Makes what waits until nothing does.
  private func work(_ kind: Kind) {
    while true {
      let next = state.withLock { state in
        let next = state[kind].waiting.take()
        if next == nil { state[kind].isBusy = false }
        return next
      }
      guard let (address, number) = next else { return }
      var made = run(address, number, kind)
      // What was killed from outside did nothing wrong: it is made once more, as a picture is.
      if case .failure(let error) = made, error.code == .workerKilled {
        made = run(address, number, kind)
      }
      end(address, number, kind, made)
    }
  }

  private func run(_ address: FilmAddress, _ number: Int, _ kind: Kind) -> Result<Made, RenderError>
  {
    Result { () throws(RenderError) in
      // Where others join those who wait for it again and again, it ends all the same.
      let file = try FilmProcess.run(
        program + address.command(workers: FilmDesk.workers),
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
      // One that was given up may have been asked for again since.
      guard state[kind].waiting[address] == number else { return [] }
      return state[kind].waiting.end(address)
    }
    for waiter in waiters { waiter.told(result) }
  }

  /// Takes waiters away: with the last one goes the film, and its process.
  @discardableResult
  private func leave(_ kind: Kind, where isGone: @Sendable (Waiter) -> Bool) -> [Waiter] {
    state.withLock { $0[kind].waiting.remove(where: isGone).waiters }
  }

  /// Tells those whose time is up, whether their film was begun or not.
  func lookAfter(now: SuspendingClock.Instant = SuspendingClock().now) {
    let late = Kind.allCases.flatMap { kind in leave(kind) { now - $0.began > deadline } }
    for waiter in late { waiter.told(.failure(.filmTooLate())) }
  }

  private var isBusy: Bool {
    state.withLock { state in Kind.allCases.contains { state[$0].isBusy } }
  }

  /// Takes no film on any more; those that were asked for are made.
  func drain() { state.withLock { $0.isEnding = true } }

  /// Ends what is being made, and what waits for it; no process outlives it.
  func end() {
    let waiters = state.withLock { state in
      state.isEnding = true
      return Kind.allCases.flatMap { state[$0].waiting.endAll() }
    }
    for waiter in waiters { waiter.told(.failure(.stopping())) }
    for _ in 0..<500 where isBusy { usleep(10_000) }
  }
}
