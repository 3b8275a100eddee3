import Designs
import Testing
import WallfarmPluginKit
import WallfarmTesting

private let ids = DeviceCatalog.appleScreens.map(\.id)

@Suite struct FreeAreaTests {
  @Test(arguments: ids, ScreenSetting.all)
  func startsBelowClockAndWidgetsAndEndsAboveTheControls(
    id: String, setting: ScreenSetting
  ) throws {
    let device = try DeviceCatalog.shipped.device(id)
    let area = setting.area(on: device)
    let screen = Rect(x: 0, y: 0, width: device.points.width, height: device.points.height)

    #expect(screen.contains(area.frame))
    #expect(area.frame.x == 0 && area.frame.width == screen.width)
    #expect(area.frame.height >= 180)
    let clock = area.clock == .compact ? device.compactClock?.maxY : device.lockScreen.clockBottom
    #expect(try area.frame.y > #require(clock))
    #expect(area.frame.maxY <= device.lockScreen.controlsTop)
    if setting.widgets && setting.clock == .standard {
      #expect(area.frame.y >= device.lockScreen.widgetBottom)
    }
  }

  @Test(arguments: ids, ScreenSetting.all)
  func meetsNothingThatTheSystemDraws(id: String, setting: ScreenSetting) throws {
    let device = try DeviceCatalog.shipped.device(id)
    let area = setting.area(on: device)
    let screen = Rect(x: 0, y: 0, width: device.points.width, height: device.points.height)

    #expect(
      area.obstacles.map(\.kind)
        == (setting.widgets ? [.clock, .controls, .widgets] : [.clock, .controls]))
    for obstacle in area.obstacles {
      #expect(screen.contains(obstacle.frame), "\(obstacle)")
      #expect(!obstacle.frame.isEmpty, "\(obstacle)")
      #expect(obstacle.frame.intersection(area.frame).isEmpty, "\(obstacle)")
    }
  }

  @Test(arguments: ids, [true, false])
  func keeps100PointsForWidgetsBelowALargeClock(id: String, widgets: Bool) throws {
    let device = try DeviceCatalog.shipped.device(id)
    let area = FreeArea(on: device, widgets: widgets, clock: .large)
    guard !withoutLargeClock.contains(id) else { return }

    #expect(area.frame.maxY <= device.lockScreen.controlsTop - 100)
    #expect(area.frame.y > device.suggested.topWithoutWidgets)
    for row in area.obstacles where row.kind == .widgets {
      #expect(row.frame.y >= device.lockScreen.controlsTop - 100)
      #expect(row.frame.maxY <= device.lockScreen.controlsTop)
    }
  }

  @Test(arguments: ids)
  func warnsWhereThereIsNoLargeClockAndKeepsTheStandardOne(_ id: String) throws {
    let device = try DeviceCatalog.shipped.device(id)
    let (large, standard) = (
      FreeArea(on: device, widgets: true, clock: .large),
      FreeArea(on: device, widgets: true, clock: .standard)
    )

    #expect(standard.warnings == [])
    if withoutLargeClock.contains(id) {
      #expect(large.warnings.map(\.code) == [.clockNotOffered])
      #expect(large.frame == standard.frame)
      #expect(large.obstacles == standard.obstacles)
    } else {
      #expect(large.warnings.map(\.code) == (device.isTablet ? [.clockEstimated] : []))
    }
    for warning in large.warnings { #expect(warning.message.contains(device.name)) }
  }

  /// The compact clock and the widgets share the row that the device file states.
  @Test(arguments: ids, [true, false])
  func aCompactClockSharesItsRowWithTheWidgets(id: String, widgets: Bool) throws {
    let device = try DeviceCatalog.shipped.device(id)
    let (compact, standard) = (
      FreeArea(on: device, widgets: widgets, clock: .compact),
      FreeArea(on: device, widgets: widgets, clock: .standard)
    )

    guard let row = device.compactClock else {
      #expect(compact.warnings.map(\.code) == [.clockNotOffered])
      #expect(compact.frame == standard.frame && compact.obstacles == standard.obstacles)
      #expect(compact.clock == .standard)
      return
    }
    #expect(!withoutLargeClock.contains(id))
    let height =
      widgets ? device.lockScreen.widgetBottom - device.lockScreen.widgetTop : row.height
    #expect(compact.warnings == [] && compact.clock == .compact)
    #expect(compact.frame.y == row.y + height + (widgets ? 16 : 24))
    #expect(compact.frame.y < standard.frame.y && compact.frame.maxY == standard.frame.maxY)
    let upper = compact.obstacles.filter { $0.kind != .controls }.map(\.frame)
    #expect(upper.allSatisfy { $0.y == row.y && $0.height == height })
    #expect(upper.reduce(0) { $0 + $1.width } == device.points.width)
    #expect(device.lockScreenConfidence(with: .compact) == .estimated)
    #expect(device.lockScreenRule(with: .compact)?.contains("iOS 27") == true)
  }

  @Test(arguments: ["iphonexr", "iphoneduo", "pixel8", "1440x3120"])
  func warnsWhereThereIsNoCompactClock(_ id: String) throws {
    let device = try DeviceCatalog.shipped.device(id)
    let area = FreeArea(on: device, widgets: true, clock: .compact)
    #expect(area.frame == FreeArea(on: device, widgets: true, clock: .standard).frame)
    let warning = try #require(area.warnings.first)
    #expect(warning.code == .clockNotOffered)
  }

  @Test func isThatOfTheDeviceTable() throws {
    let device = try DeviceCatalog.shipped.device("iphone15")
    func frame(_ widgets: Bool, _ clock: ClockStyle) -> Rect {
      FreeArea(on: device, widgets: widgets, clock: clock).frame
    }

    #expect(frame(true, .standard) == Rect(x: 0, y: 318, width: 393, height: 410))
    #expect(frame(false, .standard) == Rect(x: 0, y: 239, width: 393, height: 489))
    #expect(frame(true, .large) == Rect(x: 0, y: 341, width: 393, height: 303))
    #expect(frame(false, .large) == frame(true, .large))
    #expect(frame(true, .compact) == Rect(x: 0, y: 170, width: 393, height: 558))
    #expect(frame(false, .compact) == Rect(x: 0, y: 150, width: 393, height: 578))
  }

  @Test func isEstimatedAsAShareOfTheHeightOnATablet() throws {
    let device = try DeviceCatalog.shipped.device("ipad10")
    #expect(FreeArea(on: device, widgets: true, clock: .large).frame.y == 472)
  }
}

/// The IDs of the phones from before 2019, which do not support iOS 26.
private let withoutLargeClock = DeviceCatalog.appleScreens
  .filter { !$0.isTablet && $0.year < 2019 }.map(\.id)

struct ScreenSetting: Sendable, CustomTestStringConvertible {
  let widgets: Bool
  let clock: ClockStyle

  static let all = [true, false].flatMap { widgets in
    ClockStyle.allCases.map { ScreenSetting(widgets: widgets, clock: $0) }
  }

  var testDescription: String { "\(clock) clock, \(widgets ? "widgets" : "no widgets")" }

  func area(on device: Device) -> FreeArea {
    FreeArea(on: device, widgets: widgets, clock: clock)
  }
}
