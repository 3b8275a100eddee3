import Storage
import WallfarmPluginKit

/// Reads the step records from the database that Health Connect on Android exports.
///
/// The tables are defined in `HealthFitness` in the Android sources. Columns were added over time,
/// and their order differs between phones, so they are read by name. Times are in milliseconds
/// since 1970, and UTC offsets are in seconds.
struct HealthConnectReader {
  private let database: ForeignDatabase
  private let order: HealthConnectOrder
  private let columns: Set<String>

  private static let table = "steps_record_table"
  /// Required columns.
  private static let needed = ["start_time", "end_time", "count"]
  private static let useful = [
    "start_zone_offset", "app_info_id", "device_info_id", "recording_method",
  ]
  /// `RECORDING_METHOD_MANUAL_ENTRY` of Health Connect's `Metadata`.
  private static let typedIn: Int64 = 3

  /// Opens a database; returns nil if it is not a Health Connect database.
  init?(descriptor: Int32, limits: HealthLimits) throws(ForeignDatabase.Failure) {
    database = try ForeignDatabase(descriptor: descriptor, mostWork: limits.databaseWork)
    columns = try database.columns(of: HealthConnectReader.table)
    guard HealthConnectReader.needed.allSatisfy(columns.contains) else { return nil }
    order = try HealthConnectOrder(database)
  }

  /// Reads all records.
  func read(into collector: inout StepCollector) throws(ForeignDatabase.Failure) -> HealthReading {
    // Read a missing column as NULL.
    let names =
      HealthConnectReader.needed
      + HealthConnectReader.useful.map { columns.contains($0) ? $0 : "NULL" }
    var read = collector
    try database.rows("SELECT \(names.joined(separator: ", ")) FROM \(HealthConnectReader.table)") {
      row in
      add(row, to: &read)
      return read.excess == nil
    }
    collector = read
    var reading = collector.finished(rank: order.rank)
    reading.exportedAt = collector.latestEnd.map { Moment(seconds: Int($0 / 1000)) }
    return reading
  }

  private func add(_ row: ForeignRow, to collector: inout StepCollector) {
    guard let start = row.integer(0), let end = row.integer(1) else { return collector.addBroken() }
    // UTC offsets in Java range up to 18 hours, and some historical offsets include seconds.
    let offset = Int(max(-64_800, min(64_800, row.integer(3) ?? 0)) / 60)
    let candidate = StepCollector.Candidate(
      start: start, end: end, offset: offset, count: row.integer(2).map { Double($0) },
      isTypedIn: row.integer(6) == HealthConnectReader.typedIn)
    collector.add(candidate) { order.source(app: row.integer(4), device: row.integer(5)) }
  }
}
