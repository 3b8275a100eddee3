import BuiltInPlugins
import ContentSources
import Designs
import Foundation
import Graphics
import SourceJSON
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Generates random screens from 160 × 160 to 7680 × 4320 pixels, with random areas, templates,
/// content and languages.
private struct ScreenGenerator {
  var random: SeededGenerator

  /// Templates that have a sample, or show notes.
  static let templates = [
    "lock", "banner", "progress", "figures", "quote", "month", "year-dots", "agenda", "habit-grid",
    "step-card", "spotlight", "countdown", "memory", "map", "timeline", "collage",
  ]
  private static let languages = ["en", "de", "ar", "he", "ja", "zh-TW", "th", "hi", "ru", "fi"]
  private static let scales = [0.5, 1, 1.5, 2, 2.625, 3, 6]

  mutating func request() throws -> RenderRequest {
    let template = any(Self.templates)
    var request = RenderRequest(template: template, device: "")
    request.show(on: try device())
    if template == "lock" || template == "banner" {
      var notes = NoteGenerator(random: random)
      // Omit notes without a visible character, because a request that contains such a note is
      // rejected.
      let visible = notes.list().enumerated().filter { index, note in
        (try? NotesReader.checked(note, number: index + 1, origin: .notes)) != nil
      }.map(\.element)
      request.content.notes = Array(visible.prefix(template == "lock" ? 40 : 1))
      random = notes.random
    } else {
      request.mayShowSample = true
    }
    request.language = any(Self.languages)
    request.missing = .box
    request.widgets = Bool.random(using: &random)
    request.clock = any(ClockStyle.allCases)
    request.overflow = any([.more, .more, .shorten, .fail])
    if Int.random(in: 0..<4, using: &random) == 0 {
      var distances: [ScreenInset.Edge: Double] = [:]
      for edge in ScreenInset.Edge.allCases where Bool.random(using: &random) {
        distances[edge] = Double(Int.random(in: 0...240, using: &random))
      }
      request.inset = distances.isEmpty ? nil : ScreenInset(distances)
    }
    if Int.random(in: 0..<6, using: &random) == 0 {
      request.scroll = ScreenScroll(ratio: any([1.2, 1.5, 2]), pages: any([1, 2, 3]))
      if (try? request.screen()) == nil { request.scroll = nil }
    }
    return request
  }

  /// Returns a screen that is described by its size alone, or a screen with random areas.
  private mutating func device() throws -> Device {
    let pixels = size()
    let isSize = Bool.random(using: &random)
    let scale = isSize && Bool.random(using: &random) ? nil : any(Self.scales)
    guard !isSize, let scale else { return Device(ScreenSize(pixels: pixels, scale: scale)) }
    let (width, height) = (Double(pixels.width) / scale, Double(pixels.height) / scale)
    let kind = any(DeviceKind.allCases)
    let areas = areas(width, height)
    let way = pixels.width > pixels.height ? "landscape" : "portrait"
    var reader = DeviceReader(file: "request")
    let node = JSONNode([
      "pixels": [.number(Double(pixels.width)), .number(Double(pixels.height))],
      "scale": .number(scale), "kind": .string(kind.rawValue),
      "areas": ["lock": .object([way: .object(areas)])],
    ])
    let device = reader.described(node)
    return try #require(device, "\(reader.problems)")
  }

  /// Returns a size; the logarithms of its sides are uniformly distributed, so that small screens
  /// are as common as large ones.
  private mutating func size() -> PixelSize {
    func side(_ longest: Double) -> Int {
      Int(exp(Double.random(in: log(160)...log(longest), using: &random)).rounded())
    }
    let (long, short) = (side(7680), side(4320))
    return Bool.random(using: &random)
      ? PixelSize(width: long, height: short) : PixelSize(width: short, height: long)
  }

  private mutating func areas(_ width: Double, _ height: Double) -> [String: JSONValue] {
    var areas: [String: JSONValue] = [:]
    let kinds: [(ScreenAreas.Kind, ClosedRange<Double>)] = [
      (.clock, 0...0.5), (.largeClock, 0...0.6), (.compactClock, 0...0.3), (.widgets, 0...0.95),
      (.controls, 0.5...0.95), (.statusBar, 0...0.1), (.fingerprint, 0.6...0.95),
    ]
    for (kind, range) in kinds where Int.random(in: 0..<3, using: &random) > 0 {
      let top = height * Double.random(in: range, using: &random)
      let bottom = height * Double.random(in: range, using: &random)
      let left = Bool.random(using: &random) ? 0 : Double.random(in: 0...width / 2, using: &random)
      let frame = Rect(
        x: left, y: min(top, bottom), width: (width - left) * 0.99,
        height: max(abs(top - bottom), height * 0.01))
      areas[kind.rawValue] = frame.sides
    }
    return areas
  }

  private mutating func any<Element>(_ choices: [Element]) -> Element {
    choices[Int.random(in: 0..<choices.count, using: &random)]
  }
}

@Suite(.tags(.torture, .seeded)) struct RandomScreenTests {
  /// The codes of errors for content that does not fit the screen.
  private static let noRoom: Set<ErrorCode> = [.textDoesNotFit, .notesDoNotFit]
  /// Seeds, found in longer runs, that once made stacked accents in a banner extend beyond its
  /// area.
  private static let onceWrong: [UInt64] = [
    6_681_624_918_495_675_693, 6_681_624_918_495_677_089, 6_681_624_918_495_677_790,
    6_681_624_918_495_681_162, 6_681_624_918_495_683_484, 6_681_624_918_495_683_622,
  ]
  /// Some ornate letters extend beyond their line by up to one point.
  private static let ornament = 1.0

  /// On every screen, each letter is inside the free area, or an error states that the content does
  /// not fit.
  @Test func everyLetterIsInItsAreaOnEveryScreen() throws {
    let renderer = try Renderer(installation: Workspace.installation, plugins: .builtIn)
    let first = SeededGenerator.standardSeed
    let seeds = (0..<UInt64(Torture.isOn ? 10_000 : 40)).map { first &+ $0 }
    for seed in seeds + Self.onceWrong {
      var generator = ScreenGenerator(random: SeededGenerator(seed: seed))
      let request = try generator.request()
      let device = try request.screen()
      let comment: Comment =
        "seed \(seed): \(request.template) on \(device.pixels) at \(device.scale.x)"
      try expectLettersInside(request, renderer, comment)
    }
  }

  private func expectLettersInside(
    _ request: RenderRequest, _ renderer: Renderer, _ comment: Comment
  ) throws {
    do throws(RenderError) {
      let plan = try renderer.resolve(request)
      let composition = try renderer.compose(plan)
      #expect(!composition.warnings.contains { $0.code == .textOutside }, comment)
      let engine = try renderer.textEngine(for: plan)
      for (name, text) in composition.scene.foreground.flatMap(\.allTexts) {
        let ink = try engine.measure(text.block, width: text.frame.width).ink
          .offset(x: text.frame.x, y: text.frame.y)
        #expect(
          ink.isEmpty || plan.area.frame.contains(ink, tolerance: Self.ornament),
          "\(comment): \(name) at \(ink) leaves \(plan.area.frame)")
      }
    } catch {
      let isInset = request.inset != nil && error.code == .invalidParameter
      #expect(Self.noRoom.contains(error.code) || isInset, "\(comment): \(error)")
    }
  }

  /// Screens that are narrower than the margins of a layout once produced invalid scenes.
  @Test(arguments: [
    ("quote", "259x556@1", "left=52,right=166"), ("collage", "259x556@1", "left=52,right=166"),
    ("map", "163x1261", ""), ("map", "602x1544", "left=199,top=37,right=83,bottom=178"),
    ("agenda", "170x515@4", ""), ("year-dots", "160x422@4", ""), ("figures", "204x5740@6", ""),
    ("map", "4218x208@0.5", ""), ("banner", "166x1614@6", ""),
  ])
  func aNarrowScreenMakesNoInvalidScene(_ template: String, _ size: String, _ inset: String) throws
  {
    let renderer = try Renderer(installation: Workspace.installation, plugins: .builtIn)
    var request = RenderRequest(template: template, device: size)
    request.mayShowSample = true
    if template == "banner" { request.notes = [Note("a")] }
    request.inset = inset.isEmpty ? nil : try ScreenInset(parsing: inset)
    try expectLettersInside(request, renderer, "\(template) on \(size)")
  }

  /// Screens of common sizes have enough space for a note and for the samples of common templates.
  @Test(arguments: ["1080x2400", "1600x2560", "1920x1080", "3840x2160"])
  func usualScreensHaveRoom(_ size: String) throws {
    let renderer = try Renderer(installation: Workspace.installation, plugins: .builtIn)
    for template in ["lock", "banner", "progress", "figures", "quote", "agenda"] {
      var request = RenderRequest(template: template, device: size)
      if template == "lock" || template == "banner" {
        request.content.notes = [Note("Buy milk")]
      } else {
        request.mayShowSample = true
      }
      let composition = try renderer.compose(try renderer.resolve(request))
      #expect(!composition.scene.foreground.flatMap(\.allTexts).isEmpty, "\(template)")
      #expect(Set(composition.warnings.map(\.code)).isSubset(of: [.sampleShown]), "\(template)")
    }
  }
}
