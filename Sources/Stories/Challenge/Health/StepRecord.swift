import WallfarmPluginKit

/// Steps that one source counted between two moments: 24 bytes, since an export has hundreds of thousands.
package struct StepRecord: Hashable, Sendable {
  /// When counting began, in milliseconds since 1970, UTC: Health Connect has milliseconds, Apple seconds.
  package let start: Int64
  /// How many steps; fractions happen where an app has split a count.
  package let count: Double
  /// How long they were counted, in milliseconds; 0 for a single moment, at most ``longest``.
  package let length: UInt32
  /// What clocks showed there, in minutes east of UTC.
  package let offset: Int16
  /// Where its source is in the list that belongs to it.
  package let source: UInt16

  /// Makes a record.
  ///
  /// - Parameters:
  ///   - start: in milliseconds since 1970.
  ///   - length: in milliseconds, from 0 to ``longest``.
  ///   - count: steps, from 0.
  ///   - offset: minutes east of UTC.
  ///   - source: a place in the list of sources.
  package init(start: Int64, length: Int, count: Double, offset: Int, source: Int) {
    precondition(length >= 0 && length <= StepRecord.longest && count >= 0 && count.isFinite)
    self.start = start
    self.length = UInt32(length)
    self.count = count
    self.offset = Int16(offset)
    self.source = UInt16(source)
  }

  /// When counting ended, in milliseconds since 1970; the end belongs to what comes next.
  package var end: Int64 { start + Int64(length) }

  /// A day, in milliseconds: a longer record is a sum that somebody made, and says nothing of when.
  package static let longest = 86_400_000
}

extension Moment {
  /// In milliseconds since 1970, as records have it.
  var milliseconds: Int64 { Int64(seconds) * 1000 }
}
