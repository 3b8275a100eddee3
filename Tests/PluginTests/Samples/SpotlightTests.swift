import BuiltInPlugins
import Designs
import Graphics
import SourceJSON
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// The card of a tip, and the spotlight to which it points.
@Suite(.tags(.torture)) struct SpotlightTests {
  /// For random targets on five screens, the card is inside the free area and does not cover the
  /// spotlight.
  ///
  /// Each screen is tested with 800 targets, or with 20,000 in torture mode. A failure prints the
  /// seed; WALLFARM_SEED sets another seed.
  @Test(arguments: ["iphonese3", "iphone12mini", "iphone15", "iphone17promax", "ipadpro13"])
  func aCardNeverCoversItsSpotlight(on id: String) throws {
    let device = try DeviceCatalog.shipped.device(id)
    let studio = try Studio()
    let seed = SeededGenerator.standardSeed
    var generator = SeededGenerator(seed: seed)
    var sample = try #require(TemplateSample.all.first { $0.layout == Spotlight.self })
    let texts = [
      ("Tap here", ""),
      ("Your notes live here", "The lock screen shows them each time you pick up the phone."),
      ("", "Words without a title"),
      (String(repeating: "A long title. ", count: 6), String(repeating: "Many words. ", count: 30)),
    ]
    // All rounds share a measurer, whose cache measures each text only once for each width.
    let measurer = try sample.context(on: device, studio: studio).measurer
    var (clipped, beside) = (0, 0)
    let rounds = Torture.isOn ? 20_000 : 800
    for round in 0..<rounds {
      let width = Double.random(in: 0.01...1, using: &generator)
      let height = Double.random(in: 0.01...(round % 3 == 0 ? 1 : 0.3), using: &generator)
      let target = Rect(
        x: Double.random(in: 0...(1 - width), using: &generator),
        y: Double.random(in: 0...(1 - height), using: &generator), width: width, height: height)
      let (title, body) = texts[round % texts.count]
      sample.content = Content()
      sample.content[.tips] = [
        ContentEntry(["title": .text(title), "body": .text(body), "target": .rect(target)])
      ]
      let context = try sample.context(on: device, measuredBy: measurer, studio: studio)
      let shown = try sample.arrangement(in: context)
      let card = try #require(shown.outline("card")).bounds
      // A card that does not fit on any side of the spotlight becomes a sheet, which may cover the
      // spotlight completely.
      let spot = shown.outline("spot")?.bounds ?? Rect(x: 0, y: 0, width: 0, height: 0)
      #expect(
        context.freeArea.contains(card, tolerance: 0.01), "seed \(seed), round \(round): \(card)")
      #expect(
        card.intersection(spot).isEmpty, "seed \(seed), round \(round): \(card) covers \(spot)")
      for text in shown.texts {
        #expect(card.contains(text.content.frame, tolerance: 0.01), "seed \(seed), round \(round)")
      }
      let whole = Rect(
        x: target.x * device.points.width, y: target.y * device.points.height,
        width: target.width * device.points.width, height: target.height * device.points.height)
      if spot.contains(whole, tolerance: 0.01) { beside += 1 } else { clipped += 1 }
    }
    // The test must produce enough complete spotlights and enough clipped ones.
    #expect(beside > rounds / 8 && clipped > rounds / 80, "\(beside) and \(clipped)")
  }

  /// A card is as wide as the spotlight above it if its text fits that width; below a narrow
  /// spotlight, it is only as wide as its text.
  @Test(arguments: [0.6, 0.1]) func aCardIsAsWideAsItsTextOrItsSpotlight(_ width: Double) throws {
    let device = try DeviceCatalog.shipped.device("iphone15")
    var sample = try #require(TemplateSample.all.first { $0.layout == Spotlight.self })
    sample.content = Content()
    sample.content[.tips] = [
      ContentEntry([
        "title": .text("Hold here"),
        "target": .rect(Rect(x: 0.5 - width / 2, y: 0.42, width: width, height: 0.2)),
      ])
    ]
    let shown = try sample.arrangement(in: sample.context(on: device, studio: Studio()))
    let card = try #require(shown.outline("card")).bounds
    let spot = try #require(shown.outline("spot")).bounds
    #expect(abs(card.midX - spot.midX) < 0.01)
    if width > 0.5 {
      #expect(abs(card.width - spot.width) < 0.01)
    } else {
      #expect(card.width > spot.width && card.width < device.points.width / 2)
    }
  }

  @Test func aTipWithoutATargetIsACardInTheMiddle() throws {
    let device = try DeviceCatalog.shipped.device("iphone15")
    var sample = try #require(TemplateSample.all.first { $0.layout == Spotlight.self })
    sample.content = Content()
    sample.content[.tips] = [ContentEntry(["title": .text("Hello")])]
    let context = try sample.context(on: device, studio: Studio())
    let shown = try sample.arrangement(in: context)
    #expect(shown.layers.map(\.name) == ["card", "tip.title"])
    #expect(abs(try #require(shown.outline("card")).bounds.midY - context.freeArea.midY) < 1)
  }
}
