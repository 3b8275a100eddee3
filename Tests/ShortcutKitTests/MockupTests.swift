import Designs
import Foundation
import Graphics
import Mockup
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Drawings of phones: the wallpaper is on the screen, and system elements are at their positions.
@Suite(.tags(.torture)) struct MockupTests {
  /// Draws a phone with a one-color wallpaper; returns the mockup, its scale, and the bytes with
  /// their stride.
  private func draw(
    _ id: String, _ color: Color, clock: ClockStyle = .standard, widgets: Bool = true
  ) throws -> (PhoneMockup, Double, [UInt8], Int) {
    let device = try DeviceCatalog.shipped.device(id)
    var mockup = PhoneMockup(device)
    (mockup.clock, mockup.widgets) = (clock, widgets)
    var surface = try ImageSurface(size: PixelSize(width: 60, height: 120))
    try surface.draw(scale: Scale(x: 1, y: 1)) { (canvas) throws(RenderError) in
      try canvas.fill(.color(color))
    }
    let fonts = try Workspace.installation.openFonts()
    let width = 500
    let scale = Double(width) / mockup.size.width
    let engine = fonts.textEngine(scale: Scale(x: scale, y: scale))
    let picture = try mockup.draw(DecodedPhoto(surface: surface), text: engine, width: width)
    #expect(picture.size.width == width)
    return (mockup, scale, picture.withPixels { Array($0) }, picture.stride)
  }

  private func rows(of bytes: [UInt8], _ stride: Int, differingFrom color: Color) -> Set<Int> {
    var rows: Set<Int> = []
    for y in 0..<bytes.count / stride {
      // The middle fifth of the drawing's width, where the clock is.
      for x in stride / 4 * 2 / 5..<stride / 4 * 3 / 5 {
        let place = y * stride + x * 4
        let change =
          abs(Int(bytes[place]) - Int(color.blue)) + abs(Int(bytes[place + 1]) - Int(color.green))
          + abs(Int(bytes[place + 2]) - Int(color.red))
        if change > 60 { rows.insert(y) }
      }
    }
    return rows
  }

  /// Outside `make torture`, tests 15 of the screens.
  @Test(arguments: Torture.all(of: DeviceCatalog.appleScreens.map(\.id), orOnly: 15))
  func theFreeAreaIsFreeAndTheClockIsAboveIt(_ id: String) throws {
    let color = Color(red: 20, green: 60, blue: 140)
    let (mockup, scale, bytes, stride) = try draw(id, color)
    let area = FreeArea(on: mockup.device, widgets: true, clock: .standard)
    let found = rows(of: bytes, stride, differingFrom: color)
    // The screen is vertically centered in the drawing.
    let top = (mockup.size.height - mockup.device.points.height) / 2
    func row(_ y: Double) -> Int { Int((top + y) * scale) }
    for y in row(area.frame.y) + 2..<row(area.frame.maxY) - 2 {
      #expect(!found.contains(y), "something stands in the free area of \(id), row \(y)")
    }
    let clock = try #require(area.obstacles.first { $0.kind == .clock }?.frame)
    let inClock = found.filter { (row(clock.y) - 2...row(clock.maxY) + 2).contains($0) }
    #expect(Double(inClock.count) > 0.6 * clock.height * scale, "\(id)")
  }

  /// System elements are light on dark wallpapers and dark on light wallpapers.
  @Test func theInkFollowsTheWallpaper() throws {
    func brightest(_ color: Color) throws -> (most: UInt8, least: UInt8) {
      let (mockup, scale, bytes, stride) = try draw("iphone15", color)
      let clock = mockup.device.lockScreen
      let top = (mockup.size.height - mockup.device.points.height) / 2
      var found: (most: UInt8, least: UInt8) = (0, 255)
      for y in Int((top + clock.clockTop) * scale)..<Int((top + clock.clockBottom) * scale) {
        for x in stride / 4 * 2 / 5..<stride / 4 * 3 / 5 {
          let green = bytes[y * stride + x * 4 + 1]
          found = (max(found.most, green), min(found.least, green))
        }
      }
      return found
    }
    #expect(try brightest(Color(red: 10, green: 20, blue: 30)).most > 240)
    #expect(try brightest(Color(red: 250, green: 245, blue: 240)).least < 60)
  }

  /// A compact clock is drawn above the free area, with and without widgets.
  @Test(arguments: ["iphonese3", "iphone17pro", "ipad10"], [true, false])
  func aCompactClockIsInTheRowOfTheWidgets(_ id: String, _ widgets: Bool) throws {
    let color = Color(red: 20, green: 60, blue: 140)
    let (mockup, scale, bytes, stride) = try draw(id, color, clock: .compact, widgets: widgets)
    let area = FreeArea(on: mockup.device, widgets: widgets, clock: .compact)
    let found = rows(of: bytes, stride, differingFrom: color)
    let top = (mockup.size.height - mockup.device.points.height) / 2
    func row(_ y: Double) -> Int { Int((top + y) * scale) }
    let isFree = (row(area.frame.y) + 2..<row(area.frame.maxY) - 2).allSatisfy {
      !found.contains($0)
    }
    #expect(isFree)
    let shared = try #require(mockup.device.compactClock)
    #expect(found.contains { (row(shared.y)...row(area.frame.y)).contains($0) })
  }

  @Test func aLargeClockIsLargerAndWidgetsGoAndCome() throws {
    let color = Color(red: 20, green: 60, blue: 140)
    let (_, _, plain, stride) = try draw("iphone17pro", color)
    let (_, _, large, _) = try draw("iphone17pro", color, clock: .large)
    let (_, _, bare, _) = try draw("iphone17pro", color, widgets: false)
    let count = rows(of: plain, stride, differingFrom: color).count
    #expect(rows(of: large, stride, differingFrom: color).count > count)
    #expect(plain != bare && rows(of: bare, stride, differingFrom: color).count <= count)
  }
}
