import BuiltInPlugins
import Designs
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// The drawing cost of a scene is computed before drawing, and limited.
@Suite struct SceneCostTests {
  private static let tablet = Size(width: 1032, height: 1376)
  private static let pixels = PixelSize(width: 2064, height: 2752)
  private let check = SceneCheck(size: tablet, pixels: pixels)

  /// The limit stops only hostile plugin answers: it is more than twenty times the cost of the most expensive
  /// template on the largest screen.
  @Test func noTemplateComesNearTheLimit() throws {
    let renderer = try makeRenderer()
    let device = try #require(
      DeviceCatalog.appleScreens.max { $0.pixels.area < $1.pixels.area })
    let photo = Workspace.root + "/Templates/themes/lens.png"
    let notes = (1...40).map { Note("Note \($0): bring the parcel to the post office before six") }
    let themes = DesignLibrary(installation: Workspace.installation).themeNames
    var (most, scenes) = (0.0, 0)
    for template in ["lock", "banner", "home", "instruction", "preset-card"] {
      for theme in themes {
        for background in [BackgroundChoice.theme, .photo(file: photo)] {
          var request = RenderRequest(
            template: template, device: device.id, notes: notes, theme: theme,
            background: background, output: .memory)
          request.overflow = .more
          // In some themes, the text is too large for the space, so these requests are skipped.
          guard let plan = try? renderer.resolve(request),
            let scene = try? renderer.compose(plan).scene
          else { continue }
          scenes += 1
          let cost = SceneCheck(size: scene.size, pixels: device.pixels).cost
          let steps = (scene.background + scene.foreground).reduce(0) { $0 + cost.steps(of: $1) }
          most = max(most, steps)
        }
      }
    }
    #expect(scenes >= 4 * themes.count, "\(scenes)")
    #expect(most > 100e6, "\(most)")
    #expect(most * 20 < SceneCost.most, "\(most / 1e6) million steps")
  }

  struct Hostile: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let layers: [Layer]
  }

  private static let dot = Rect(x: 500, y: 700, width: 1, height: 1)
  private static let screen = Rect(x: 0, y: 0, width: 1032, height: 1376)
  private static let gradient = Paint.linear(
    LinearGradient(
      start: Point(x: 0, y: 0), end: Point(x: 0, y: 1000),
      stops: [GradientStop(0, .black), GradientStop(1, .white)]))

  private static func layers(_ count: Int, _ content: Layer.Content, opacity: Double = 1) -> [Layer]
  {
    (0..<count).map { Layer("layer \($0)", opacity: opacity, content) }
  }

  private static let hostile = [
    Hostile(
      testDescription: "3,000 small shapes with large shadows",
      layers: layers(
        3000,
        .shape(ShapeContent(.rectangle(dot), shadow: Shadow(color: .black, blur: 200))))),
    Hostile(
      testDescription: "2,000 blurred pictures",
      layers: layers(2000, .image(ImageContent(file: "tile.png", frame: screen, blur: 200)))),
    Hostile(
      testDescription: "20,000 tiny pictures",
      layers: layers(20_000, .image(ImageContent(file: "tile.png", frame: dot)))),
    Hostile(
      testDescription: "2,000 gradients", layers: layers(2000, .fill(gradient))),
    Hostile(
      testDescription: "19,000 colors", layers: layers(19_000, .fill(.color(.black)))),
    Hostile(
      testDescription: "900 faded groups",
      layers: layers(900, .group(GroupContent([Layer("in", .fill(.color(.black)))])), opacity: 0.5)),
    Hostile(
      testDescription: "a line of ten million dashes",
      layers: layers(
        1,
        .shape(
          ShapeContent(
            .rectangle(screen), stroke: Stroke(color: .black, width: 1, dash: [0.0001, 0.0004]))))),
    Hostile(
      testDescription: "500 outlines of 50,000 points",
      layers: layers(
        500,
        .shape(
          ShapeContent(
            .path((0..<50_000).map { .line(Point(x: Double($0 % 1000), y: Double($0 % 7))) }),
            fill: .color(.black))))),
    Hostile(
      testDescription: "500 pages of text",
      layers: layers(
        500,
        .text(
          TextContent(
            TextBlock(
              String(repeating: "wallpaper ", count: 5000),
              style: TextStyle(family: "Inter", size: 40, color: .white)), frame: screen)))),
    Hostile(
      testDescription: "1,500 words with large shadows",
      layers: layers(
        1500,
        .text(
          TextContent(
            TextBlock("a", style: TextStyle(family: "Inter", size: 10, color: .white)), frame: dot,
            shadow: Shadow(color: .black, blur: 200))))),
  ]

  @Test(arguments: hostile)
  func whatWouldTakeTooLongIsRefusedBeforeItIsDrawn(_ hostile: Hostile) throws {
    let scene = Scene(size: Self.tablet, background: [], foreground: hostile.layers)
    let error = #expect(throws: RenderError.self) { try check.check(scene) }
    #expect(error?.code == .invalidScene)
    #expect(error?.message.contains("times the maximum time") == true)
    #expect(error?.origin?.description.hasPrefix("layer 'layer ") == true)
  }

  @Test func theCostliestLayerIsNamed() throws {
    var layers = Self.layers(3, .fill(.color(.black)))
    layers.insert(
      Layer(
        "glow",
        .group(
          GroupContent(
            Self.layers(
              400,
              .shape(ShapeContent(.rectangle(Self.dot), shadow: Shadow(color: .black, blur: 200)))))
        )), at: 2)
    let excess = try #require(check.cost.excess(of: layers))
    #expect(excess.index == 2)
    #expect(excess.layer == "glow")
    #expect(excess.times > 1)
  }

  /// Layers outside the screen are not drawn, so they do not count toward the cost.
  @Test func whatIsNotSeenCostsLittle() {
    let away = Rect(x: 5000, y: 0, width: 1000, height: 1000)
    let layers = Self.layers(1000, .shape(ShapeContent(.rectangle(away), fill: Self.gradient)))
    #expect(check.cost.excess(of: layers) == nil)
  }
}
