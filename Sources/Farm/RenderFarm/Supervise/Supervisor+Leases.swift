import RenderPool
import WallfarmPluginKit

/// Lease maintenance.
extension Supervisor {
  /// Extends the leases of this supervisor, drops units whose lease is lost, and ends overdue
  /// leases.
  ///
  /// Overdue leases belong to supervisors that have stopped. The function does nothing until the
  /// interval `betweenExtensions` has passed since the last extension.
  func extendAndExpireLeases(_ pool: RenderPool) throws(RenderError) {
    guard clock.now - extended > settings.betweenExtensions else { return }
    extended = clock.now
    let units = Array(held.values) + moving.values.map(\.unit) + breaker.held + lastChances
    let kept = Set(units.map(\.lease))
    if !kept.isEmpty {
      let lost = try ledger.retrying(
        { () throws(RenderError) in
          let until = try queue.now().adding(settings.lease)
          return try queue.record(kept.map { .extended($0, until: until) })
        }, isWrite: { _ in true })
      // The queue is unavailable. Do not expire leases, because this supervisor's leases were not
      // extended.
      guard let lost else { return }
      // The lost units have been canceled or now belong to other supervisors, so drop their parts.
      for lease in lost { parted.drop(lease) }
      for (id, unit) in held where lost.contains(unit.lease) { pool.cancel(id) }
      for lease in lost {
        moving[lease] = nil
        ledger.lost(lease)
      }
      lastChances.removeAll { lost.contains($0.lease) }
    }
    // A busy machine always has unrecorded changes, which would prevent the expiration below, so
    // write them first.
    try ledger.record(now: true)
    // Expire only leases of other supervisors. This supervisor has just extended its own leases, so
    // they do not expire even if the clock jumps. Units that are done but not recorded yet must not
    // expire either.
    guard ledger.changes.isEmpty else { return }
    let late = try ledger.retrying { () throws(RenderError) in
      try queue.expire(now: try queue.now(), settings.retries)
    }
    for expired in late ?? [] { ledger.expired(expired) }
  }
}
