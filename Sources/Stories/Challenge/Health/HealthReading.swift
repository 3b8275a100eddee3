package import WallfarmPluginKit

/// What an export of health data says about steps.
package struct HealthReading: Hashable, Sendable {
  /// Who wrote the export.
  package enum Format: String, Sendable, Hashable, CaseIterable {
    /// `export.xml` of the Health app of an iPhone.
    case appleHealth = "apple-health"
    /// The database of Health Connect on Android.
    case healthConnect = "health-connect"
  }

  package var format: Format
  /// Records that ended after the moment that was asked for, as they stand in the file.
  package var records: [StepRecord] = []
  /// Who counted; records name them by their place.
  package var sources: [HealthSource] = []
  /// When the export was made: Apple says it, of Health Connect it is when its last record ended.
  package var exportedAt: Moment?
  /// SHA-256 of the file as it was given, 64 lower-case hex digits.
  package var sha256 = ""
  /// How many records of steps the file has, those that were not kept included.
  package var read = 0
  /// How many of them were over before the moment that was asked for.
  package var earlier = 0
  /// How many of them were not counted, and why.
  package var skipped = SkippedRecords()

  /// Makes an empty one.
  package init(format: Format) { self.format = format }
}

/// How many records were left out, by reason.
package struct SkippedRecords: Hashable, Sendable {
  /// Why a record is left out.
  package enum Reason: String, Sendable, Hashable, CaseIterable {
    /// A person typed the number in.
    case typedIn = "typed-in"
    /// No start, no end, no count, or one that cannot be read; an element beyond its limit.
    case broken
    /// A time before 2000 or after 2099, an end before its start, a count below 0 or beyond all steps.
    case outOfRange = "out-of-range"
    /// More than a day.
    case tooLong = "too-long"
    /// It begins more than a day after the moment at which the file is read.
    case fromTheFuture = "from-the-future"
  }

  private var counts = [Int](repeating: 0, count: Reason.allCases.count)

  /// None.
  package init() {}

  /// How many were left out for a reason.
  package subscript(reason: Reason) -> Int {
    get { counts[SkippedRecords.place(reason)] }
    set { counts[SkippedRecords.place(reason)] = newValue }
  }

  /// How many were left out.
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
