import RenderPool
import WallfarmPluginKit

/// Which units a supervisor takes from its queue, and how it keeps them.
extension Supervisor {
  /// Leases two units for each worker or, where they are quick, those of the next second.
  ///
  /// So the pool has a choice, the queue is asked once for many, and whatever else waits is there for other
  /// machines and for what comes later and is more urgent. With 256 held it was no faster (black 0.98, gradient
  /// 1.07, photo 0.96 of its time).
  func order(from pool: RenderPool) throws(RenderError) {
    guard stop == .no, !weather.isBad, !transport.isFull,
      ledger.changes.isEmpty || ledger.isWritable,
      clock.now - looked > .milliseconds(ledger.isWritable ? 20 : 200)
    else { return }
    let turn = clock.now - looked
    looked = clock.now
    let hasNews = queue.hasNews()
    if hasNews { dry = nil }
    guard try askWhetherPaused(hasNews) else { return }
    let wanted = UnitPace.wanted(
      workers: settings.pool.workers, perSecond: pace.perSecond(now: clock.now), turn: turn)
    let has = held.count + moving.count
    guard !isPaused, has <= wanted * 3 / 4,
      dry.map({ clock.now - $0 > queue.betweenLooks }) ?? true
    else { return }
    let more = try ledger.patiently(
      { () throws(RenderError) in
        let now = try queue.now()
        return try queue.lease(
          wanted - has, films: roomForFilms, by: settings.holder,
          until: now.adding(settings.lease), now: now)
      }, isWrite: { !$0.isEmpty })
    dry = more?.isEmpty == true ? clock.now : nil
    for unit in more ?? [] { begin(unit, pool) }
  }

  /// How many more films are of use now: a film is work for all workers, and what waits here no other machine makes.
  ///
  /// Two, so that there is another one when the last seconds of one are made; more where that leaves workers idle.
  private var roomForFilms: Int {
    let begun = Set(held.values.filter(\.spec.isFilm).map(\.lease))
      .union(moving.filter { $1.unit.spec.isFilm && $1.rendered == nil }.keys)
    guard begun.count >= 2 else { return 2 - begun.count }
    let orders = held.values.count { $0.spec.isFilm }
    return orders < settings.pool.workers ? 1 : 0
  }

  /// Looks whether the queue is paused; false where it cannot be asked.
  private func askWhetherPaused(_ hasNews: Bool) throws(RenderError) -> Bool {
    guard hasNews || clock.now - askedPause > queue.betweenLooks else { return true }
    askedPause = clock.now
    guard let paused = try ledger.patiently({ () throws(RenderError) in try queue.isPaused() })
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

  /// Orders a unit, or has its inputs brought.
  ///
  /// - Returns: why it cannot be rendered; nil where it is on its way.
  func submit(_ unit: LeasedUnit, to pool: RenderPool) -> RenderError? {
    switch transport.order(of: unit) {
    case .ready(let order): held[pool.submit(order)] = unit
    case .film(let order, let film): take(films.begin(unit, order, film), of: unit, pool)
    case .later: moving[unit.lease] = (unit, nil)
    case .refused(let error): return error
    }
    return nil
  }

  /// Nothing is begun while the queue is paused, or cannot take down what becomes of it.
  func hold(_ pool: RenderPool) {
    let wants = isPaused || !ledger.isWritable || weather.isBad || transport.isFull
    guard wants != isHeld else { return }
    isHeld = wants
    pool.hold(wants)
  }

  func giveBackLastChances() {
    for unit in lastChances { ledger.givenBack(unit.lease) }
    lastChances = []
  }

  /// Tries what used up its attempts once more, one at a time, when nothing else is left for this supervisor.
  func tryAlone(_ pool: RenderPool) {
    guard stop == .no, held.isEmpty, moving.isEmpty, weather.held.isEmpty, !lastChances.isEmpty,
      !weather.isBad, ledger.changes.isEmpty
    else { return }
    // What others have is no business of its own.
    if settings.isShared {
      guard dry != nil else { return }
    } else {
      guard let open = try? queue.counts().open, open <= lastChances.count else { return }
    }
    let unit = lastChances.removeFirst()
    alone = unit.lease
    begin(unit, pool)
  }

  // MARK: - Leases

  /// Keeps the leases of the units that the pool has, finds those that were taken away, and ends those of
  /// supervisors that are gone.
  func extendAndExpireLeases(_ pool: RenderPool) throws(RenderError) {
    guard clock.now - extended > settings.betweenExtensions else { return }
    extended = clock.now
    let units = Array(held.values) + moving.values.map(\.unit) + weather.held + lastChances
    let kept = Set(units.map(\.lease))
    if !kept.isEmpty {
      let lost = try ledger.patiently(
        { () throws(RenderError) in
          let until = try queue.now().adding(settings.lease)
          return try queue.record(kept.map { .extended($0, until: until) })
        }, isWrite: { _ in true })
      // Without an extension nothing may expire either.
      guard let lost else { return }
      // The picture of a cancelled unit is not wanted any more.
      for lease in lost { films.drop(lease) }
      for (id, unit) in held where lost.contains(unit.lease) { pool.cancel(id) }
      for lease in lost {
        moving[lease] = nil
        ledger.lost(lease)
      }
      lastChances.removeAll { lost.contains($0.lease) }
    }
    // On a busy machine, there are always unrecorded changes; write them first.
    try ledger.record(now: true)
    // Those of others: own leases were just extended, so a clock that jumps ends none of them.
    // What is done and not recorded yet must not expire either.
    guard ledger.changes.isEmpty else { return }
    let late = try ledger.patiently { () throws(RenderError) in
      try queue.expire(now: try queue.now(), settings.retries)
    }
    for expired in late ?? [] { ledger.expired(expired) }
  }
}
