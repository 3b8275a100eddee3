import Designs
import Files
import Testing
import WallfarmPluginKit
import WallfarmTesting

private let devices = DeviceCatalog.shipped.devices

@Suite struct DeviceCatalogTests {
  @Test func everyDeviceHasAnIdAndANameOfItsOwn() {
    #expect(!devices.isEmpty)
    #expect(Set(devices.map(\.id)).count == devices.count)
    #expect(Set(devices.map(\.name)).count == devices.count)
    for device in devices {
      let parts = device.id.split(separator: ":", omittingEmptySubsequences: false)
      #expect(parts.count == 1 || parts.count == 2 && String(parts[1]) == device.state)
      #expect(
        parts[0].allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-") },
        "\(device.id)")
    }
  }

  @Test(arguments: devices)
  func aScreenIsPlausible(_ device: Device) throws {
    #expect(min(device.points.width, device.points.height) >= 120)
    #expect((1...5).contains(device.scale.x))
    #expect(abs(device.scale.x - device.scale.y) < 0.01)
    #expect((20...700).contains(device.ppi))
    #expect((2000...2100).contains(device.year))
    #expect((0.8...(device.kind.isViewedFromAfar ? 3 : 1.5)).contains(device.typeScale))
    #expect(["Display P3", "sRGB"].contains(device.gamut))
    #expect(!device.maker.isEmpty && !device.family.isEmpty && !device.isOwn)
    #expect((device.orientation == .landscape) == (device.pixels.width > device.pixels.height))
    if device.kind == .phone || device.isIPad {
      #expect(device.isTablet == (device.points.width > 500))
    }
  }

  @Test(arguments: DeviceCatalog.appleScreens)
  func theRowsOfItsLockScreenStandBelowOneAnother(_ device: Device) throws {
    let screen = device.lockScreen
    let rows = [
      0, screen.clockTop, screen.clockBottom, screen.widgetTop, screen.widgetBottom,
      screen.controlsTop, device.points.height,
    ]
    #expect(zip(rows, rows.dropFirst()).allSatisfy { $0 < $1 }, "\(rows)")
  }

  @Test(arguments: DeviceCatalog.appleScreens)
  func contentStandsBetweenTheRows(_ device: Device) throws {
    let (screen, bounds) = (device.lockScreen, device.suggested)

    #expect(bounds.topWithoutWidgets >= screen.clockBottom)
    #expect(bounds.topWithWidgets >= screen.widgetBottom)
    #expect(bounds.bottom <= screen.controlsTop)
    #expect(bounds.bottom - bounds.topWithWidgets >= 300)
    if let top = bounds.topBelowLargeClock {
      #expect(top > bounds.topWithWidgets && top < bounds.bottom - 200)
    }
  }

  /// On every screen and in each orientation, the content area is large enough and overlaps nothing
  /// that the system draws.
  @Test(arguments: devices)
  func contentIsClearOfTheSystem(_ upright: Device) throws {
    let turned = (try? upright.turned(to: .landscape)).map { [$0] } ?? []
    for device in [upright] + turned {
      let screen = Rect(x: 0, y: 0, width: device.points.width, height: device.points.height)
      for setting in ScreenSetting.all {
        let area = setting.area(on: device)
        #expect(screen.contains(area.frame, tolerance: 0.02), "\(device.id) \(setting)")
        #expect(area.frame.height >= 80 && area.frame.width >= 120, "\(device.id) \(setting)")
        for obstacle in area.obstacles {
          let common = obstacle.frame.intersection(area.frame)
          #expect(common.isEmpty, "\(device.id) \(setting) \(obstacle)")
        }
        for (place, frame) in device.areas.all
        where place.screen == .lock && place.orientation == device.orientation {
          let isClock =
            place.kind == .largeClock || place.kind == .compactClock && area.clock != .compact
          if isClock || !setting.widgets && place.kind == .widgets { continue }
          if area.clock != .standard, [.clock, .widgets].contains(place.kind) { continue }
          let common = frame.intersection(area.frame)
          #expect(common.isEmpty, "\(device.id) \(setting) \(place.path)")
        }
      }
    }
  }

  @Test(arguments: ["iphone15", "iPhone15", "IPHONE15"])
  func findsADeviceInAnyCase(_ id: String) throws {
    #expect(try DeviceCatalog.shipped.device(id).id == "iphone15")
  }

  @Test(arguments: [
    ("galaxyzfold6:cover", "galaxyzfold6:cover"), ("galaxyzfold6:inner", "galaxyzfold6"),
    ("galaxyzfold6", "galaxyzfold6"), ("Pixel 8", "pixel8"), ("oriole", "pixel6"),
    ("iPad (A16)", "ipad10"),
  ])
  func findsADeviceByStateNameAndAlias(_ name: String, _ id: String) throws {
    #expect(try DeviceCatalog.shipped.device(name).id == id)
    let first = try DeviceCatalog.shipped.device("galaxyzfold6")
    #expect(first.state == "inner")
  }

  @Test func groupsContainTheirKindsAndMakers() throws {
    func members(_ word: String) throws -> [Device] { try DeviceCatalog.shipped.devices(in: word) }
    for (word, group) in DeviceGroup.words {
      #expect(try members(word) == devices.filter(group.contains), "\(word)")
      #expect(try !members(word).isEmpty, "\(word)")
    }
    #expect(try members("samsung").allSatisfy { $0.maker == "Samsung" })
    #expect(try members("apple-mac").allSatisfy { $0.family == "apple-mac" })
    #expect(try members("android").allSatisfy { $0.maker != "Apple" })
    #expect(try members("pixel").allSatisfy { $0.maker == "Google" })
  }

  @Test func aFolderOfTheUserReplacesAndAddsDevices() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.file(id: "iphone15", pixels: [1000, 2000]), to: "mine.json")
    try folder.write(Self.file(id: "mine", pixels: [900, 1600]), to: "other.json")
    let catalog = DeviceCatalog(
      installation: Workspace.installation, folders: [folder.path])
    #expect(try catalog.device("iphone15").pixels.width == 1000)
    #expect(try catalog.device("iphone15").isOwn)
    #expect(try catalog.device("mine").pixels.height == 1600)
    #expect(try !catalog.device("iphone14").isOwn)
    #expect(catalog.devices.count == devices.count + 1)
    #expect(catalog.problems == [])
  }

  @Test func aMistakeInAFolderOfTheUserIsToldWhenADeviceIsMissing() throws {
    let folder = try TemporaryFolder()
    try folder.write("{", to: "mine.json")
    let catalog = DeviceCatalog(
      installation: Workspace.installation, folders: [folder.path])
    #expect(throws: Never.self) { try catalog.device("iphone15") }
    let error = try #require(throws: RenderError.self) { try catalog.device("mine") }
    #expect(error.code == .invalidJSON && error.origin?.file == folder.file("mine.json"))
  }

  /// Returns a device file with one device.
  private static func file(id: String, pixels: [Int]) -> String {
    """
    {"family": "mine", "title": "Mine", "license": "CC0-1.0", "devices": [{
      "id": "\(id)", "name": "Mine \(id)", "maker": "Me", "kind": "phone", "released": "2026-01",
      "colorSpace": "sRGB", "pixels": \(pixels), "scale": 2, "ppi": 300,
      "shape": {"cornerRadius": 0},
      "areas": {"lock": {"portrait": {"clock": [0, 50, 400, 100]}}}}]}
    """
  }

  @Test func allMeansEveryDeviceInTheOrderOfTheFiles() throws {
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
    #expect(Set(phones + tablets) == Set(devices.filter { $0.isIPhone || $0.isIPad }))
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
    ("nokia8", "wallfarm device list"),
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
}
