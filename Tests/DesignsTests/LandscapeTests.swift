import Designs
import Testing
import WallfarmPluginKit
import WallfarmTesting

private let tablets = DeviceCatalog.appleScreens.filter(\.isTablet).map(\.id)

@Suite struct LandscapeTests {
  @Test(arguments: tablets)
  func aTabletIsTheSameScreenOnItsSide(_ id: String) throws {
    let upright = try DeviceCatalog.shipped.device(id)
    let turned = try upright.turned(to: .landscape)
    #expect(turned.pixels.width == upright.pixels.height)
    #expect(turned.pixels.height == upright.pixels.width)
    #expect(turned.points.width == upright.points.height)
    #expect(turned.points.width > turned.points.height)
    #expect(turned.typeScale == upright.typeScale && turned.id == id)
    // The top and bottom insets are the same as in portrait.
    #expect(turned.lockScreen.clockBottom == upright.lockScreen.clockBottom)
    #expect(
      turned.points.height - turned.lockScreen.controlsTop
        == upright.points.height - upright.lockScreen.controlsTop)
    #expect(try upright.turned(to: .portrait) == upright)
  }

  @Test(arguments: tablets, ClockStyle.allCases)
  func nothingStandsWhereTheSystemDraws(id: String, clock: ClockStyle) throws {
    let device = try DeviceCatalog.shipped.device(id).turned(to: .landscape)
    let screen = Rect(x: 0, y: 0, width: device.points.width, height: device.points.height)
    for widgets in [true, false] {
      let area = FreeArea(on: device, widgets: widgets, clock: clock)
      #expect(screen.contains(area.frame))
      #expect(area.frame.height >= 300 && area.frame.maxX == screen.maxX)
      #expect((area.frame.x > 0) == widgets)
      #expect(
        area.obstacles.map(\.kind)
          == (widgets ? [.clock, .controls, .widgets] : [.clock, .controls]))
      for obstacle in area.obstacles {
        #expect(screen.contains(obstacle.frame) && !obstacle.frame.isEmpty, "\(obstacle)")
        #expect(obstacle.frame.intersection(area.frame).isEmpty, "\(obstacle)")
      }
      // The row of the compact clock is known only for portrait.
      let codes: [WarningCode] =
        switch clock {
        case .standard: []
        case .large: [.clockEstimated]
        case .compact: [.clockNotOffered]
        }
      #expect(area.warnings.map(\.code) == codes + (widgets ? [.widgetsEstimated] : []))
    }
  }

  @Test func aPhoneStaysUpright() throws {
    for device in DeviceCatalog.shipped.devices where device.kind == .phone {
      let error = try #require(throws: RenderError.self) { try device.turned(to: .landscape) }
      #expect(error.code == .orientationUnknown && "\(error)".contains(device.name))
      #expect(try device.turned(to: .portrait) == device)
    }
  }

  @Test func aWideScreenKeepsItsOrientation() throws {
    for device in DeviceCatalog.shipped.devices
    where [.laptop, .desktop, .tv].contains(device.kind) {
      #expect(device.orientation == .landscape)
      #expect(try device.turned(to: .landscape) == device)
      #expect(try device.turned(to: .portrait) == device)
    }
  }
}
