import BuiltInPlugins
import Designs
import Graphics
import SourceJSON
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Requirements for every layout of the gallery.
@Suite(.tags(.torture)) struct TemplateSampleTests {
  private static let devices = DeviceCatalog.appleScreens

  /// The names of layers that may extend beyond the free area: layers that cover the whole screen,
  /// and the atmosphere of a globe.
  private static let wide = ["dim", "spot", "land.ground", "land", "coast", "air", "water"]

  @Test func everyLayoutIsHere() {
    let layouts = Set(PluginRegistry.builtIn.layouts.map { $0.id })
    let samples = Set(TemplateSample.all.map { $0.layout.id })
    #expect(layouts.subtracting(samples) == ["numbered-notes", "banner", "countdown"])
  }

  /// All content is inside the free area of every screen, in a left-to-right language and in a
  /// right-to-left language.
  ///
  /// Outside torture mode, each sample is tested on a ninth of the screens, in rotation.
  @Test(arguments: TemplateSample.all)
  func everythingStandsInTheFreeArea(_ sample: TemplateSample) throws {
    let studio = try Studio()
    let number = try #require(
      TemplateSample.all.firstIndex { $0.testDescription == sample.testDescription })
    for (index, device) in Self.devices.enumerated() where Torture.isOn || index % 9 == number % 9 {
      for language in ["en", "ar"] {
        let context = try sample.context(on: device, studio: studio, language: language)
        let arrangement = try sample.arrangement(in: context)
        #expect(!arrangement.layers.isEmpty)
        for layer in arrangement.layers where !Self.wide.contains(layer.name) {
          let marks = try layer.marks(context.measurer)
          #expect(
            context.freeArea.contains(marks, tolerance: 0.01),
            "\(layer.name) on \(device.id) in \(language): \(marks) is not in \(context.freeArea)")
        }
        let names = arrangement.layers.flatMap(\.allTexts).map(\.name)
        #expect(Set(names).count == names.count, "names that are there twice: \(names)")
      }
    }
  }

  /// The layers are the same in every run, and layer names do not contain text from the content.
  @Test(arguments: TemplateSample.all)
  func theSameIsTheSame(_ sample: TemplateSample) throws {
    let device = try DeviceCatalog.shipped.device("iphone15")
    let once = try sample.arrangement(in: sample.context(on: device, studio: Studio()))
    let again = try sample.arrangement(in: sample.context(on: device, studio: Studio()))
    #expect(once == again)
    for layer in once.layers {
      #expect(layer.name.allSatisfy { $0.isASCII && !$0.isWhitespace }, "\(layer.name)")
    }
  }

  /// For an empty list, the picture shows only the configured message and never expires.
  @Test(arguments: TemplateSample.all)
  func nothingLeftIsSaid(_ sample: TemplateSample) throws {
    guard let use = sample.layout.content.first, use.isNeeded else { return }
    var empty = sample
    empty.content = Content()
    empty.content[use.kind] = []
    let device = try DeviceCatalog.shipped.device("iphonese3")
    for words in ["", "Nothing"] {
      empty.settings = ["empty-text": .string(words)]
      let context = try empty.context(on: device, studio: Studio())
      let shown = try empty.arrangement(in: context)
      #expect(
        shown.layers.flatMap(\.allTexts).map(\.content.block.text) == (words.isEmpty ? [] : [words])
      )
      #expect(shown.expires == .never)
    }
  }

  /// Renders every gallery template in every theme and look.
  ///
  /// Text must be legible, every character must have a glyph, no warning is allowed except the one
  /// about sample content, and all ink must be inside the free area. Outside torture mode, each
  /// template is tested in only two looks, and each look with at least one template.
  @Test(arguments: Self.templates)
  func everyTemplateGoesWithEveryTheme(_ template: String) throws {
    let renderer = try Renderer(installation: Workspace.installation, plugins: .builtIn)
    let place = try #require(Self.templates.firstIndex(of: template))
    for (index, look) in LegibilityTests.looks.enumerated()
    where Torture.isOn || index % 12 == place % 12 {
      var request = look.request(["iphonese3", "iphone15", "ipadpro13"][(index / 3 + place) % 3])
      request.content = Content()
      request.mayShowSample = true
      request.template = template
      let languages = ["en", "ar", "ja", "de"]
      request.language = languages[(index + place) % 4]
      if template == "finder-card" {
        request.settings = [("name", "Ana Weber"), ("code", "tel:+49301234567")].map {
          Setting(key: $0, value: $1)
        }
      }
      let drawn = try renderer.draw(request)
      let (plan, legibility) = (drawn.plan, drawn.picture.report.legibility)
      let engine = try renderer.textEngine(for: plan)
      for text in drawn.composition.scene.foreground.flatMap(\.allTexts).map(\.content) {
        let ink = try engine.measure(text.block, width: text.frame.width).ink
        #expect(
          plan.area.frame.contains(ink.offset(x: text.frame.x, y: text.frame.y), tolerance: 0.01),
          "\(template) in \(look): \(text.block.text)")
      }
      let warnings = drawn.warnings
      #expect(
        Set(warnings.map(\.code)) == (template == "finder-card" ? [] : [.sampleShown]),
        "\(template) in \(look): \(warnings)")
      let lines = try #require(legibility?.lines)
      let weak = lines.filter { !$0.isEnough }.map { "\($0.layer) \($0.after) \($0.lightness)" }
      #expect(weak == [], "\(template) in \(look)")
      // A legibility aid that changes nothing in the picture is acceptable.
      let aid = legibility?.aid
      #expect(aid == nil || legibility?.changed == 0, "\(template) in \(look)")
    }
  }

  /// Templates that have a sample, and one that needs a name and a phone number.
  static let templates = [
    "progress", "figures", "quote", "month", "year-dots", "agenda", "habit-grid", "step-card",
    "spotlight", "countdown", "memory", "finder-card", "map", "timeline", "collage",
  ]
}

extension Layer {
  /// Returns the bounds of the layer's ink, without shadows.
  func marks(_ measurer: any TextMeasurer) throws -> Rect {
    switch content {
    case .text(let text):
      let ink = try measurer.measure(text.block, width: text.frame.width).ink
      return ink.offset(x: text.frame.x, y: text.frame.y)
    case .shape(let shape):
      let half = (shape.stroke?.width ?? 0) / 2
      return shape.shape.bounds.inset(by: Insets(horizontal: -half, vertical: -half))
    case .group(let group): return try #require(group.clip).bounds
    case .image(let image): return image.frame
    case .fill, .pixels: return Rect(x: 0, y: 0, width: 0, height: 0)
    }
  }
}
