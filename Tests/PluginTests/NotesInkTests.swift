import BuiltInPlugins
import Designs
import Graphics
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// A configuration of the lock screen.
struct Setup: CustomTestStringConvertible {
  let widgets: Bool
  let clock: ClockStyle
  var testDescription: String { "widgets \(widgets ? "on" : "off"), \(clock.rawValue) clock" }

  static let all = [true, false].flatMap { widgets in
    ClockStyle.allCases.map { Setup(widgets: widgets, clock: $0) }
  }
}

@Suite(.tags(.torture)) struct NotesInkTests {
  /// Outside torture mode, each screen is tested with only one length of the list, in rotation.
  @Test(arguments: Setup.all)
  func notesStayBetweenClockAndControlsOnEveryDevice(_ setup: Setup) throws {
    let studio = try Studio()
    let upright = DeviceCatalog.appleScreens
    let turned = try upright.filter(\.isTablet).map { try $0.turned(to: .landscape) }
    let number = Setup.all.firstIndex { $0.testDescription == setup.testDescription } ?? 0
    for (place, device) in (upright + turned).enumerated() {
      let counts = [1, 6, 15]
      for count in Torture.isOn ? counts : [counts[(place + number) % counts.count]] {
        let context = studio.context(
          on: device, notes: SampleNotes.list(count), widgets: setup.widgets, clock: setup.clock)
        let arrangement = try NumberedNotes(ParameterValues()).arrange(in: context)
        for (name, content) in arrangement.layers.flatMap(\.allTexts) {
          let ink = try context.measurer.measure(content.block, width: content.frame.width).ink
            .offset(x: content.frame.x, y: content.frame.y)
          #expect(
            context.freeArea.contains(ink, tolerance: 0.01),
            "\(device.id), \(count) notes: \(name) at \(ink) leaves \(context.freeArea)")
        }
      }
    }
  }

  /// Draws the notes on a transparent background, so that the test can check pixels.
  @Test(arguments: ["iphonese3", "iphone12mini", "iphone15", "iphone16promax", "ipadpro13"])
  func noPixelOfANoteLeavesTheFreeArea(on id: String) throws {
    let renderer = try Renderer(installation: Workspace.installation, plugins: .builtIn)
    var request = RenderRequest(device: id, notes: SampleNotes.list(15), background: .none)
    request.settings = [Setting(key: "shadow", value: "none")]
    let plan = try renderer.resolve(request)
    let picture = try renderer.rasterize(try renderer.compose(plan).scene, plan)
    let bounds = picture.surface.opaqueBounds
    let ink = try #require(bounds)
    let (scale, area) = (plan.device.scale, plan.area.frame)
    #expect(Double(ink.top) >= (area.y * scale.y).rounded(.down))
    #expect(Double(ink.bottom) <= (area.maxY * scale.y).rounded(.up))
    #expect(ink.left > 0 && ink.right < plan.device.pixels.width)
  }
}

extension ImageSurface {
  /// The bounds of all pixels with ink, with exclusive right and bottom edges.
  var opaqueBounds: (left: Int, top: Int, right: Int, bottom: Int)? {
    let (width, height, stride) = (size.width, size.height, stride)
    return withPixels { bytes in
      var (left, top, right, bottom) = (width, height, 0, 0)
      for y in 0..<height {
        for x in 0..<width where bytes[y * stride + x * 4 + 3] != 0 {
          left = min(left, x)
          right = max(right, x + 1)
          top = min(top, y)
          bottom = max(bottom, y + 1)
        }
      }
      return right == 0 ? nil : (left, top, right, bottom)
    }
  }
}
