import BuiltInPlugins
import Designs
import Graphics
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Tests on rendered pixels that text is drawn where it was measured and inside its area.
@Suite(.tags(.torture)) struct TextExtentTests {
  static let themes = ["midnight", "paper", "poster", "folio", "noor", "beacon", "gelato", "fog"]

  /// Characters wider than a line, tall stacks, slanted or overhanging letters, and text in both
  /// directions.
  static let texts = [
    "﷽﷽", "﷽", "a ﷽ b", "𒐫𒐫𒐫", "꧅꧅", "𒈙𒈙𒈙𒈙", "⸻⸻⸻",
    "Z\u{350}\u{36B}\u{343}a\u{33F}\u{35B}\u{346}l\u{31B}\u{323}\u{331}\u{324}g\u{300}\u{301}\u{302}o\u{359}\u{35A}",
    "a" + String(repeating: "\u{301}", count: 20), "a" + String(repeating: "\u{323}", count: 20),
    "རྐྱེན་སྒྲུབ་བརྒྱད་ཧྐྵྨླྺྼྻྂ", "ٹماٹر اور روٹی ےے", "fjord Ĵǰf", "Ạ̊ Å Ṏ̈", "🫩🇨🇶", "①⑩ 牛乳",
  ]

  private static func bounds(of surface: borrowing ImageSurface) -> Rect? {
    let (width, height, stride) = (surface.size.width, surface.size.height, surface.stride)
    return surface.withPixels { bytes in
      var (left, top, right, bottom) = (width, height, -1, -1)
      for y in 0..<height {
        let row = y * stride
        guard
          let first = (0..<width).first(where: {
            bytes.load(fromByteOffset: row + $0 * 4, as: UInt32.self) >> 24 > 24
          }),
          let last = (0..<width).last(where: {
            bytes.load(fromByteOffset: row + $0 * 4, as: UInt32.self) >> 24 > 24
          })
        else { continue }
        (left, right) = (min(left, first), max(right, last))
        (top, bottom) = (min(top, y), max(bottom, y))
      }
      return right < 0
        ? nil
        : Rect(
          x: Double(left), y: Double(top), width: Double(right + 1 - left),
          height: Double(bottom + 1 - top))
    }
  }

  /// Outside torture mode, each text is drawn in only two of the themes, in rotation.
  @Test(arguments: themes) func pixelsStandWhereTextIsMeasured(_ theme: String) throws {
    let renderer = try Renderer(installation: Workspace.installation, plugins: .builtIn)
    let margin = 60.0
    let number = try #require(Self.themes.firstIndex(of: theme))
    for (index, text) in Self.texts.enumerated()
    where Torture.isOn || index % 4 == number % 4 {
      var request = RenderRequest(
        device: "iphone8", notes: [Note(text), Note("Buy milk")], theme: theme, background: .none)
      request.missing = .box
      let plan = try renderer.resolve(request)
      let composition = try renderer.compose(plan)
      #expect(!composition.warnings.contains { $0.code == .textOutside }, "\(text)")
      let engine = try renderer.textEngine(for: plan)
      let screen = plan.device.points
      for (name, content) in composition.scene.foreground.flatMap(\.allTexts)
      where name.hasPrefix("note.1") {
        let shaped = try engine.shape(content.block, width: content.frame.width)
        let ink = shaped.measurement.ink.offset(x: content.frame.x, y: content.frame.y)
        var surface = try ImageSurface(
          size: PixelSize(
            width: Int(screen.width + 2 * margin), height: Int(screen.height + 2 * margin)))
        try surface.draw(scale: Scale(x: 1, y: 1)) { (canvas) throws(RenderError) in
          try canvas.draw(
            shaped, at: Point(x: content.frame.x + margin, y: content.frame.y + margin),
            color: .white)
        }
        guard let drawn = Self.bounds(of: surface)?.offset(x: -margin, y: -margin) else {
          #expect(ink.isEmpty, "\(theme), \(text): nothing was drawn of \(name)")
          continue
        }
        #expect(
          // Measured bounds include control points, which may lie slightly outside the curves.
          ink.contains(drawn, tolerance: 1.5)
            && drawn.contains(ink, tolerance: 2.5 + 0.04 * ink.width),
          "\(theme), \(text): \(name) is measured at \(ink) and drawn at \(drawn)")
        #expect(
          plan.area.frame.contains(drawn, tolerance: 1),
          "\(theme), \(text): \(name) at \(drawn) leaves \(plan.area.frame)")
      }
      #expect(composition.notes.allSatisfy { !$0.clipped }, "\(theme), \(text)")
    }
  }

  /// A note that does not fit even at the smallest size causes an error or is omitted, but it is
  /// never truncated.
  @Test(arguments: [OverflowPolicy.fail, .shorten, .more])
  func aCharacterWiderThanTheScreenFitsNoSize(_ policy: OverflowPolicy) throws {
    let renderer = try Renderer(installation: Workspace.installation, plugins: .builtIn)
    var request = RenderRequest(device: "iphone8", notes: [Note("Buy milk"), Note("﷽")])
    request.settings = [
      Setting(key: "min-size", value: "46"), Setting(key: "max-size", value: "46"),
    ]
    request.overflow = policy
    let plan = try renderer.resolve(request)
    do throws(RenderError) {
      let composition = try renderer.compose(plan)
      #expect(policy == .more && composition.warnings.contains { $0.code == .notesHidden })
      #expect(composition.notes.map(\.number) == [1])
    } catch {
      #expect(error.code == .notesDoNotFit && policy != .more, "\(error)")
    }
  }

  /// Layouts that show user text keep wide characters inside their areas.
  @Test(arguments: ["banner", "countdown", "quote", "agenda"])
  func layoutsKeepWideCharactersInside(_ template: String) throws {
    let wide = ContentValue.text("﷽﷽")
    var content = Content()
    switch template {
    case "countdown":
      let date = ContentValue.when(try #require(When("2027-01-01")))
      content[.dates] = [ContentEntry(["title": wide, "date": date])]
    case "quote": content[.text] = [ContentEntry(["message": wide, "source": wide])]
    case "agenda":
      let start = ContentValue.when(try #require(When("2026-11-23T10:00")))
      content[.events] = [ContentEntry(["title": wide, "start": start])]
    default: content.notes = [Note("﷽﷽")]
    }
    let renderer = try Renderer(installation: Workspace.installation, plugins: .builtIn)
    for theme in Self.themes {
      var request = RenderRequest(
        template: template, device: "iphone8", theme: theme, background: .none)
      request.content = content
      request.now = When("2026-11-23T09:00")
      request.zone = "UTC"
      let plan = try renderer.resolve(request)
      do throws(RenderError) {
        let composition = try renderer.compose(plan)
        #expect(!composition.warnings.contains { $0.code == .textOutside }, "\(theme)")
      } catch {
        #expect(error.code == .textDoesNotFit, "\(theme): \(error)")
      }
    }
  }
}
