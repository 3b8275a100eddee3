import BuiltInPlugins
import Graphics
import Testing
import WallfarmPluginKit
import WallfarmTesting

@testable import WallfarmCore

/// Letters of several layouts on one photo.
@Suite struct LettersTests {
  private static let photos = ["FreshFlower", "RainDrops", "TwoWings"]

  private static func request(on photo: String) -> RenderRequest {
    var request = RenderRequest(template: "challenge", device: "iphonese3")
    request.theme = "gelato"
    request.background = .photo(file: "/usr/share/backgrounds/mate/nature/\(photo).jpg")
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

  @Test(arguments: photos)
  func areAllLightOrAllDark(on photo: String) throws {
    let renderer = try Renderer(installation: Workspace.installation, plugins: .builtIn)
    let plan = try renderer.resolve(Self.request(on: photo))
    let composition = try renderer.compose(plan)
    let rasterizer = renderer.resources.rasterizer(for: plan)
    let ground = try rasterizer.glance(at: composition.scene.background)
    let legibility = Legibility(rules: plan.legibility, drawing: rasterizer)
    let (foreground, parts) = (composition.scene.foreground, composition.partsApart)
    let alone = try parts.map { part in
      letters(try legibility.adapt(Array(foreground[part]), parts: [], over: ground))
    }
    #expect(alone.count == 2 && alone.allSatisfy { $0.count == 1 }, "\(photo): \(alone)")
    let together = try legibility.adapt(foreground, parts: parts, over: ground)
    #expect(letters(together).count == 1, "\(photo): \(letters(together))")
    #expect(together.report.isEnough)
  }

  /// The other look of the theme already has such letters, and a matching bar.
  @Test(arguments: photos)
  func areThoseOfTheLookThatHasThem(on photo: String) throws {
    let renderer = try Renderer(installation: Workspace.installation, plugins: .builtIn)
    let report = try #require(
      try renderer.draw(Self.request(on: photo)).picture.report.legibility)
    #expect(report.isEnough && !report.hasOtherLetters)
  }
}
