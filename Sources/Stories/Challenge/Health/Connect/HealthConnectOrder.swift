import Storage

/// Who counted in Health Connect, and whom the person believes first.
///
/// `health_data_category_priority_table` has a row for activity, with the numbers of apps as
/// `app_id_priority_order`, the first one believed first: they go before all others, in that order. Other apps,
/// and all where there is no such row, are ordered as on an iPhone: watches, phones (its own counter: `android`
/// and Google Fit), others by name.
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
  /// More rows than apps and devices that anybody has are not read.
  private static let mostRows = 10_000
  private static let counters: Set<String> = [
    "android", "com.google.android.apps.fitness",
  ]

  /// Reads the small tables; each of them may be missing.
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

  /// `Device` of Health Connect: 1 is a watch, 2 a phone, 4 a ring, 6 a band; rings and bands are worn too.
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

  /// The source of a record, by the numbers of its app and its device.
  func source(app number: Int64?, device: Int64?) -> HealthSource {
    let app = number.flatMap { apps[$0] }
    let device = device.flatMap { devices[$0] }
    let isCounter = app.map { HealthConnectOrder.counters.contains($0.package) } ?? false
    return HealthSource(
      name: app?.name ?? number.map { "app \($0)" } ?? "",
      kind: device?.kind ?? (isCounter ? .phone : .other), hardware: device?.model ?? "",
      priority: 0)
  }

  /// What goes before the kind of a source: the place that the person gave it.
  func rank(_ source: HealthSource) -> Int { ranks[source.name] ?? Int.max }

  private static func cut(_ text: String) -> String {
    String(text.prefix(HealthSource.longestName))
  }
}
