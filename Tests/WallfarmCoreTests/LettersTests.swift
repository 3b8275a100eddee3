import BuiltInPlugins
import Graphics
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Tests the text colors of several layouts on one photo.
@Suite struct LettersTests {
  private static let photos = ["FreshFlower", "RainDrops", "TwoWings"].map {
    "/usr/share/backgrounds/mate/nature/\($0).jpg"
  }

  private static func request(on photo: String) -> RenderRequest {
    var request = RenderRequest(template: "challenge", device: "iphonese3")
    request.theme = "gelato"
    request.background = .photo(file: photo)
    request.settings = [Setting(key: "percent", value: "80")]
    request.content[.progress] = [
      ContentEntry([
        "value": .number(4300), "goal": .number(10_000), "label": .text("Steps"),
        "marks": .numbers([2500, 5000, 7500]),
      ])
    ]
    request.content[.figures] = [
      ContentEntry(["label": .text("Left"), "value": .number(5700)]),
      ContentEntry(["label": .text("At your pace"), "value": .text("2 days")]),
    ]
    return request
  }

  private func letters(_ adapted: Legibility.Adapted) -> Set<Letters> {
    Set(adapted.layers.flatMap(\.texts).map { Letters($0.content.block.style.color) })
  }

  /// Creates broad stripes, which are lighter behind the progress layout than behind the figures
  /// layout.
  ///
  /// Behind each layout, the stripes differ so much that no single text color is legible without an
  /// aid.
  private static func stripes(in folder: TemporaryFolder) -> String {
    let file = folder.file("stripes.png")
    func stripes(_ colors: [String], height: Int) -> [String] {
      ["(", "-size", "150x\(height)"] + (0..<5).map { "xc:\(colors[$0 % 2])" } + ["+append", ")"]
    }
    let made = Tool.run(
      "convert",
      stripes(["#6a6a6a", "#f4f4f4"], height: 1070) + stripes(["#161616", "#8c8c8c"], height: 264)
        + ["-append", file])
    #expect(made.status == 0)
    return file
  }

  /// If the colors were chosen separately for each layout, some text would be light and some dark.
  @Test func areAllLightOrAllDarkWhereEachPartWouldDiffer() throws {
    let folder = try TemporaryFolder()
    let (alone, together) = try adapted(on: Self.stripes(in: folder))
    #expect(alone.count == 2 && alone[0] != alone[1], "\(alone)")
    #expect(letters(together).count == 1 && together.report.isEnough, "\(letters(together))")
  }

  @Test(arguments: photos)
  func areAllLightOrAllDark(on photo: String) throws {
    let (_, together) = try adapted(on: photo)
    #expect(letters(together).count == 1, "\(photo): \(letters(together))")
    #expect(together.report.isEnough)
  }

  /// Returns whether each layout's text is light or dark if adapted alone, and the result of
  /// adapting all together.
  private func adapted(
    on photo: String
  ) throws -> (alone: [Set<Letters>], together: Legibility.Adapted) {
    let renderer = try Renderer(installation: Workspace.installation, plugins: .builtIn)
    let plan = try renderer.resolve(Self.request(on: photo))
    let composition = try renderer.compose(plan)
    let rasterizer = try renderer.resources.rasterizer(for: plan)
    let ground = try rasterizer.glance(at: composition.scene.background)
    let legibility = Legibility(rules: plan.legibility, drawing: rasterizer)
    let (foreground, parts) = (composition.scene.foreground, composition.partsApart)
    let alone = try parts.map { part in
      letters(try legibility.adapt(Array(foreground[part]), parts: [], over: ground))
    }
    return (alone, try legibility.adapt(foreground, parts: parts, over: ground))
  }

  /// In the theme's other look, the theme's text color is legible on these photos, so no layout
  /// deviates from it.
  ///
  /// The text then also matches the progress bar.
  @Test(arguments: photos)
  func areThoseOfTheLookThatHasThem(on photo: String) throws {
    let renderer = try Renderer(installation: Workspace.installation, plugins: .builtIn)
    let report = try #require(
      try renderer.draw(Self.request(on: photo)).picture.report.legibility)
    #expect(report.isEnough && !report.hasOtherLetters)
  }
}
