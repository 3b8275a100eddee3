internal import Files

/// Detects whether the load on the machine should be reduced.
package struct MachineEase: Sendable {
  /// The reason for reducing the load on the machine.
  package enum Reason: String, Hashable, Sendable {
    case battery
    case heat
  }

  private let supplies: String
  private let zones: String

  /// - Parameters:
  ///   - supplies: The sysfs folder of power supplies.
  ///   - zones: The sysfs folder of thermal zones.
  package init(
    supplies: String = "/sys/class/power_supply", zones: String = "/sys/class/thermal"
  ) {
    (self.supplies, self.zones) = (supplies, zones)
  }

  /// The distance below the lowest trip point at which a machine counts as hot, in thousandths of a
  /// degree Celsius.
  private static let nearly = 5000

  /// The current reason for reducing the load on the machine, or `nil`.
  package func reason() -> Reason? {
    if isOnBattery { return .battery }
    return isHot ? .heat : nil
  }

  /// Whether a battery is discharging and no mains supply is online; batteries of peripherals are
  /// ignored.
  private var isOnBattery: Bool {
    var gives = false
    for name in Files.names(in: supplies) {
      let supply = "\(supplies)/\(name)"
      guard word("\(supply)/scope") != "Device" else { continue }
      if word("\(supply)/online") == "1", word("\(supply)/type") != "Battery" { return false }
      if word("\(supply)/status") == "Discharging" { gives = true }
    }
    return gives
  }

  private var isHot: Bool {
    Files.names(in: zones).contains { name in
      guard name.hasPrefix("thermal_zone"), let now = number("\(zones)/\(name)/temp") else {
        return false
      }
      // Trip points (Linux, Documentation/driver-api/thermal/sysfs-api.rst).
      let trips = (0..<12).compactMap { trip -> Int? in
        let kind = word("\(zones)/\(name)/trip_point_\(trip)_type")
        guard kind == "passive" || kind == "hot" || kind == "critical" else { return nil }
        return number("\(zones)/\(name)/trip_point_\(trip)_temp")
      }
      guard let first = trips.filter({ $0 > 0 }).min() else { return false }
      return now > first - Self.nearly
    }
  }

  private func word(_ path: String) -> String? {
    guard let bytes = try? Files.readHead(of: path, count: 64) else { return nil }
    return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).first
      .map(String.init)
  }

  private func number(_ path: String) -> Int? { word(path).flatMap { Int($0) } }
}
