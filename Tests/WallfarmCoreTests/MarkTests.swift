import BuiltInPlugins
import Designs
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

  /// Returns the first shape whose layer name has the given ending.
  private func shape(_ ending: String, of request: RenderRequest) throws -> ShapeContent {
    let scene = try renderer.compose(renderer.resolve(request)).scene
    return try #require(
      scene.foreground.lazy.compactMap { layer -> ShapeContent? in
        guard layer.name.hasSuffix(ending), case .shape(let content) = layer.content else {
          return nil
        }
        return content
      }.first)
  }

  /// Returns the contrast between the mark of the current day and a pixel next to it.
  ///
  /// The photo has a single color, so the pixel next to the mark has that color or the color of a
  /// shadow.
  private func contrastOfToday(_ request: RenderRequest) throws -> Double {
    let shape = try shape("now", of: request).shape.bounds
    let drawn = try renderer.draw(request)
    let width = drawn.picture.surface.size.width
    return drawn.picture.surface.withPixels { bytes in
      func pixel(_ x: Double, _ y: Double) -> Color {
        let index = (Int(y * 3) * width + Int(x * 3)) * 4
        return Color(red: bytes[index + 2], green: bytes[index + 1], blue: bytes[index])
      }
      let dot = pixel(shape.midX, shape.midY)
      // A pixel one point above the dot.
      return dot.contrast(with: pixel(shape.midX, shape.y - 1))
    }
  }

  /// Tests a medium gray, on which black and white text are about equally legible, two blues, and
  /// random colors.
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

  /// A mark keeps its color if a weak shadow is sufficient, because readers missed the color of the
  /// current day.
  @Test func theCurrentDayKeepsItsColor() throws {
    let plain = try request(on: try #require(Color("#000000")))
    guard case .color(let accent)? = try shape("now", of: plain).fill else {
      Issue.record("the mark has no color")
      return
    }
    let gray = try #require(
      (0...255).lazy.map { Color(red: UInt8($0), green: UInt8($0), blue: UInt8($0)) }
        .first { (2.6..<2.9).contains(accent.contrast(with: $0)) })
    let report = try #require(try renderer.draw(request(on: gray)).picture.report.legibility)
    #expect(report.replaced.isEmpty && report.aid == .shadow)
    #expect(try contrastOfToday(request(on: gray)) >= 3)
  }

  /// The shadows of a pattern are wide and weak, so that they do not look like dark holes between
  /// its dots.
  @Test(arguments: ["#9a9a9a", "#a0a0a0"])
  func aPatternHasASoftShadow(on text: String) throws {
    let ground = try #require(Color(text))
    var request = try request(on: ground, keepingColors: true)
    request.variant = .dark
    let drawn = try renderer.draw(request)
    let dots = try shape("past", of: request).shape.bounds
    // The pixels of a column above the dots, where the shadow fades.
    let width = drawn.picture.surface.size.width
    let column = drawn.picture.surface.withPixels { bytes in
      (Int(dots.y * 3) - 90..<Int(dots.y * 3) - 2).map { y in
        Int(bytes[(y * width + Int(dots.midX * 3)) * 4 + 1])
      }
    }
    let steps = zip(column, column.dropFirst()).map { abs($0 - $1) }
    #expect(column.contains { $0 < Int(ground.green) - 3 }, "a shadow is drawn: \(column)")
    #expect(try #require(steps.max()) <= 6, "\(column)")
  }

  /// Replaced colors are reported; if a theme forbids the replacement, a shadow is drawn instead.
  @Test func colorsAreReplacedUnlessTheThemeKeepsThem() throws {
    let color = try #require(Color("#7080f0"))
    for keepsColors in [false, true] {
      let request = try request(on: color, keepingColors: keepsColors)
      let report = try #require(try renderer.draw(request).picture.report.legibility)
      #expect(report.replaced.isEmpty == keepsColors)
      #expect(try contrastOfToday(request) >= 3)
    }
  }

  /// A disc behind text keeps its color if marks with the same color are replaced; otherwise, the
  /// number of the current day could have the color of its disc.
  @Test func theNumberOfTheCurrentDayContrastsWithItsDisc() throws {
    var request = try request(on: try #require(Color("#3a4a20")))
    (request.template, request.theme) = ("month", "gelato")
    request.now = When("2026-05-21")
    let date = try #require(When("2026-05-27"))
    request.content[.dates] = [ContentEntry(["title": .text("Concert"), "date": .when(date)])]
    let disc = try shape("today", of: request).shape.bounds
    let drawn = try renderer.draw(request)
    // The dot below the date has the color of the disc, and too little contrast with the photo.
    #expect(try #require(drawn.picture.report.legibility).aid != nil)
    let width = drawn.picture.surface.size.width
    let luminances = drawn.picture.surface.withPixels { bytes in
      // The middle of the disc contains only the disc and the number.
      (Int(disc.midY * 3) - 12..<Int(disc.midY * 3) + 12).flatMap { y in
        (Int(disc.midX * 3) - 12..<Int(disc.midX * 3) + 12).map { x in
          let index = (y * width + x) * 4
          return Color(red: bytes[index + 2], green: bytes[index + 1], blue: bytes[index])
            .relativeLuminance
        }
      }
    }
    let (low, high) = (try #require(luminances.min()), try #require(luminances.max()))
    #expect((high + 0.05) / (low + 0.05) >= 4.5)
  }
}
