import RenderPool
import WallfarmPluginKit

/// Handles events that concern units.
extension Supervisor {
  func handle(_ news: FarmNews.Event, _ pool: RenderPool) throws(RenderError) {
    switch news {
    case .pool(let event): try handle(event, pool)
    case .moved(let lease, let event): handle(event, of: lease, pool)
    }
  }

  private func handle(_ event: PoolEvent, _ pool: RenderPool) throws(RenderError) {
    let unit = event.ended.flatMap { held.removeValue(forKey: $0) }
    if event.ended != nil { pace.ended() }
    if let unit, parted.has(unit.lease) {
      return take(parted.handle(event, of: unit), of: unit, pool)
    }
    switch event {
    case .ready(let fence): ledger.tell(.ready(fence))
    case .started(let id, _):
      if let unit = held[id] { ledger.begun(unit.lease) }
    case .stage: break
    case .workerReplaced(let reason): ledger.workerReplaced(reason)
    case .cannotStart(let error): throw error
    case .done(_, let rendered):
      guard let unit else { return }
      takeAway(rendered, of: unit)
    case .failed(_, let error), .lost(_, let error):
      guard let unit else { return }
      failed(unit, error, wasAlone: unit.lease == alone)
    case .withdrawn(_, let reason):
      // The lease of a canceled unit has already been revoked.
      guard let unit, reason != .cancelled else { return }
      ledger.givenBack(unit.lease)
    }
  }

  /// Executes the next step of a unit that consists of parts.
  func take(_ step: UnitInParts.Step, of unit: LeasedUnit, _ pool: RenderPool) {
    switch step {
    case .order(let orders): for order in orders { held[pool.submit(order)] = unit }
    case .whole(let rendered): takeAway(rendered, of: unit)
    case .failed(let error): failed(unit, error, wasAlone: unit.lease == alone)
    case .withdrawn: ledger.givenBack(unit.lease)
    case .ending:
      for (id, other) in held where other.lease == unit.lease { pool.takeBack(id) }
    case .wait, .dropped: break
    }
  }

  private func takeAway(_ rendered: RenderedOrder, of unit: LeasedUnit) {
    guard transport.takeAway(rendered, of: unit) else { return delivered(unit, rendered) }
    moving[unit.lease] = (unit, rendered)
  }

  /// Handles the end of an input or picture transfer.
  private func handle(_ event: UnitMove, of lease: Lease, _ pool: RenderPool) {
    // If the unit is not found, its lease was lost during the transfer.
    guard let (unit, rendered) = moving.removeValue(forKey: lease) else { return }
    switch event {
    case .inputsArrived:
      // If the cache has evicted the inputs in the meantime, they are fetched once more.
      if let error = submit(unit, to: pool) { failed(unit, error, wasAlone: false) }
    case .delivered:
      guard let rendered else { return }
      delivered(unit, rendered)
    case .failed(let error): failed(unit, error, wasAlone: false)
    }
  }

  private func delivered(_ unit: LeasedUnit, _ rendered: RenderedOrder) {
    breaker.done()
    ledger.done(unit, receipt: rendered.receipt, rendered.figures)
  }

  func failed(_ unit: LeasedUnit, _ error: RenderError, wasAlone: Bool) {
    // The unit ran alone, so no other unit can be the cause.
    if wasAlone, !error.code.needsProbe {
      return ledger.failed(unit.lease, error, failures: unit.failures)
    }
    // While draining, do not wait for a store to recover; the next batch retries the unit.
    if stop != .no, error.code.needsProbe { return ledger.givenBack(unit.lease) }
    if let judged = breaker.failed(unit, error) { judge(judged) }
  }

  func judge(_ judged: CircuitBreaker.Judged) {
    let (unit, error) = (judged.unit, judged.error)
    if judged.isExcused { return ledger.givenBack(unit.lease) }
    if unit.failures + 1 >= settings.retries.attempts,
      RetryPolicy.deservesLastChance(error.code)
    {
      lastChances.append(unit)
      return
    }
    ledger.failed(unit.lease, error, failures: unit.failures)
  }
}
