import BuiltInPlugins
import Designs
import SourceJSON
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// The text and the picture of a step stand on one grid.
@Suite struct StepCardTests {
  /// A step with a picture of the samples: "0.jpg" is 4032 × 3024 pixels, "4.jpg" 1179 × 2556.
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

  /// Disc and picture begin at one height, and dots and picture end at one height.
  @Test(arguments: ["en", "ar"])
  func aTallPictureIsBesideTheText(_ language: String) throws {
    let shown = try Self.shown("4.jpg", language: language)
    let picture = try Self.picture(of: shown).frame
    let title = try Self.frame(of: "title", in: shown)
    #expect(language == "ar" ? picture.maxX < title.x : picture.x > title.maxX)
    #expect(abs(picture.width / picture.height - 1179.0 / 2556) < 0.001)
    let disc = try #require(shown.outline("disc")).bounds
    let dot = try #require(shown.outline("dot.1")).bounds
    #expect(abs(disc.y - picture.y) < 0.01 && abs(dot.maxY - picture.maxY) < 0.01)
  }

  /// The text keeps the whole width if a word does not fit beside the picture, or in the middle.
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
