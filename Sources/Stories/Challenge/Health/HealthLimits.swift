/// How much of an export is read: more than anybody has, and little enough for a file that lies.
package struct HealthLimits: Sendable, Hashable {
  /// Ten years of a watch are 1 to 3 GB of XML; what is packed is counted as it is unpacked.
  package var xmlBytes: Int64 = 4 << 30
  /// A database of Health Connect has tens of megabytes.
  package var databaseBytes: Int64 = 1 << 30
  /// A phone and a watch make some 60,000 records a year, 24 bytes each in memory: 12 MB.
  package var records = 500_000
  /// Ten devices and apps are many.
  package var sources = 1000
  /// Entries of a ZIP that are looked at: Apple adds a file for each route, and people have thousands.
  package var entries = 10_000
  /// Steps of SQLite's machine: it takes some 25 for a record, so that is 20 million records, and about
  /// ten seconds for a database that is made to keep it busy.
  package var databaseWork = 500_000_000

  /// Those that hold.
  package static let standard = HealthLimits()

  /// A record has some 400 bytes, with the description of its device.
  package static let elementBytes = 64 << 10
  /// Only to keep sums exact: what nobody walks is told by its cadence.
  package static let stepsOfRecord = 1e9
}
