import Designs
import Files
import Testing
import WallfarmPluginKit

private let devices = DeviceCatalog.shipped.devices

@Suite struct DeviceCatalogTests {
  @Test func everyDeviceHasAnIdAndANameOfItsOwn() {
    #expect(!devices.isEmpty)
    #expect(Set(devices.map(\.id)).count == devices.count)
    #expect(Set(devices.map(\.name)).count == devices.count)
    for id in devices.map(\.id) {
      #expect(id.allSatisfy { ("a"..."z").contains($0) || ("0"..."9").contains($0) }, "\(id)")
    }
  }

  @Test(arguments: devices.map(\.id))
  func aScreenIsPlausible(_ id: String) throws {
    let device = try DeviceCatalog.shipped.device(id)

    #expect(device.pixels.height > device.pixels.width)
    #expect(device.points.height > device.points.width)
    #expect((1.9...3).contains(device.scale.x))
    #expect((1.9...3).contains(device.scale.y))
    #expect(abs(device.scale.x - device.scale.y) < 0.01)
    #expect((260...480).contains(device.ppi))
    #expect((0...70).contains(device.cornerRadius))
    #expect((2007...2100).contains(device.year))
    #expect((0.8...1.5).contains(device.typeScale))
    #expect(["none", "notch", "dynamic-island"].contains(device.cutout))
    #expect(["Display P3", "sRGB"].contains(device.gamut))
    #expect(["high", "medium", "low"].contains(device.confidence))
    #expect(device.isTablet == (device.points.width > 500))
  }

  @Test(arguments: devices.map(\.id))
  func theRowsOfItsLockScreenStandBelowOneAnother(_ id: String) throws {
    let device = try DeviceCatalog.shipped.device(id)
    let screen = device.lockScreen
    let rows = [
      0, screen.clockTop, screen.clockBottom, screen.widgetTop, screen.widgetBottom,
      screen.controlsTop, device.points.height,
    ]
    #expect(zip(rows, rows.dropFirst()).allSatisfy { $0 < $1 }, "\(rows)")
  }

  @Test(arguments: devices.map(\.id))
  func contentStandsBetweenTheRows(_ id: String) throws {
    let device = try DeviceCatalog.shipped.device(id)
    let (screen, bounds) = (device.lockScreen, device.suggested)

    #expect(bounds.topWithoutWidgets >= screen.clockBottom)
    #expect(bounds.topWithWidgets >= screen.widgetBottom)
    #expect(bounds.bottom <= screen.controlsTop)
    #expect(bounds.bottom - bounds.topWithWidgets >= 300)
    if let top = bounds.topBelowLargeClock {
      #expect(top > bounds.topWithWidgets && top < bounds.bottom - 200)
    }
  }

  @Test(arguments: ["iphone15", "iPhone15", "IPHONE15"])
  func findsADeviceInAnyCase(_ id: String) throws {
    #expect(try DeviceCatalog.shipped.device(id).id == "iphone15")
  }

  @Test func allMeansEveryDeviceInTheOrderOfTheFile() throws {
    #expect(try DeviceCatalog.shipped.devices(in: "all") == devices)
    #expect(
      try DeviceCatalog.shipped.devices(in: "ipad10,all").map(\.id).prefix(2) == [
        "ipad10", "iphone8",
      ])
    #expect(try DeviceCatalog.shipped.devices(in: "ipad10,all").count == devices.count)
  }

  @Test(arguments: [
    ("iphone15", ["iphone15"]), ("iphone15,ipad10", ["iphone15", "ipad10"]),
    ("ipad10, iphone15", ["ipad10", "iphone15"]), (" iPhone15 ", ["iphone15"]),
    ("iphone15,iphone8,IPHONE15", ["iphone15", "iphone8"]),
  ])
  func aListKeepsItsOrderAndNamesEachDeviceOnce(list: String, ids: [String]) throws {
    #expect(try DeviceCatalog.shipped.devices(in: list).map(\.id) == ids)
  }

  @Test(arguments: [
    ("all", 0, 9999), ("2022…", 2022, 9999), ("2022...", 2022, 9999), ("…2019", 0, 2019),
    ("2020…2021", 2020, 2021), ("2024...2024", 2024, 2024),
  ])
  func yearsNameTheDevicesFirstSoldInThem(list: String, first: Int, last: Int) throws {
    let found = try DeviceCatalog.shipped.devices(in: list)
    #expect(found == devices.filter { first <= $0.year && $0.year <= last })
    #expect(!found.isEmpty)
  }

  @Test func phonesAndTabletsAreGroups() throws {
    let phones = try DeviceCatalog.shipped.devices(in: "iphones")
    let tablets = try DeviceCatalog.shipped.devices(in: "IPads")
    #expect(phones.allSatisfy { $0.id.hasPrefix("iphone") })
    #expect(tablets.allSatisfy { $0.id.hasPrefix("ipad") })
    #expect(phones + tablets == devices)
    #expect(try DeviceCatalog.shipped.devices(in: "ipads,ipad10,all").count == devices.count)
  }

  @Test(arguments: ["2035…", "…2001", "2023…2020", "…", "20x…"])
  func yearsWithoutADeviceAreAMistake(_ list: String) throws {
    let error = try #require(throws: RenderError.self) {
      try DeviceCatalog.shipped.devices(in: list)
    }
    #expect(error.code == .unknownDevice)
    #expect(error.message.contains(list))
  }

  @Test(arguments: [
    ("iphone51", "'iphone15'"), ("iphne8", "'iphone8'"),
    ("ipadpr11", "'ipadpro11'"), ("iphone15pr", "'iphone15pro'"),
    ("pixel8", "wallfarm device list"),
    ("", "wallfarm device list"),
  ])
  func suggestsTheDeviceMostLikelyMeant(id: String, hint: String) throws {
    let error = try #require(throws: RenderError.self) { try DeviceCatalog.shipped.device(id) }

    #expect(error.code == .unknownDevice)
    #expect(error.message.contains("'\(id)'"))
    #expect(error.origin?.description == "--device")
    #expect(error.hint?.contains(hint) == true)
  }

  @Test(arguments: [
    "iphone15,", ",iphone15", "iphone15,,ipad10", "iphone15;ipad10", "iphone15 ipad10",
  ])
  func aListWithAGapIsAMistake(_ list: String) {
    #expect(throws: RenderError.self) { try DeviceCatalog.shipped.devices(in: list) }
  }

  @Test(arguments: [
    ("not JSON", "[", ErrorCode.invalidJSON, "d.json:1:2"),
    ("no list", "{}", .invalidValue, "d.json"),
    ("no id", #"[{"name": "x"}]"#, .invalidValue, "d.json:1:2"),
    ("a number for an id", #"[{"id": 5}]"#, .invalidValue, "d.json:1:9"),
    (
      "one pixel number", #"[{"id": "a", "name": "b", "pixels": [5]}]"#, .invalidValue,
      "d.json:1:37"
    ),
  ])
  func saysWhereACatalogIsWrong(
    title: String, json: String, code: ErrorCode, origin: String
  ) throws {
    let error = try #require(throws: RenderError.self) {
      try DeviceCatalog(json: Array(json.utf8), file: "d.json")
    }
    #expect(error.code == code)
    #expect(error.origin?.description == origin)
  }
}
