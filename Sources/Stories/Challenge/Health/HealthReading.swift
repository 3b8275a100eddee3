package import WallfarmPluginKit

/// The step records of a health export.
package struct HealthReading: Hashable, Sendable {
  /// The format of an export.
  package enum Format: String, Sendable, Hashable, CaseIterable {
    /// The `export.xml` file from the Health app on an iPhone.
    case appleHealth = "apple-health"
    /// The database of Health Connect on Android.
    case healthConnect = "health-connect"
  }

  package var format: Format
  /// Records that ended after the requested time, in the order of the file.
  package var records: [StepRecord] = []
  /// The sources of the records, which refer to them by index.
  package var sources: [HealthSource] = []
  /// The time of the export; for Health Connect, the end of the latest record.
  package var exportedAt: Moment?
  /// The SHA-256 of the original file, as 64 lowercase hex digits.
  package var sha256 = ""
  /// The number of step records in the file, including records that were dropped.
  package var read = 0
  /// The number of records that ended at or before the requested time.
  package var earlier = 0
  /// The number of skipped records, by reason.
  package var skipped = SkippedRecords()

  /// Creates an empty reading.
  package init(format: Format) { self.format = format }
}

/// The numbers of skipped records, by reason.
package struct SkippedRecords: Hashable, Sendable {
  /// The reason why a record is skipped.
  package enum Reason: String, Sendable, Hashable, CaseIterable {
    /// The user entered the value manually.
    case typedIn = "typed-in"
    /// The start, end or count is missing or unreadable, or the element exceeds its size limit.
    case broken
    /// The time is before 2000 or after 2099, the end is before the start, or the count is invalid.
    case outOfRange = "out-of-range"
    /// The record is longer than a day.
    case tooLong = "too-long"
    /// The record begins more than a day after the time at which the export is read.
    case fromTheFuture = "from-the-future"
  }

  private var counts = [Int](repeating: 0, count: Reason.allCases.count)

  /// Creates counts of zero.
  package init() {}

  /// The number of records that were skipped for a reason.
  package subscript(reason: Reason) -> Int {
    get { counts[SkippedRecords.place(reason)] }
    set { counts[SkippedRecords.place(reason)] = newValue }
  }

  /// The number of all skipped records.
  package var total: Int { counts.reduce(0, +) }

  private static func place(_ reason: Reason) -> Int {
    switch reason {
    case .typedIn: 0
    case .broken: 1
    case .outOfRange: 2
    case .tooLong: 3
    case .fromTheFuture: 4
    }
  }
}
