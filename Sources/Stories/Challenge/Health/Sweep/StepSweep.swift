package import WallfarmPluginKit

/// Counts each moment once where a phone, a watch and apps have counted the same steps.
///
/// 1. A record with more than five steps a second is left out and flagged (``CadenceRule``).
/// 2. Of all records that lie over a moment, the one of the source that is believed first counts there; a
///    record counts with the share of its length in which it is that one. Where records of one source lie
///    over each other, the densest counts: so it makes no difference how a source cuts its time into records.
/// 3. A record without a length counts whole, unless one of the same source or of a better one lies over its
///    moment, or a better source has such a record there too.
/// 4. What was before the beginning does not count, in proportion.
/// 5. Of what is left, at most 3,000 steps count in any ten minutes (``CadenceRule``).
package enum StepSweep {
  /// Counts the steps of some records.
  ///
  /// Takes time in proportion to n · log n, and to the minutes that records lie over.
  ///
  /// - Parameters:
  ///   - records: in any order.
  ///   - sources: who counted; records name them by their place.
  ///   - since: the moment from which on steps count.
  ///   - until: now; records that begin more than a day later do not count.
  /// - Returns: the totals.
  package static func totals(
    of records: [StepRecord], sources: [HealthSource], since: Moment, until: Moment
  ) -> StepTotals {
    var counter = StepCounter(since: since.milliseconds)
    let latest = until.milliseconds + Int64(StepRecord.longest)
    var plausible: [StepRecord] = []
    plausible.reserveCapacity(records.count)
    for record in records where record.end > since.milliseconds && record.count > 0 {
      if record.start > latest {
        counter.totals.fromTheFuture += 1
      } else if counter.accepts(record) {
        plausible.append(record)
      }
    }
    var pieces = StepPieces(plausible, priorities: sources.map(\.priority))
    while let piece = pieces.next() { counter.add(piece) }
    return counter.finish()
  }
}
