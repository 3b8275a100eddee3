import Designs
import Files
import Graphics
import SourceJSON
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Tests screens that are given by their size or described in a request.
@Suite(.tags(.seeded)) struct ScreenSizeTests {
  @Test(arguments: [
    ("1440x3120", DeviceKind.phone, 3.5, "1440x3120"), ("1440x3120@3", .phone, 3, "1440x3120@3"),
    ("1440X3120@3.0", .phone, 3, "1440x3120@3"),
    ("1080×2400@2.625", .phone, 2.625, "1080x2400@2.625"),
    ("3840x2160", .desktop, 2, "3840x2160"), ("1920x1080", .desktop, 1, "1920x1080"),
    ("1640x2360", .tablet, 2, "1640x2360"), ("160x160", .tablet, 0.5, "160x160"),
    ("7680x4320", .desktop, 4, "7680x4320"), ("4320x7680", .phone, 6, "4320x7680"),
  ])
  func aSizeHasAKindAndAScaleByItsShape(
    _ text: String, _ kind: DeviceKind, _ scale: Double, _ id: String
  ) throws {
    let device = try DeviceCatalog.shipped.device(text)
    #expect(device.kind == kind && device.scale.x == scale && device.id == id)
    #expect(try DeviceCatalog.shipped.device(id) == device)
    #expect(device.lockScreenConfidence == .estimated)
    #expect(device.lockScreenRule?.contains("clock") == true)
  }

  @Test(arguments: [
    ("159x400", "159 × 400"), ("400x159", "400 × 159"), ("7681x4320", "7681"),
    ("4321x4321", "4321"), ("9x16", "9 × 16"), ("99999999999999999999x400", "400"),
    ("400x400@0.4", "0.4"), ("400x400@7", "7"), ("400x400@", "''"), ("400x400@x", "'x'"),
    ("400x400@-2", "'-2'"), ("400x400@1e1", "'1e1'"), ("400x400@nan", "'nan'"),
  ])
  func aSizeOutOfRangeIsAMistake(_ text: String, _ value: String) throws {
    let error = try #require(throws: RenderError.self) { try DeviceCatalog.shipped.device(text) }
    #expect(error.code == .invalidValue && error.message.contains(value), "\(error)")
    #expect(error.origin == .option("device") && error.hint != nil)
  }

  @Test(arguments: ["400x", "x400", "400xx400", "4oox400", "-400x400", "400", "400x400x400"])
  func otherTextsAreUnknownDevices(_ text: String) throws {
    let error = try #require(throws: RenderError.self) { try DeviceCatalog.shipped.device(text) }
    #expect(error.code == .unknownDevice)
  }

  /// A screen of any size has space for content, and its description can be sent to another process
  /// without loss.
  @Test func everySizeHasRoomAndIsDescribedExactly() throws {
    var random = SeededGenerator()
    for round in 0..<(Torture.isOn ? 10_000 : 500) {
      let wide = Int.random(in: 160...7680, using: &random)
      let low = Int.random(in: 160...min(4320, max(160, wide)), using: &random)
      let isTall = Bool.random(using: &random)
      let pixels = PixelSize(width: isTall ? low : wide, height: isTall ? wide : low)
      let scales: [Double?] = [nil, 0.5, 1, 2.625, 6, Double.random(in: 0.5...6, using: &random)]
      let scale = scales.randomElement(using: &random) ?? nil
      let kind = ([nil] + DeviceKind.allCases.map(Optional.some)).randomElement(using: &random)
      let size = ScreenSize(pixels: pixels, scale: scale)
      let comment = "seed \(random.seed), round \(round): \(size.id)"
      try size.check(origin: .notes)
      let device = Device(size, kind: kind ?? nil)
      let turned = (try? device.turned(to: .landscape)).map { [$0] } ?? []
      for screen in [device] + turned {
        for setting in ScreenSetting.all {
          let area = setting.area(on: screen)
          let bounds = Rect(
            x: 0, y: 0, width: screen.points.width, height: screen.points.height)
          #expect(bounds.contains(area.frame, tolerance: 0.01), "\(comment)")
          #expect(area.frame.height > bounds.height * 0.2, "\(comment)")
          let share = screen.kind.isViewedFromAfar ? 0.2 : 0.5
          #expect(area.frame.width > bounds.width * share, "\(comment)")
          for obstacle in area.obstacles {
            #expect(obstacle.frame.intersection(area.frame).isEmpty, "\(comment)")
          }
        }
      }
      var reader = DeviceReader(file: "request")
      let described = reader.described(JSONNode(device.described))
      let read = try #require(described, "\(comment)")
      #expect(reader.problems == [], "\(comment)")
      #expect(read.points == device.points && read.pixels == device.pixels, "\(comment)")
      #expect(
        read.lockScreen == device.lockScreen && read.suggested == device.suggested, "\(comment)")
      #expect(read.kind == device.kind && read.isOwn, "\(comment)")
    }
  }

  /// A device's description contains all numbers on which a picture depends.
  @Test(arguments: DeviceCatalog.shipped.devices)
  func everyDeviceIsDescribedExactly(_ device: Device) throws {
    var reader = DeviceReader(file: "request")
    let described = reader.described(JSONNode(device.described))
    let read = try #require(described)
    #expect(reader.problems == [])
    #expect(read.id == device.id && read.points == device.points && read.pixels == device.pixels)
    #expect(read.lockScreen == device.lockScreen && read.suggested == device.suggested)
    #expect(read.safeArea == device.safeArea && read.cutouts == device.cutouts)
    #expect(read.areas == device.areas && read.kind == device.kind && read.ppi == device.ppi)
    #expect(read.lockScreenConfidence == device.lockScreenConfidence)
    #expect(read.lockScreenRule == device.lockScreenRule)
  }

  @Test func aDescribedDeviceNeedsOnlyItsPixels() throws {
    var reader = DeviceReader(file: "request")
    let short = reader.described(JSONNode(["pixels": [1440, 3120], "scale": 3]))
    let plain = try #require(short)
    #expect(plain.id == "1440x3120@3" && plain.lockScreenConfidence == .estimated)
    let areas: JSONValue = ["lock": ["portrait": ["clock": [0, 100, 480, 200]]]]
    let described = reader.described(
      JSONNode(["pixels": [1440, 3120], "scale": 3, "areas": areas]))
    let given = try #require(described)
    #expect(given.id.hasPrefix("1440x3120@3-") && given.lockScreenConfidence == .documented)
    #expect(given.suggested.topWithWidgets == 324)
    #expect(reader.problems == [])
  }

  @Test(arguments: [
    ("no pixels", #"{"scale": 3}"#, "pixels", "r:1:1"),
    ("one side", #"{"pixels": [400]}"#, "[", "r:1:12"),
    ("a fraction", #"{"pixels": [400.5, 800]}"#, "[", "r:1:12"),
    ("negative", #"{"pixels": [-400, 800]}"#, "[", "r:1:12"),
    ("too small", #"{"pixels": [100, 800]}"#, "100", "r:1:12"),
    ("a scale out of range", #"{"pixels": [400, 800], "scale": 9}"#, "9", "r:1:33"),
    ("a text as scale", #"{"pixels": [400, 800], "scale": "2"}"#, "2", "r:1:33"),
    ("an unknown kind", #"{"pixels": [400, 800], "kind": "watch"}"#, "watch", "r:1:32"),
    ("an unknown key", #"{"pixels": [400, 800], "size": 3}"#, "size", "r:1:24"),
    ("an invalid id", #"{"pixels": [400, 800], "id": "A b"}"#, "A b", "r:1:30"),
    (
      "an area outside",
      #"{"pixels": [400, 800], "scale": 1, "areas": {"lock": {"portrait": {"clock": [0, 0, 401, 9]}}}}"#,
      "401", "r:1:77"
    ),
    (
      "an unknown area",
      #"{"pixels": [400, 800], "areas": {"lock": {"portrait": {"clok": [0, 0, 1, 9]}}}}"#,
      "clok", "r:1:56"
    ),
    (
      "points that are not the quotient",
      #"{"pixels": [400, 800], "scale": 2, "points": [300, 400]}"#,
      "300", "r:1:46"
    ),
    (
      "too large insets",
      #"{"pixels": [400, 800], "scale": 1, "safeArea": {"portrait": [300, 0, 300, 0]}}"#, "300",
      "r:1:61"
    ),
    (
      "a radius", #"{"pixels": [400, 800], "scale": 1, "shape": {"cornerRadius": 300}}"#, "300",
      "r:1:62"
    ),
  ])
  func aMistakeInADescriptionHasItsPlace(
    title: String, json: String, value: String, origin: String
  ) throws {
    var reader = DeviceReader(file: "r")
    _ = reader.described(try JSONNode(parsing: json))
    let error = try #require(reader.problems.first, "\(title)")
    #expect(error.message.contains(value), "\(title): \(error)")
    #expect(error.origin?.description == origin, "\(title): \(error)")
    #expect(error.hint != nil || error.message.contains("expected"), "\(title)")
  }

  @Test func insetsCorrectTheAreaAndTheObstacles() throws {
    let device = try DeviceCatalog.shipped.device("1440x3120@3")
    let plain = FreeArea(on: device, widgets: true, clock: .standard)
    let inset = try ScreenInset(parsing: "top=220, bottom=90")
    #expect(inset.text == "top=220,bottom=90")
    let area = try plain.corrected(by: inset, on: device)
    #expect(area.frame == Rect(x: 0, y: 220, width: 480, height: 1040 - 310))
    for obstacle in area.obstacles {
      #expect(obstacle.frame.intersection(area.frame).isEmpty, "\(obstacle)")
    }
    #expect(try plain.corrected(by: nil, on: device) == plain)
    let narrow = try ScreenInset(parsing: "top=600,bottom=500")
    let error = try #require(throws: RenderError.self) {
      try plain.corrected(by: narrow, on: device)
    }
    #expect(error.code == .invalidParameter && error.origin == .option("inset"))
  }

  @Test(arguments: [
    "", "top", "top=", "top=-1", "top=x", "up=3", "top=1,top=2", "top=1e9", "top=nan",
  ])
  func aWrongInsetIsAMistake(_ text: String) throws {
    let error = try #require(throws: RenderError.self) { try ScreenInset(parsing: text) }
    #expect(error.code == .invalidParameter && error.origin == .option("inset"))
    #expect(error.hint != nil)
  }

  @Test func findsDevicesBySizeInPixelsAndPoints() throws {
    let all = DeviceCatalog.shipped.devices
    for device in all {
      let (width, height) = (device.pixels.width, device.pixels.height)
      let found = try DeviceSearch(parsing: "\(height)x\(width)").matches(in: all)
      #expect(found.contains(device), "\(device.id)")
      #expect(
        found.allSatisfy {
          [$0.pixels.width, $0.pixels.height].sorted() == [width, height].sorted()
        })
      let points =
        "\(Int(device.points.width.rounded()))x\(Int(device.points.height.rounded()))@\(device.scale.x)"
      #expect(try DeviceSearch(parsing: points).matches(in: all).contains(device), "\(device.id)")
    }
    #expect(
      try DeviceSearch(parsing: "412x915@2.625").matches(in: all).contains { $0.id == "pixel8" })
    for (size, id) in [("375x812@3", "iphone13mini"), ("414x736@3", "iphone8plus")] {
      #expect(try DeviceSearch(parsing: size).matches(in: all).contains { $0.id == id })
    }
    #expect(try DeviceSearch(parsing: "1x1").matches(in: all).isEmpty)
    for text in ["", "1080", "1080x", "axb", "1x2x3", "1x2@", "1x2@3@4", "0x5", "1x2@-1"] {
      #expect(throws: RenderError.self) { try DeviceSearch(parsing: text) }
    }
  }
}
