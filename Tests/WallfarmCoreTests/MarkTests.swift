import BuiltInPlugins
import Graphics
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Marks without text, such as the dots of a year, stay visible on a photo.
@Suite struct MarkTests {
  private let folder: TemporaryFolder
  private let renderer: Renderer

  init() throws {
    folder = try TemporaryFolder()
    renderer = try Renderer(installation: Workspace.installation, plugins: .builtIn)
  }

  private func request(on color: Color, keepingColors: Bool = false) throws -> RenderRequest {
    let file = folder.file("photo.png")
    let made = Tool.run("convert", ["-size", "1179x2556", "xc:\(color.hex)", file])
    #expect(made.status == 0)
    var request = RenderRequest(template: "year-dots", device: "iphone15")
    request.theme = try folder.write(
      """
      {"format": 1, "summary": "", "extends": "midnight",
       "legibility": {"colors": "\(keepingColors ? "keep" : "adapt")"}}
      """.utf8, to: "theme.json")
    request.background = .photo(file: file)
    request.now = When("2026-06-18")
    return request
  }

  /// The contrast of the current day with the pixels next to it.
  ///
  /// On a photo of one color, these are the only two colors besides shadows.
  private func contrastOfToday(_ request: RenderRequest) throws -> Double {
    let scene = try renderer.compose(renderer.resolve(request)).scene
    let shape = try #require(
      scene.foreground.lazy.compactMap { layer -> Rect? in
        guard layer.name.hasSuffix("now"), case .shape(let content) = layer.content else {
          return nil
        }
        return content.shape.bounds
      }.first)
    let drawn = try renderer.draw(request)
    let width = drawn.picture.surface.size.width
    return drawn.picture.surface.withPixels { bytes in
      func pixel(_ x: Double, _ y: Double) -> Color {
        let index = (Int(y * 3) * width + Int(x * 3)) * 4
        return Color(red: bytes[index + 2], green: bytes[index + 1], blue: bytes[index])
      }
      let dot = pixel(shape.midX, shape.midY)
      // A point from the edge of the dot.
      return dot.contrast(with: pixel(shape.midX, shape.y - 1))
    }
  }

  /// Grays, at which black and white text are about equally legible, and random colors.
  @Test func theCurrentDayHasAContrastOfThree() throws {
    var random = SeededGenerator()
    let random3 = (0..<6).map { _ in
      Color(
        red: .random(in: 0...255, using: &random), green: .random(in: 0...255, using: &random),
        blue: .random(in: 0...255, using: &random))
    }
    for color in [Color("#808080"), Color("#b4c0ff"), Color("#2f3a8f")].compactMap(\.self) + random3
    {
      let contrast = try contrastOfToday(try request(on: color))
      #expect(contrast >= 3, "\(color.hex): \(contrast)")
    }
  }

  /// Replaced colors are reported; a theme can forbid the replacement, and then a shadow is drawn.
  @Test func colorsAreReplacedUnlessTheThemeKeepsThem() throws {
    let color = try #require(Color("#7080f0"))
    for keepsColors in [false, true] {
      let request = try request(on: color, keepingColors: keepsColors)
      let report = try #require(try renderer.draw(request).picture.report.legibility)
      #expect(report.replaced.isEmpty == keepsColors)
      #expect(try contrastOfToday(request) >= 3)
    }
  }
}
