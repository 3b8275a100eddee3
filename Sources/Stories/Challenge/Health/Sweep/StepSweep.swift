package import WallfarmPluginKit

/// Merges the records of phones, watches and apps so that each moment counts once.
///
/// 1. A record with more than 5 steps per second is dropped and flagged (``CadenceRule``).
/// 2. Where records overlap, the record of the most trusted source counts: each record counts in
///    proportion to the part of its length that is not covered by a record of a more trusted
///    source. Among overlapping records of the same source, the densest counts, so that the result
///    does not depend on how a source splits time into records.
/// 3. A zero-length record counts in full, with two exceptions: a longer record of the same or a
///    more trusted source covers its moment, or a more trusted source has a zero-length record at
///    the same moment.
/// 4. The part of a record before the start does not count.
/// 5. Of the remaining steps, at most 3,000 count in any 10 minutes (``CadenceRule``).
package enum StepSweep {
  /// Counts the steps of records.
  ///
  /// The running time is O(n log n), plus the number of minutes that the records cover.
  ///
  /// - Parameters:
  ///   - records: the records in any order.
  ///   - sources: the sources, which records refer to by index.
  ///   - since: the time from which steps count.
  ///   - until: the current time; records that begin more than a day later do not count.
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
