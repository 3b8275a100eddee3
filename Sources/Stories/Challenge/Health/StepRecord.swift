package import WallfarmPluginKit

/// Steps that a source counted in a time interval.
///
/// The layout is compact (24 bytes per record), because exports contain several hundred thousand
/// records.
package struct StepRecord: Hashable, Sendable {
  /// The start in milliseconds since 1970, UTC; Health Connect stores milliseconds, but Apple
  /// stores only seconds.
  package let start: Int64
  /// The number of steps, which is fractional if an app has split a count.
  package let count: Double
  /// The duration in milliseconds; 0 for a single moment, at most ``longest``.
  package let length: UInt32
  /// The local UTC offset in minutes, positive to the east.
  package let offset: Int16
  /// The index of the source in the accompanying list of sources.
  package let source: UInt16

  /// Creates a record.
  ///
  /// - Parameters:
  ///   - start: the start in milliseconds since 1970.
  ///   - length: the duration in milliseconds, 0…``longest``.
  ///   - count: the number of steps, at least 0.
  ///   - offset: the UTC offset in minutes.
  ///   - source: an index into the list of sources.
  package init(start: Int64, length: Int, count: Double, offset: Int, source: Int) {
    precondition(length >= 0 && length <= StepRecord.longest && count >= 0 && count.isFinite)
    self.start = start
    self.length = UInt32(length)
    self.count = count
    self.offset = Int16(offset)
    self.source = UInt16(source)
  }

  /// The exclusive end, in milliseconds since 1970.
  package var end: Int64 { start + Int64(length) }

  /// The maximum duration in milliseconds: one day.
  ///
  /// Longer records are totals that were entered manually and have no useful time.
  package static let longest = 86_400_000
}

extension Moment {
  /// Milliseconds since 1970.
  package var milliseconds: Int64 { Int64(seconds) * 1000 }
}
