import BuiltInPlugins
import Designs
import Graphics
import SourceJSON
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// The text and the picture of a step are on one grid.
@Suite struct StepCardTests {
  /// Arranges a step card with a sample picture: "0.jpg" is 4032 × 3024 pixels, and "4.jpg" is 1179
  /// × 2556 pixels.
  private static func shown(
    _ picture: String, title: String = "Open Settings", settings: [String: JSONValue] = [:],
    language: String = "en"
  ) throws -> Arrangement {
    let step = ["title": ContentValue.text(title), "picture": .text(picture)]
    return try TemplateSample.arrangement(
      of: StepCard.self, .steps, [step, step], settings: settings, language: language)
  }

  private static func picture(of shown: Arrangement) throws -> (clip: Shape, frame: Rect) {
    let layer = try #require(shown.layers.first { $0.name == "picture" })
    guard case .group(let group) = layer.content, let clip = group.clip,
      case .image(let image)? = group.layers.first?.content
    else { throw RenderError(.invalidParameter, "no picture") }
    return (clip, image.frame)
  }

  private static func frame(of name: String, in shown: Arrangement) throws -> Rect {
    try #require(shown.texts.first { $0.name == name }).content.frame
  }

  @Test(arguments: ["en", "ar"])
  func aPictureBeginsWhereTheTextBegins(_ language: String) throws {
    let shown = try Self.shown("0.jpg", language: language)
    let (clip, picture) = try Self.picture(of: shown)
    let title = try Self.frame(of: "title", in: shown)
    let edges = language == "ar" ? (picture.maxX, title.maxX) : (picture.x, title.x)
    #expect(abs(edges.0 - edges.1) < 0.01 && picture.y > title.maxY)
    #expect(abs(picture.width / picture.height - 4032.0 / 3024) < 0.001)
    guard case .rounded(_, let radius) = clip else {
      Issue.record("square corners: \(clip)")
      return
    }
    #expect(radius > 10)
  }

  /// A tall picture is beside the text; its top is aligned with the top of the disc, and its bottom
  /// with the bottom of the dots.
  @Test(arguments: ["en", "ar"])
  func aTallPictureIsBesideTheText(_ language: String) throws {
    let shown = try Self.shown("4.jpg", language: language)
    let picture = try Self.picture(of: shown).frame
    let title = try Self.frame(of: "title", in: shown)
    #expect(language == "ar" ? picture.maxX < title.x : picture.x > title.maxX)
    #expect(abs(picture.width / picture.height - 1179.0 / 2556) < 0.001)
    // A short text is set at the largest size.
    let size = try #require(shown.texts.first { $0.name == "title" }).content.block.style.size
    #expect(size > 30, "\(size)")
    let disc = try #require(shown.outline("disc")).bounds
    let dot = try #require(shown.outline("dot.1")).bounds
    #expect(abs(disc.y - picture.y) < 0.01 && abs(dot.maxY - picture.maxY) < 0.01)
  }

  /// On a small screen, the picture stays next to a long text, and a long word is hyphenated.
  @Test func aLongStepHasSpaceForAPicture() throws {
    let device = try DeviceCatalog.shipped.device("iphonese3")
    var sample = try #require(TemplateSample.all.first { $0.layout == StepCard.self })
    sample.settings = [:]
    sample.content = Content()
    sample.content[.steps] = [
      ContentEntry([
        "title": .text("Berechtigungseinstellungen überprüfen und anschließend bestätigen"),
        "body": .text(
          "Öffne die Einstellungen, scrolle bis zum Eintrag Kurzbefehle, tippe auf Automation und"
            + " erlaube „Sofort ausführen“. Danach erscheint oben rechts das Häkchen."),
        "picture": .text("4.jpg"),
      ])
    ]
    let context = try sample.context(on: device, studio: Studio(), language: "de")
    let shown = try sample.arrangement(in: context)
    let picture = try Self.picture(of: shown).frame
    #expect(picture.x > (try Self.frame(of: "title", in: shown).maxX) && picture.width > 60)
    for text in shown.texts { #expect(context.freeArea.contains(text.content.frame)) }
  }

  /// A picture next to the text is drawn completely, even if it extends below the last line of the
  /// text.
  @Test func aTallPictureIsDrawnWhole() throws {
    let folder = try TemporaryFolder()
    let picture = folder.file("green.png")
    #expect(Tool.run("convert", ["-size", "300x650", "xc:#00ff00", picture]).status == 0)
    var request = RenderRequest(device: "iphonese3", notes: [])
    request.template = "step-card"
    request.content = Content()
    request.content[.steps] = [
      ContentEntry(["title": .text("Open Settings"), "picture": .text(picture)])
    ]
    let drawn = try Renderer(installation: Workspace.installation, plugins: .builtIn).draw(request)
    let (width, height) = (750, 1334)
    let greens = drawn.picture.surface.withPixels { pixels in
      (0..<height).filter { row in
        // The column of pixels at x = 620 crosses the middle of the picture, which is at the margin
        // of the screen.
        let place = (row * width + 620) * 4
        return pixels[place] < 8 && pixels[place + 1] > 247 && pixels[place + 2] < 8
      }
    }
    let first = try #require(greens.first)
    let last = try #require(greens.last)
    #expect(greens.count == last - first + 1 && greens.count > 600, "\(first) to \(last)")
  }

  /// A tall picture is below the text if a word does not fit next to the picture or if the text is
  /// centered.
  @Test(arguments: [
    ("Donaudampfschifffahrtsgesellschaftskapitän", [:]),
    ("Open Settings", ["align": JSONValue.string("center")]),
  ])
  func otherwiseATallPictureIsBelow(
    _ title: String, _ settings: [String: JSONValue]
  ) throws {
    let shown = try Self.shown("4.jpg", title: title, settings: settings)
    let picture = try Self.picture(of: shown).frame
    #expect(picture.y > (try Self.frame(of: "title", in: shown).maxY))
    #expect(abs(picture.width / picture.height - 1179.0 / 2556) < 0.001)
  }
}
