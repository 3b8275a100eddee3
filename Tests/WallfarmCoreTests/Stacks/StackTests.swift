import BuiltInPlugins
import Designs
import Files
import Foundation
import Graphics
import SourceJSON
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Layouts that share the free area: each has its own space, and each is reported separately.
@Suite struct StackTests {
  private static let registry = PluginRegistry.builtIn.adding(layouts: [Block.self])

  /// A layout that draws a given rectangle or text, inside or outside its area.
  private struct Block: LayoutPlugin {
    static let id = "block"
    static let version = 1
    static let summary = "A test."
    static let content: [ContentUse] = []
    static let schema = ParameterSchema(beyond, needs, says, color)
    private static let beyond = Parameter.number(
      "beyond", in: -500...500, default: 0, summary: "How far it goes past its area.")
    private static let needs = Parameter.number(
      "needs", in: 0...2000, default: 2000, summary: "How high it is at most.")
    private static let says = Parameter.text("says", summary: "Text in place of a rectangle.")
    private static let color = Parameter.color("color", default: .white, summary: "Its color.")
    let beyond: Double
    let needs: Double
    let says: String
    let color: Color
    init(_ values: ParameterValues) throws(RenderError) {
      beyond = try values.value(of: Self.beyond)
      needs = try values.value(of: Self.needs)
      says = try values.value(of: Self.says)
      color = try values.value(of: Self.color)
    }

    func arrange(in context: ComposeContext) throws(RenderError) -> Arrangement {
      let frame = context.freeArea.inset(by: Insets(bottom: -beyond))
      guard !says.isEmpty else {
        let rect = Rect(
          x: frame.x, y: frame.y, width: frame.width, height: min(needs, frame.height))
        let shape = ShapeContent(.rectangle(rect), fill: .color(color))
        return Arrangement(layers: [Layer("block", .shape(shape))])
      }
      let block = TextBlock(
        says, style: TextStyle(family: "Inter", size: 40, weight: 700, color: color))
      return Arrangement(
        layers: [Layer("words", .text(TextContent(block, frame: frame)))], fontSize: 40,
        room: Size(width: 120, height: 60))
    }
  }

  private func template(_ layouts: String) throws -> (folder: TemporaryFolder, path: String) {
    let folder = try TemporaryFolder()
    let text = """
      {"format": 1, "summary": "A test.", "theme": "midnight",
       "parameters": {"gap": {"summary": "Room.", "default": 20}}, "layouts": [\(layouts)]}
      """
    try folder.write(text.utf8, to: "mine/template.json")
    return (folder, folder.file("mine"))
  }

  private func compose(
    _ layouts: String, device: String = "iphone15", settings: [String: String] = [:],
    _ change: (inout RenderRequest) -> Void = { _ in }
  ) throws -> Composition {
    let (folder, path) = try template(layouts)
    defer { withExtendedLifetime(folder) {} }
    var request = RenderRequest(
      template: path, device: device, notes: [Note("Buy milk"), Note("Call Anna")])
    request.settings = settings.map { Setting(key: $0.key, value: .string($0.value)) }
    change(&request)
    let renderer = try Renderer(
      installation: Workspace.installation, plugins: Self.registry, key: .known)
    return try renderer.compose(try renderer.resolve(request))
  }

  private let free: Rect

  init() throws {
    let device = try DeviceCatalog.shipped.device("iphone15")
    free = FreeArea(on: device, widgets: true, clock: .standard).frame
  }

  private func areas(_ layouts: String) throws -> [Rect] {
    try compose(layouts).layouts.map(\.area)
  }

  @Test func aLayoutAloneHasTheWholeFreeArea() throws {
    #expect(try areas(#"{"plugin": "block"}"#) == [free])
  }

  @Test func aStackDividesTheHeightAndColumnsTheWidth() throws {
    let scale = 393.0 / 430
    let stack = try areas(
      #"{"stack": [{"plugin": "block", "size": 100}, {"plugin": "block"}], "parameters": {"gap": 10}}"#
    )
    #expect(stack[0] == Rect(x: 0, y: free.y, width: 393, height: 100 * scale))
    #expect(abs(stack[1].maxY - free.maxY) < 0.001)
    #expect(abs(stack[1].y - stack[0].maxY - 10 * scale) < 0.001)
    let columns = try areas(
      #"{"columns": [{"plugin": "block"}, {"plugin": "block", "size": {"fill": 3}}], "parameters": {"gap": 0, "side": 20}}"#
    )
    #expect(columns.allSatisfy { $0.y == free.y && $0.height == free.height })
    #expect(
      abs(columns[0].x - 20 * scale) < 0.001 && abs(columns[1].maxX - 393 + 20 * scale) < 0.001)
    #expect(abs(columns[1].width - 3 * columns[0].width) < 0.001)
  }

  @Test func theGapMayBeAParameterOfTheTemplateOrAToken() throws {
    let stack =
      #"{"stack": [{"plugin": "block"}, {"plugin": "block"}], "parameters": {"gap": "$parameters.gap", "side": "$spacing.side"}}"#
    func gap(_ settings: [String: String]) throws -> Double {
      let areas = try compose(stack, settings: settings).layouts.map(\.area)
      #expect(areas[0].x > 0)
      return areas[1].y - areas[0].maxY
    }
    let scale = 393.0 / 430
    let gaps = [try gap([:]), try gap(["gap": "50"])]
    #expect(abs(gaps[0] - 20 * scale) < 0.001 && abs(gaps[1] - 50 * scale) < 0.001)
  }

  @Test func stacksNestTwiceAndNoDeeper() throws {
    let areas = try areas(
      #"{"stack": [{"columns": [{"plugin": "block"}, {"plugin": "block"}], "size": 120}, {"plugin": "block"}]}"#
    )
    #expect(areas.count == 3 && areas[0].y == areas[1].y && areas[2].y > areas[0].maxY)
    let error = #expect(throws: RenderError.self) {
      try self.areas(#"{"stack": [{"columns": [{"stack": [{"plugin": "block"}]}]}]}"#)
    }
    #expect(error?.code == .invalidValue)
    #expect(error?.origin?.description.contains("template.json:2:") == true)
  }

  @Test func aPartOfNaturalSizeIsAsHighAsWhatItShows() throws {
    let areas = try areas(
      #"{"stack": [{"plugin": "block", "size": "natural", "parameters": {"needs": 80}}, {"plugin": "block"}]}"#
    )
    #expect(abs(areas[0].height - 81) < 0.001)
    let told = try self.areas(
      #"{"columns": [{"plugin": "block", "size": "natural", "parameters": {"says": "Hi"}}, {"plugin": "block"}]}"#
    )
    #expect(told[0].width == 120)
  }

  /// A built-in layout keeps its type size if its area has the natural size that it requests.
  @Test(
    arguments: ["numbered-notes", "banner", "countdown"],
    ["iphonese3", "iphone15", "ipadpro13"])
  func builtInLayoutsAskForAsMuchAsTheyNeed(_ plugin: String, _ device: String) throws {
    func size(_ form: String, _ size: String) throws -> (area: Rect, type: Double) {
      let found = try compose(
        #"{"\#(form)": [{"plugin": "\#(plugin)", "size": "\#(size)"}]}"#, device: device
      ) { request in
        request.content[.dates] = [
          ContentEntry(["title": .text("Summer"), "date": .when(When("2027-01-02")!)])
        ]
        request.now = When("2026-12-01")
      }
      return (try #require(found.layouts.first).area, try #require(found.fontSize))
    }
    let whole = try size("stack", "fill")
    for form in ["stack", "columns"] {
      let natural = try size(form, "natural")
      #expect(natural.type == whole.type, "\(form)")
      #expect(
        form == "stack"
          ? natural.area.height < whole.area.height : natural.area.width <= whole.area.width)
    }
  }

  @Test(arguments: [("ar", true), ("he", true), ("de", false)])
  func columnsBeginWhereReadingBegins(_ language: String, _ fromTheRight: Bool) throws {
    let columns = #"{"columns": [{"plugin": "block", "size": 90}, {"plugin": "block"}]}"#
    let areas = try compose(columns) { $0.language = language }.layouts.map(\.area)
    #expect((areas[0].x > areas[1].x) == fromTheRight)
    let forced = try compose(columns) { $0.direction = .rightToLeft }.layouts.map(\.area)
    #expect(forced[0].x > forced[1].x)
  }

  @Test func whatDoesNotCountOnADeviceLeavesNoGap() throws {
    let layouts =
      #"{"stack": [{"plugin": "block", "size": 50}, {"plugin": "block", "when": {"kind": "ipad"}}, {"plugin": "block"}], "parameters": {"gap": 10}}"#
    let areas = try areas(layouts)
    #expect(areas.count == 2 && abs(areas[1].y - areas[0].maxY - 10 * 393 / 430) < 0.001)
    #expect(try compose(layouts, device: "ipadpro13").layouts.count == 3)
  }

  @Test func layoutsThatDrawOverOneAnotherAreRefusedWithBothNames() throws {
    let error = #expect(throws: RenderError.self) {
      try areas(
        #"{"stack": [{"plugin": "block", "parameters": {"beyond": 60}}, {"plugin": "numbered-notes"}], "parameters": {"gap": 0}}"#
      )
    }
    #expect(error?.code == .layoutsOverlap)
    #expect(error?.message.contains("'block' and 'numbered-notes'") == true)
    #expect(error?.message.contains("'note.1.number'") == true)
    #expect(error?.origin?.description.contains("template.json:2:") == true)
    // A part that extends only into the gap does not cover anything.
    let fine =
      #"{"stack": [{"plugin": "block", "parameters": {"beyond": 5}}, {"plugin": "block"}], "parameters": {"gap": 10}}"#
    #expect(try areas(fine).count == 2)
  }

  @Test func oneMayBeAFrameForAnotherWhereBothHaveTheWholeArea() throws {
    #expect(try areas(#"{"plugin": "block"}, {"plugin": "numbered-notes"}"#) == [free, free])
    let error = #expect(throws: RenderError.self) {
      try areas(#"{"plugin": "banner"}, {"plugin": "banner"}"#)
    }
    #expect(error?.code == .layoutsOverlap)
    #expect(error?.message.contains("'message'") == true)
  }

  @Test func twoStacksMayLieOverOneAnother() throws {
    #expect(
      try areas(
        #"{"stack": [{"plugin": "block"}]}, {"stack": [{"plugin": "numbered-notes"}]}"#) == [
          free, free,
        ])
  }

  @Test func columnsInAStackAreAsHighAsTheyAreInTheirOwnWidth() throws {
    let found = try compose(
      #"{"stack": [{"columns": [{"plugin": "numbered-notes"}, {"plugin": "numbered-notes"}], "size": "natural"}, {"plugin": "block", "parameters": {"needs": 10}}]}"#
    ) {
      $0.content.notes = [Note("Three lines in a column")]
    }
    #expect(found.layouts[0].fontSize == found.layouts[1].fontSize)
    let alone = try compose(
      #"{"columns": [{"plugin": "numbered-notes"}, {"plugin": "numbered-notes"}]}"#
    ) {
      $0.content.notes = [Note("Three lines in a column")]
    }
    // The natural size includes a margin of one point, so the next larger type size may fit.
    let sizes = (found.layouts[0].fontSize ?? 0, alone.layouts[0].fontSize ?? 1)
    #expect(abs(sizes.0 - sizes.1) <= TypeSizes.step)
  }

  @Test func sidesThatLeaveNothingAreToldAsSuch() throws {
    let nested = #expect(throws: RenderError.self) {
      try areas(
        #"{"columns": [{"stack": [{"plugin": "block"}], "size": 100, "parameters": {"side": 60}}, {"plugin": "block"}]}"#
      )
    }
    #expect(nested?.code == .stackTooLong)
    #expect(nested?.message.contains("leaves no width") == true)
  }

  @Test func partsThatAreTooLongSaySoWithTheirPlace() throws {
    let error = #expect(throws: RenderError.self) {
      try areas(#"{"stack": [{"plugin": "block", "size": 400}, {"plugin": "block", "size": 400}]}"#)
    }
    #expect(error?.code == .stackTooLong)
    #expect(error?.message.contains("754 pt of height") == true)
    #expect(error?.origin?.description.contains("template.json:2:") == true)
  }

  @Test func aLayoutThatDoesNotFitIsNamedWithItsRoom() throws {
    let error = #expect(throws: RenderError.self) {
      try compose(
        #"{"stack": [{"plugin": "numbered-notes", "size": 12}, {"plugin": "block"}]}"#
      ) { $0.overflow = .fail }
    }
    #expect(error?.code == .notesDoNotFit)
    #expect(error?.also?.contains("'numbered-notes' can use 393 × 10 pt") == true)
  }

  @Test func theOverflowOfEachLayoutIsItsOwn() throws {
    let composition = try compose(
      #"{"stack": [{"plugin": "numbered-notes", "size": 70}, {"plugin": "numbered-notes"}]}"#
    ) { $0.content.notes = (1...9).map { Note("Note number \($0)") } }
    #expect(composition.warnings.map(\.code) == [.notesHidden])
    #expect(composition.layouts[0].notes.count < 9 && composition.layouts[1].notes == Array(1...9))
  }

  /// Each layout gets the aid that it needs, instead of one aid for both layouts.
  ///
  /// The background is black above and white below, so each layout needs at most a different text
  /// color, but a common color would need a stronger aid.
  @Test func whatHelpsTextIsChosenForEachLayout() throws {
    let (folder, path) = try template(
      #"{"stack": [{"plugin": "block", "parameters": {"says": "Above", "color": "silver"}}, {"plugin": "block", "parameters": {"says": "Below", "color": "silver"}}]}"#
    )
    defer { withExtendedLifetime(folder) {} }
    let middle = Int((free.midY / 852 * 100).rounded())
    var request = RenderRequest(template: path, device: "iphone15", background: .plugin("gradient"))
    request.settings = [
      Setting(
        key: "gradient.colors",
        value: ["#000000", .string("#000000 \(middle)%"), .string("#ffffff \(middle)%"), "#ffffff"])
    ]
    let renderer = try Renderer(
      installation: Workspace.installation, plugins: Self.registry, key: .known)
    let drawn = try renderer.draw(request)
    let report = try #require(drawn.picture.report.legibility)
    #expect(report.lines.count == 2 && report.lines.allSatisfy { $0.after >= report.target })
    #expect(report.parts == [.init(aid: nil, scrim: 0), .init(aid: .color, scrim: 0)])
    let whole = try renderer.rasterize(drawn.composition.scene, drawn.plan)
    #expect((whole.report.legibility?.aid ?? .color) > .color)
  }

  @Test func theReceiptTellsOfEachLayout() throws {
    let (folder, path) = try template(
      #"{"stack": [{"plugin": "block", "size": 100}, {"plugin": "numbered-notes"}]}"#)
    defer { withExtendedLifetime(folder) {} }
    let renderer = try Renderer(
      installation: Workspace.installation, plugins: Self.registry, key: .known)
    let receipt = try renderer.render(
      RenderRequest(template: path, device: "iphone15", notes: [Note("Buy milk")]))
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(receipt.line.utf8)) as? [String: Any])
    let layout = try #require(json["layout"] as? [String: Any])
    let parts = try #require(layout["parts"] as? [[String: Any]])
    #expect(parts.map { $0["layout"] as? String } == ["block", "numbered-notes"])
    #expect(parts.map { $0["notes"] as? [Int] } == [[], [1]])
    #expect((parts[0]["area"] as? [String: Double])?["height"] == 91.395)
    #expect(parts[0]["fontSize"] is NSNull && parts[1]["fontSize"] is Double)
  }
}
