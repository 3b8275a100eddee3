import Designs
import Foundation
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Every property of every device, compared with a second JSON parser.
@Suite struct DeviceFactsTests {
  @Test func theCatalogHasTheDevicesOfTheFileInItsOrder() throws {
    let ids = try Facts.file().map { $0["id"] as? String }
    #expect(ids == DeviceCatalog.shipped.devices.map(\.id))
  }

  @Test(arguments: DeviceCatalog.shipped.devices.map(\.id))
  func everyFactIsThatOfTheFile(_ id: String) throws {
    let device = try DeviceCatalog.shipped.device(id)
    let facts = try Facts(of: id)

    #expect(device.name == facts.text("name"))
    #expect(device.pixels.width == Int(facts.number("pixels", 0)))
    #expect(device.pixels.height == Int(facts.number("pixels", 1)))
    #expect(
      device.points == Size(width: facts.number("points", 0), height: facts.number("points", 1)))
    #expect(device.ppi == Int(facts.number("ppi")))
    #expect(device.cornerRadius == facts.number("cornerRadius"))
    #expect(device.cutout == facts.text("cutout"))
    #expect(device.gamut == facts.text("gamut"))
    #expect(device.year == Int(facts.number("year")))
    #expect(device.confidence == facts.text("confidence"))
    #expect(device.lockScreenConfidence.rawValue == facts.text("lockScreenConfidence"))
    #expect(device.note == facts.entry["note"] as? String)
  }

  @Test(arguments: DeviceCatalog.shipped.devices.map(\.id))
  func everyRowOfTheLockScreenIsThatOfTheFile(_ id: String) throws {
    let device = try DeviceCatalog.shipped.device(id)
    let facts = try Facts(of: id)
    let (screen, bounds) = (device.lockScreen, device.suggested)

    #expect(screen.clockTop == facts.number("lockScreen", "clockTop"))
    #expect(screen.clockBottom == facts.number("lockScreen", "clockBottom"))
    #expect(screen.widgetTop == facts.number("lockScreen", "widgetTop"))
    #expect(screen.widgetBottom == facts.number("lockScreen", "widgetBottom"))
    #expect(screen.controlsTop == facts.number("lockScreen", "bottomControlsTop"))
    #expect(bounds.topWithoutWidgets == facts.number("suggested", "topNoWidgets"))
    #expect(bounds.topWithWidgets == facts.number("suggested", "topWithWidgets"))
    #expect(bounds.topBelowLargeClock == facts.optional("suggested", "topLargeClockIOS26"))
    #expect(bounds.bottom == facts.number("suggested", "bottom"))
  }
}

/// An entry of `devices.json`, read by Foundation; a missing number is NaN.
private struct Facts {
  let entry: [String: Any]

  init(of id: String) throws {
    struct NoEntry: Error {}
    guard let entry = try Facts.file().first(where: { $0["id"] as? String == id }) else {
      throw NoEntry()
    }
    self.entry = entry
  }

  static func file() throws -> [[String: Any]] {
    let url = URL(fileURLWithPath: Workspace.root)
      .appendingPathComponent("Sources/Engine/Designs/Resources/devices.json")
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: url))
    return json as? [[String: Any]] ?? []
  }

  func text(_ key: String) -> String { entry[key] as? String ?? "" }

  func number(_ key: String) -> Double { (entry[key] as? NSNumber)?.doubleValue ?? .nan }

  func number(_ key: String, _ index: Int) -> Double {
    let list = entry[key] as? [NSNumber] ?? []
    return index < list.count ? list[index].doubleValue : .nan
  }

  func number(_ section: String, _ key: String) -> Double { optional(section, key) ?? .nan }

  func optional(_ section: String, _ key: String) -> Double? {
    ((entry[section] as? [String: Any])?[key] as? NSNumber)?.doubleValue
  }
}
