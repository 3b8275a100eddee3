import Designs
import Foundation
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Tests the numbers in device files against recorded numbers and against a second JSON parser.
@Suite struct DeviceFactsTests {
  @Test(arguments: RecordedScreens.upright.split(separator: "\n").map(String.init))
  func everyNumberIsTheRecordedOne(_ line: String) throws {
    let words = line.split(separator: " ").map(String.init)
    let device = try DeviceCatalog.shipped.device(words[0])
    #expect(written(device) == words)
  }

  @Test(arguments: RecordedScreens.landscape.split(separator: "\n").map(String.init))
  func everyNumberInLandscapeIsTheRecordedOne(_ line: String) throws {
    let words = line.split(separator: " ").map(String.init)
    let device = try DeviceCatalog.shipped.device(words[0]).turned(to: .landscape)
    let (screen, bounds) = (device.lockScreen, device.suggested)
    let numbers = [
      screen.clockTop, screen.clockBottom, screen.widgetTop, screen.widgetBottom,
      screen.controlsTop, try #require(screen.widgetColumn), bounds.topWithoutWidgets,
      bounds.topWithWidgets, bounds.bottom,
    ]
    #expect([device.id] + numbers.map(number) == words)
    #expect(bounds.topBelowLargeClock == nil && bounds.left == 0 && bounds.right == 0)
  }

  /// Foundation's JSON parser reads the same devices, and looking up a device gives the same result
  /// as reading all devices.
  @Test func everyDeviceIsThatOfItsFile() throws {
    let files = try FileManager.default.contentsOfDirectory(
      atPath: Workspace.installation.devices
    ).filter { $0.hasSuffix(".json") }
    #expect(!files.isEmpty)
    var ids: Set<String> = []
    for file in files {
      let url = URL(fileURLWithPath: Workspace.installation.devices + "/" + file)
      let root = try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any]
      for entry in root?["devices"] as? [[String: Any]] ?? [] {
        let screens = entry["states"] as? [[String: Any]] ?? [entry]
        for (index, screen) in screens.enumerated() {
          let state = screen["state"] as? String
          let id = (entry["id"] as? String ?? "") + (index == 0 ? "" : ":\(state ?? "")")
          // Use a new catalog, which reads only the lines of this device.
          let device = try DeviceCatalog(installation: Workspace.installation).device(id)
          ids.insert(id)
          #expect(device.id == id && device.state == state)
          #expect(device.kind.rawValue == entry["kind"] as? String, "\(id)")
          #expect(device.maker == entry["maker"] as? String, "\(id)")
          #expect(
            [device.pixels.width, device.pixels.height] == screen["pixels"] as? [Int], "\(id)")
          #expect(device.ppi == screen["ppi"] as? Int, "\(id)")
          #expect(device == DeviceCatalog.shipped.devices.first { $0.id == id }, "\(id)")
        }
      }
    }
    #expect(ids == Set(DeviceCatalog.shipped.devices.map(\.id)))
    #expect(DeviceCatalog.shipped.problems == [])
  }

  private func written(_ device: Device) -> [String] {
    let (screen, bounds) = (device.lockScreen, device.suggested)
    let sizes = [
      Double(device.pixels.width), Double(device.pixels.height), device.points.width,
      device.points.height, Double(device.ppi), device.cornerRadius,
    ]
    let rows = [
      device.safeArea.top, device.safeArea.bottom, screen.clockTop, screen.clockBottom,
      screen.widgetTop, screen.widgetBottom, screen.controlsTop, bounds.topWithoutWidgets,
      bounds.topWithWidgets,
    ]
    return [device.id] + sizes.map(number) + [device.cutout] + rows.map(number)
      + [bounds.topBelowLargeClock.map(number) ?? "-", number(bounds.bottom)]
      + [
        device.lockScreenConfidence.rawValue, device.gamut.replacingOccurrences(of: " ", with: "-"),
        "\(device.year)",
      ]
  }

  private func number(_ value: Double) -> String {
    value == value.rounded() ? "\(Int(value))" : "\(value)"
  }
}
