/// Limits on the size of an export.
///
/// No real export reaches the limits, but they are low enough to stop a malicious export.
package struct HealthLimits: Sendable, Hashable {
  /// The maximum size of the unpacked XML in bytes; ten years of data from a watch take 1 to 3 GB.
  package var xmlBytes: Int64 = 4 << 30
  /// The maximum size of a database in bytes; Health Connect databases take tens of megabytes.
  package var databaseBytes: Int64 = 1 << 30
  /// The maximum number of records, each of which takes 24 bytes.
  ///
  /// A phone and a watch create about 60,000 records a year.
  package var records = 500_000
  /// The maximum number of sources; a person has about ten devices and apps.
  package var sources = 1000
  /// The maximum number of ZIP entries.
  ///
  /// Apple adds a file for each route, and there can be thousands of routes.
  package var entries = 10_000
  /// Maximum number of SQLite VM instructions.
  ///
  /// Reading a record takes about 25 instructions, so the limit allows 20 million records. The
  /// limit stops a malicious database after about ten seconds.
  package var databaseWork = 500_000_000

  /// The limits that the program uses.
  package static let standard = HealthLimits()

  /// Maximum size of an XML element in bytes; a record with its device description takes about 400
  /// bytes.
  package static let elementBytes = 64 << 10
  /// The maximum number of steps in a record.
  ///
  /// The limit only keeps sums exact; ``CadenceRule`` rejects implausible counts.
  package static let stepsOfRecord = 1e9
}
