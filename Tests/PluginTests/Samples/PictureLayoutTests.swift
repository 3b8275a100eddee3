import BuiltInPlugins
import Designs
import SourceJSON
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// The places and looks of images.
@Suite struct PictureLayoutTests {
  /// A screen with a clock, one row of widgets and controls; the image is 200 × 100 pixels.
  private static var context: ComposeContext {
    ComposeContext(
      canvas: Size(width: 400, height: 800), freeArea: Rect(x: 0, y: 300, width: 400, height: 400),
      obstacles: [
        Obstacle(.clock, frame: Rect(x: 0, y: 50, width: 400, height: 150)),
        Obstacle(.widgets, frame: Rect(x: 0, y: 200, width: 400, height: 100)),
        Obstacle(.controls, frame: Rect(x: 0, y: 700, width: 400, height: 100)),
      ], measurer: BoxMeasurer(), photoSizes: ["a.png": PixelSize(width: 200, height: 100)],
      screen: ComposeContext.Screen(
        size: PixelSize(width: 1200, height: 2400), scale: Scale(x: 3, y: 3)))
  }

  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let settings: [String: JSONValue]
    /// Left, top, width and height.
    let frame: [Double]
    init(_ title: String, _ settings: [String: JSONValue], _ frame: [Double]) {
      (testDescription, self.settings, self.frame) = (title, settings, frame)
    }
  }

  static let cases: [Case] = [
    Case("the middle", [:], [120, 460, 160, 80]),
    Case("top left", ["place": "top-left"], [24, 324, 160, 80]),
    Case("top", ["place": "top"], [120, 324, 160, 80]),
    Case("top right", ["place": "top-right"], [216, 324, 160, 80]),
    Case("left", ["place": "left"], [24, 460, 160, 80]),
    Case("right", ["place": "right"], [216, 460, 160, 80]),
    Case("bottom left", ["place": "bottom-left"], [24, 596, 160, 80]),
    Case("bottom", ["place": "bottom"], [120, 596, 160, 80]),
    Case("bottom right", ["place": "bottom-right"], [216, 596, 160, 80]),
    Case("no margin", ["place": "bottom-right", "margin": .number(0)], [240, 620, 160, 80]),
    Case("a share", ["width": .number(0.8)], [40, 420, 320, 160]),
    Case("too wide for its margins", ["width": .number(1)], [24, 412, 352, 176]),
    Case("points", ["points": .number(90), "place": "left"], [24, 477.5, 90, 45]),
    Case(
      "points on whole pixels", ["points": .number(100.1), "place": "top-left"],
      [24, 324, 100, 50]),
    Case("a circle", ["mask": "circle", "place": "top-left"], [24, 324, 160, 160]),
    Case(
      "all of the screen", ["by": "area", "in": "screen", "obstacles": "allow", "fit": "cover"],
      [0, 0, 400, 800]),
    Case(
      "an area",
      [
        "by": "area", "x": .number(0.25), "y": .number(0.5), "area-width": .number(0.5),
        "area-height": .number(0.5),
      ], [100, 550, 200, 100]),
    Case(
      "an area, aligned",
      [
        "by": "area", "x": .number(0.25), "y": .number(0.5), "area-width": .number(0.5),
        "area-height": .number(0.5), "place": "bottom", "width": .number(0.5),
      ], [150, 650, 100, 50]),
    Case(
      "an area, covered",
      [
        "by": "area", "y": .number(0.5), "area-height": .number(0.5), "fit": "cover",
      ], [0, 500, 400, 200]),
    Case(
      "a flat area limits the height",
      ["by": "area", "area-height": .number(0.1), "place": "left"], [0, 300, 80, 40]),
    Case(
      "a cell",
      [
        "by": "grid", "columns": .number(4), "rows": .number(4), "column": .number(3),
        "row": .number(2),
      ], [200, 425, 100, 50]),
    Case(
      "a cell with gaps",
      [
        "by": "grid", "columns": .number(3), "rows": .number(2), "column": .number(3),
        "row": .number(2), "gap": .number(20), "fit": "stretch",
      ], [280, 510, 120, 190]),
    Case("tiles", ["tile": .number(40)], [24, 324, 352, 352]),
    Case(
      "a corner of the screen",
      [
        "in": "screen", "place": "top-left", "points": .number(60),
        "margin": .number(12),
      ], [12, 12, 60, 30]),
  ]

  @Test(arguments: cases) func imagesArePlaced(_ row: Case) throws {
    let image = try Self.image(row.settings)
    let frame = [image.frame.x, image.frame.y, image.frame.width, image.frame.height]
    let isClose = zip(frame, row.frame).allSatisfy { abs($0 - $1) < 0.34 }
    #expect(isClose, "\(frame), expected \(row.frame)")
    for edge in [image.frame.x, image.frame.y, image.frame.maxX, image.frame.maxY] {
      #expect(abs(edge * 3 - (edge * 3).rounded()) < 1e-6, "\(edge) is not on a pixel")
    }
  }

  @Test(
    arguments: [
      (["in": "screen", "place": "top", "margin": .number(100)], "clock"),
      (["in": "screen", "place": "bottom"], "controls"),
      (["in": "screen", "by": "area", "y": .number(0.3), "area-height": .number(0.1)], "widgets"),
    ] as [([String: JSONValue], String)])
  func imagesAvoidObstacles(_ settings: [String: JSONValue], _ obstacle: String) throws {
    let error = #expect(throws: RenderError.self) { try Self.image(settings) }
    #expect(error?.code == .imageCovered)
    #expect(error?.message.contains(obstacle) == true)
    let allowed = settings.merging(["obstacles": "allow"]) { $1 }
    #expect(throws: Never.self) { try Self.image(allowed) }
  }

  /// On every screen, an image stays in the free area, wherever it is placed there.
  @Test func theFreeAreaContainsTheImage() throws {
    let studio = try Studio()
    for device in DeviceCatalog.appleScreens {
      let plain = studio.context(on: device, notes: [])
      let context = ComposeContext(
        canvas: plain.canvas, freeArea: plain.freeArea, obstacles: plain.obstacles,
        typeScale: plain.typeScale, measurer: BoxMeasurer(),
        photoSizes: ["a.png": PixelSize(width: 300, height: 700)],
        screen: ComposeContext.Screen(size: device.pixels, scale: device.scale))
      for row in Self.cases where row.settings["in"] == nil {
        let image = try Self.image(row.settings, in: context)
        #expect(
          context.freeArea.contains(image.frame, tolerance: 0.5), "\(row) on \(device.id)")
        for obstacle in context.obstacles {
          let shared = obstacle.frame.intersection(image.frame)
          #expect(min(shared.width, shared.height) < 0.5, "\(row) on \(device.id)")
        }
      }
    }
  }

  @Test func theLookIsPassedOn() throws {
    let image = try Self.image([
      "blend": "soft-light", "mask": "rounded", "radius": .number(9), "tint": "#102030",
      "tile": .number(30), "focus-x": .number(0.25),
    ])
    #expect(image.blend == .softLight && image.mask == .rounded(radius: 9))
    #expect(image.tint == Color(red: 16, green: 32, blue: 48) && image.tile == 30)
    #expect(image.focus == UnitPoint(x: 0.25, y: 0.5))
    let layer = try Self.arrangement(["opacity": .number(0.25)]).layers[0]
    #expect(layer.opacity == 0.25 && layer.name == "picture")
  }

  @Test(
    arguments: [
      ["by": "area", "x": .number(0.6), "area-width": .number(0.5)],
      ["by": "grid", "column": .number(4)], ["by": "grid", "row": .number(9)],
      ["tile": .number(2)],
    ] as [[String: JSONValue]])
  func valuesThatContradictEachOtherAreRefused(_ settings: [String: JSONValue]) {
    let error = #expect(throws: RenderError.self) { try PictureLayout(ParameterValues(settings)) }
    #expect(error?.code == .invalidParameter && error?.hint != nil)
  }

  @Test func anImageIsNeeded() {
    let error = #expect(throws: RenderError.self) {
      try PictureLayout(ParameterValues()).arrange(in: Self.context)
    }
    #expect(error?.code == .photoUnreadable)
  }

  /// Before photos are opened, their sizes are unknown; the layout can be arranged nevertheless.
  @Test func anUnknownSizeIsASquare() throws {
    let image = try Self.image(["file": "unknown.png", "place": "top-left"])
    #expect(image.frame.width == image.frame.height)
  }

  private static func arrangement(
    _ settings: [String: JSONValue], in context: ComposeContext = context
  ) throws -> Arrangement {
    let values = ["file": "a.png"].merging(settings) { $1 }
    return try PictureLayout(ParameterValues(values)).arrange(in: context)
  }

  @discardableResult private static func image(
    _ settings: [String: JSONValue], in context: ComposeContext = context
  ) throws -> ImageContent {
    let layer = try #require(try arrangement(settings, in: context).layers.first)
    guard case .image(let image) = layer.content else { throw NoImage() }
    return image
  }

  private struct NoImage: Error {}
}
