import Designs
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Compares pictures that are wider than the screen with the way in which the Android launcher
/// scrolls them.
@Suite struct ScreenScrollTests {
  /// Returns the part of a picture that a launcher shows on each page.
  ///
  /// The launcher scrolls the picture by `page / (max(4, pages) - 1)` of the available distance.
  private func windows(_ scroll: ScreenScroll, on device: Device, fromRight: Bool) -> [Rect] {
    let room = device.points.width - device.screen.width
    return (0..<scroll.pages).map { page in
      let share = Double(page) / Double(max(4, scroll.pages) - 1)
      return Rect(
        x: room * (fromRight ? 1 - share : share), y: 0, width: device.screen.width,
        height: device.points.height)
    }
  }

  @Test(arguments: ["pixel9", "galaxys24", "galaxyzfold6", "1440x3120"], [false, true])
  func everyPageShowsTheFreeArea(_ id: String, _ fromRight: Bool) throws {
    let plain = try DeviceCatalog.known.device(id)
    for text in ["1.1", "1.5", "2", "2.8", "3,pages=1", "2,pages=2", "1.5,pages=4", "1.4,pages=9"] {
      let scroll = try ScreenScroll(parsing: text)
      let device = try plain.scrolled(by: scroll)
      #expect(device.pixels.width == Int((Double(plain.pixels.width) * scroll.ratio).rounded()))
      #expect(device.pixels.height == plain.pixels.height)
      #expect(abs(device.scale.x - plain.scale.x) < 1e-9)
      #expect(abs(device.typeScale - plain.typeScale) < 1e-9)
      #expect(device.isTablet == plain.isTablet)
      #expect(device.orientation == plain.orientation)
      let area = FreeArea(on: device, widgets: true, clock: .standard)
        .scrolled(by: scroll, on: device, startsOnRight: fromRight)
      #expect(area.frame.width >= plain.points.width * 0.4 - 0.1)
      for window in windows(scroll, on: device, fromRight: fromRight) {
        #expect(window.contains(area.frame, tolerance: 0.01), "\(text): \(area.frame)")
      }
    }
  }

  @Test(arguments: [
    "2", "1.5", "1.5,pages=4", "1.9,pages=3", "3,pages=1",
  ])
  func aTextIsReadAsItIsWritten(_ text: String) throws {
    let scroll = try ScreenScroll(parsing: text)
    #expect(scroll.text == text)
    #expect(try ScreenScroll(parsing: " \(text.replacing(",", with: " , ")) ") == scroll)
  }

  @Test(arguments: [
    "", "1", "0.5", "3.1", "x", "2,", "2,3", "2,pages", "2,pages=", "2,pages=0", "2,pages=21",
    "2,pages=2,pages=2", "2,pages==2", "2,=pages=2", "nan", "inf", "2,rows=2", "3,pages=2,x",
    // These values are invalid because the part that is visible on every page would be narrower
    // than 40% of the screen.
    "2,pages=4", "3,pages=3", "1.7,pages=20",
  ])
  func otherTextsAreErrors(_ text: String) {
    let error = #expect(throws: RenderError.self) { try ScreenScroll(parsing: text) }
    #expect(error?.code == .invalidParameter)
  }

  @Test(arguments: ["iphone15", "ipad10", "macbookpro14", "monitor1440p", "tv4k"])
  func onlyAndroidScrolls(_ id: String) throws {
    let device = try DeviceCatalog.known.device(id)
    let error = #expect(throws: RenderError.self) {
      try device.scrolled(by: ScreenScroll(ratio: 1.5))
    }
    #expect(error?.code == .invalidParameter)
  }

  @Test func aPictureHasAtMost7680PixelsInARow() throws {
    let device = try DeviceCatalog.known.device("3000x4000")
    #expect(throws: RenderError.self) { try device.scrolled(by: ScreenScroll(ratio: 2.7)) }
    #expect(try device.scrolled(by: ScreenScroll(ratio: 2.5)).pixels.width == 7500)
  }
}
