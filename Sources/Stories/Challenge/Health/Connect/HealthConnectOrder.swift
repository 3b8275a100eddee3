import Storage

/// The sources of a Health Connect database, in the user's order of priority.
///
/// The row for activity in `health_data_category_priority_table` lists app IDs in
/// `app_id_priority_order`, most trusted first. These apps rank above all others. Other apps are
/// ordered as on an iPhone: watches first, then phones (including the built-in counters `android`
/// and Google Fit), then all others, with each group ordered by name. If the row is missing, this
/// order applies to all apps.
struct HealthConnectOrder {
  private var apps: [Int64: App] = [:]
  private var devices: [Int64: Device] = [:]
  private var ranks: [String: Int] = [:]

  private struct App {
    let name: String
    let package: String
  }

  private struct Device {
    let kind: HealthSource.Kind?
    let model: String
  }

  /// `HealthDataCategory.ACTIVITY`.
  private static let activity: Int64 = 1
  /// The maximum number of rows to read; no real phone has as many apps or devices.
  private static let mostRows = 10_000
  private static let counters: Set<String> = [
    "android", "com.google.android.apps.fitness",
  ]

  /// Reads the tables of apps, devices and priorities, any of which may be missing.
  init(_ database: ForeignDatabase) throws(ForeignDatabase.Failure) {
    try readApps(database)
    try readDevices(database)
    try readRanks(database)
  }

  private mutating func readApps(_ database: ForeignDatabase) throws(ForeignDatabase.Failure) {
    let columns = try database.columns(of: "application_info_table")
    guard columns.isSuperset(of: ["row_id", "package_name"]) else { return }
    let name = columns.contains("app_name") ? "app_name" : "NULL"
    var apps: [Int64: App] = [:]
    try database.rows("SELECT row_id, package_name, \(name) FROM application_info_table") { row in
      if let number = row.integer(0), let package = row.text(1) {
        let name = row.text(2).flatMap { $0.isEmpty ? nil : $0 } ?? package
        apps[number] = App(name: HealthConnectOrder.cut(name), package: package)
      }
      return apps.count < HealthConnectOrder.mostRows
    }
    self.apps = apps
  }

  /// Reads the devices, and derives their kinds from Health Connect's device types.
  ///
  /// The types in `Device` are 1 for a watch, 2 for a phone, 4 for a ring and 6 for a band. Rings
  /// and bands are worn, so they count as watches.
  private mutating func readDevices(_ database: ForeignDatabase) throws(ForeignDatabase.Failure) {
    let columns = try database.columns(of: "device_info_table")
    guard columns.isSuperset(of: ["row_id", "device_type"]) else { return }
    let model = columns.contains("model") ? "model" : "NULL"
    var devices: [Int64: Device] = [:]
    try database.rows("SELECT row_id, device_type, \(model) FROM device_info_table") { row in
      guard let number = row.integer(0) else { return true }
      let kind: HealthSource.Kind? =
        switch row.integer(1) {
        case 1, 4, 6: .watch
        case 2: .phone
        default: nil
        }
      devices[number] = Device(kind: kind, model: HealthConnectOrder.cut(row.text(2) ?? ""))
      return devices.count < HealthConnectOrder.mostRows
    }
    self.devices = devices
  }

  private mutating func readRanks(_ database: ForeignDatabase) throws(ForeignDatabase.Failure) {
    let table = "health_data_category_priority_table"
    let columns = try database.columns(of: table)
    guard columns.isSuperset(of: ["health_data_category", "app_id_priority_order"]) else { return }
    var order = ""
    try database.rows("SELECT health_data_category, app_id_priority_order FROM \(table)") { row in
      guard row.integer(0) == HealthConnectOrder.activity else { return true }
      order = row.text(1) ?? ""
      return false
    }
    let numbers = order.prefix(10_000).split(separator: ",").prefix(HealthLimits.standard.sources)
    for (rank, number) in numbers.enumerated() {
      let app = Int64(number.filter { $0 != " " }).flatMap { apps[$0] }
      if let app, ranks[app.name] == nil { ranks[app.name] = rank }
    }
  }

  /// Returns the source of a record, given the IDs of its app and its device.
  func source(app number: Int64?, device: Int64?) -> HealthSource {
    let app = number.flatMap { apps[$0] }
    let device = device.flatMap { devices[$0] }
    let isCounter = app.map { HealthConnectOrder.counters.contains($0.package) } ?? false
    return HealthSource(
      name: app?.name ?? number.map { "app \($0)" } ?? "",
      kind: device?.kind ?? (isCounter ? .phone : .other), hardware: device?.model ?? "",
      priority: 0)
  }

  /// Returns the rank that the user assigned to a source; the rank takes precedence over the
  /// source's kind.
  func rank(_ source: HealthSource) -> Int { ranks[source.name] ?? Int.max }

  private static func cut(_ text: String) -> String {
    String(text.prefix(HealthSource.longestName))
  }
}
