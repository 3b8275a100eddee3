import PhotoLibrary
import Testing
import WallfarmTesting

/// Scans throttle themselves on battery power and on hot machines.
@Suite struct MachineEaseTests {
  private func reason(_ files: [String: String]) throws -> MachineEase.Reason? {
    let folder = try TemporaryFolder()
    for (name, text) in files { try folder.write(text + "\n", to: name) }
    return MachineEase(supplies: folder.file("power"), zones: folder.file("thermal")).reason()
  }

  private static let battery = [
    "power/BAT0/type": "Battery", "power/BAT0/status": "Discharging", "power/BAT0/scope": "System",
  ]

  @Test func aBatteryThatGivesIsSpared() throws {
    #expect(try reason(Self.battery) == .battery)
    #expect(try reason(Self.battery.merging(["power/BAT0/status": "Charging"]) { $1 }) == nil)
    let plug = ["power/AC/type": "Mains", "power/AC/online": "1"]
    #expect(try reason(Self.battery.merging(plug) { $1 }) == nil)
    #expect(
      try reason(Self.battery.merging(["power/AC/type": "Mains", "power/AC/online": "0"]) { $1 })
        == .battery)
  }

  /// A power supply with the scope `Device` is, for example, the battery of a mouse.
  @Test func theBatteryOfADeviceIsNotTheMachines() throws {
    #expect(try reason(Self.battery.merging(["power/BAT0/scope": "Device"]) { $1 }) == nil)
  }

  @Test(arguments: [(60_000, false), (94_000, false), (96_000, true), (105_000, true)])
  func heatIsNearWhereTheMachineSlowsDown(_ temperature: Int, _ isHot: Bool) throws {
    let zone = [
      "thermal/thermal_zone0/temp": "\(temperature)",
      "thermal/thermal_zone0/trip_point_0_type": "active",
      "thermal/thermal_zone0/trip_point_0_temp": "50000",
      "thermal/thermal_zone0/trip_point_1_type": "passive",
      "thermal/thermal_zone0/trip_point_1_temp": "100000",
    ]
    #expect(try reason(zone) == (isHot ? .heat : nil))
  }

  @Test func whatTellsNothingIsNotSpared() throws {
    #expect(try reason([:]) == nil)
    #expect(try reason(["thermal/thermal_zone0/temp": "99000", "power/BAT0/status": "?"]) == nil)
  }

  /// Throttling rests for as long as the work took, stops when asked to, and rarely polls the state
  /// of the machine.
  @Test func sparingIsResting() {
    var (asked, rested) = (0, Duration.zero)
    var now = SuspendingClock().now
    let pace = ScanPace(
      ease: {
        asked += 1
        return .battery
      }, now: { now }, rest: { rested += $0 })
    for _ in 0..<3 { #expect(pace.spare(after: .milliseconds(500), { false }) == .battery) }
    #expect(rested == .milliseconds(1500) && asked == 1)
    now += .seconds(6)
    _ = pace.spare(after: .seconds(3), { true })
    #expect(rested == .milliseconds(1500) && asked == 2)
  }
}
