/// Limits on the size of an export: above any real export, low enough to stop a malicious one.
package struct HealthLimits: Sendable, Hashable {
  /// Maximum size of the unpacked XML in bytes; ten years of a watch are 1 to 3 GB.
  package var xmlBytes: Int64 = 4 << 30
  /// Maximum size of a database in bytes; Health Connect's have tens of megabytes.
  package var databaseBytes: Int64 = 1 << 30
  /// Maximum number of records; a phone and a watch make about 60,000 a year, at 24 bytes each.
  package var records = 500_000
  /// Maximum number of sources; a person has about ten devices and apps.
  package var sources = 1000
  /// Maximum number of ZIP entries; Apple adds a file for each of possibly thousands of routes.
  package var entries = 10_000
  /// Maximum number of SQLite VM instructions.
  ///
  /// A record takes about 25, so the limit allows 20 million records, and stops a malicious
  /// database after about ten seconds.
  package var databaseWork = 500_000_000

  /// The limits that the program uses.
  package static let standard = HealthLimits()

  /// Maximum size of an XML element in bytes; a record with its device takes about 400.
  package static let elementBytes = 64 << 10
  /// Maximum number of steps in a record, to keep sums exact; the cadence rule finds false counts.
  package static let stepsOfRecord = 1e9
}
