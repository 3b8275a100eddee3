import RenderPool
import WallfarmPluginKit

/// Leases units and submits them to the pool.
extension Supervisor {
  /// Leases two units per worker, or more if more units are expected to finish within the next
  /// second.
  ///
  /// This rule gives the pool a choice of units and reduces the number of queue accesses. The
  /// remaining units stay available to other machines, and more urgent units that are added later
  /// can be leased before them. Holding 256 units instead was not faster overall (time relative to
  /// this rule: black background 0.98, gradient 1.07, photo 0.96).
  func order(from pool: RenderPool) throws(RenderError) {
    guard stop == .no, !breaker.isBad, !transport.isFull,
      ledger.changes.isEmpty || ledger.isWritable,
      clock.now - looked > .milliseconds(ledger.isWritable ? 20 : 200)
    else { return }
    let turn = clock.now - looked
    looked = clock.now
    let hasNews = queue.hasNews()
    if hasNews { dry = nil }
    guard try updatePause(hasNews) else { return }
    let wanted = UnitPace.wanted(
      workers: settings.pool.workers, perSecond: pace.perSecond(now: clock.now), turn: turn)
    let has = held.count + moving.count
    guard !isPaused, has <= wanted * 3 / 4,
      dry.map({ clock.now - $0 > queue.betweenLooks }) ?? true
    else { return }
    let more = try ledger.retrying(
      { () throws(RenderError) in
        let now = try queue.now()
        return try queue.lease(
          wanted - has, films: roomForFilms, by: settings.holder,
          until: now.adding(settings.lease), now: now)
      }, isWrite: { !$0.isEmpty })
    dry = more?.isEmpty == true ? clock.now : nil
    for unit in more ?? [] { begin(unit, pool) }
  }

  /// The number of films that may be leased in addition to the current ones.
  ///
  /// The number is limited because a film uses all workers, and other machines could render the
  /// film instead. With two films, the workers stay busy even during the last segments of one film.
  /// Further films are leased only if workers are idle.
  private var roomForFilms: Int {
    let begun = Set(held.values.filter(\.spec.isFilm).map(\.lease))
      .union(moving.filter { $1.unit.spec.isFilm && $1.rendered == nil }.keys)
    guard begun.count >= 2 else { return 2 - begun.count }
    let orders = held.values.count { $0.spec.isFilm }
    return orders < settings.pool.workers ? 1 : 0
  }

  /// Updates the pause state; returns `false` if the queue is unavailable.
  private func updatePause(_ hasNews: Bool) throws(RenderError) -> Bool {
    guard hasNews || clock.now - pauseChecked > queue.betweenLooks else { return true }
    pauseChecked = clock.now
    guard let paused = try ledger.retrying({ () throws(RenderError) in try queue.isPaused() })
    else { return false }
    if paused != isPaused {
      isPaused = paused
      ledger.tell(.paused(paused))
    }
    return true
  }

  private func begin(_ unit: LeasedUnit, _ pool: RenderPool) {
    if let error = submit(unit, to: pool) {
      ledger.failed(unit.lease, error, failures: unit.failures)
    }
  }

  /// Submits a unit to the pool, or starts fetching its inputs.
  ///
  /// - Returns: The error if the unit cannot be rendered, or `nil`.
  func submit(_ unit: LeasedUnit, to pool: RenderPool) -> RenderError? {
    var unit = unit
    switch transport.order(of: &unit) {
    case .ready(let order): held[pool.submit(order)] = unit
    case .parts(let order, let parts): take(parted.begin(unit, order, parts), of: unit, pool)
    case .later: moving[unit.lease] = (unit, nil)
    case .refused(let error): return error
    }
    return nil
  }

  /// Pauses the pool while the queue is paused, results cannot be recorded, the machine fails, or
  /// transfers are at their limit.
  func hold(_ pool: RenderPool) {
    let wants = isPaused || !ledger.isWritable || breaker.isBad || transport.isFull
    guard wants != isHeld else { return }
    isHeld = wants
    pool.hold(wants)
  }

  func giveBackLastChances() {
    for unit in lastChances { ledger.givenBack(unit.lease) }
    lastChances = []
  }

  /// Gives units that have used all their attempts one more attempt, one unit at a time.
  ///
  /// The function does so only when this supervisor has no other units.
  func tryAlone(_ pool: RenderPool) {
    guard stop == .no, held.isEmpty, moving.isEmpty, breaker.held.isEmpty, !lastChances.isEmpty,
      !breaker.isBad, ledger.changes.isEmpty
    else { return }
    // If the queue is shared, do not wait for units of other supervisors.
    if settings.isShared {
      guard dry != nil else { return }
    } else {
      guard let open = try? queue.counts().open, open <= lastChances.count else { return }
    }
    let unit = lastChances.removeFirst()
    alone = unit.lease
    begin(unit, pool)
  }
}
