import BuiltInPlugins
import Designs
import Graphics
import SourceJSON
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

@Suite struct PatternTests {
  private func layers(
    _ values: [String: JSONValue], on id: String = "iphone15"
  ) throws -> [Layer] {
    let device = try DeviceCatalog.shipped.device(id)
    let context = try Studio().context(on: device, notes: [])
    return try PatternBackground(ParameterValues(values)).layers(in: context)
  }

  private func motif(_ values: [String: JSONValue], on id: String = "iphone15") throws -> [Layer] {
    try layers(values, on: id).filter { $0.name == "motif" }.flatMap { layer -> [Layer] in
      guard case .group(let group) = layer.content else { return [] }
      return group.layers
    }
  }

  /// Every motif is drawn within the limits of a scene on the smallest and the largest screen, and
  /// is reproducible.
  @Test(arguments: Motif.allCases, ["iphonese3", "ipadpro13"])
  func everyMotifIsDrawn(_ motif: Motif, on id: String) throws {
    let renderer = try Renderer(installation: Workspace.installation, plugins: .builtIn)
    for pitch in [4.0, 60, 400] {
      var request = RenderRequest(
        template: "home", device: id, background: .plugin("pattern"))
      request.settings = [
        Setting(key: "motif", value: motif.rawValue), Setting(key: "pitch", value: "\(pitch)"),
        Setting(key: "motif-y", value: "0.3"),
      ]
      let plan = try renderer.resolve(request)
      let composition = try renderer.compose(plan)
      #expect(try renderer.compose(plan) == composition)
      let drawn = composition.scene.background.first { $0.name == "motif" }?.content
      guard case .group(let group)? = drawn else {
        Issue.record("\(motif) at \(pitch) is not there")
        continue
      }
      #expect(!group.layers.isEmpty, "\(motif) at \(pitch)")
    }
  }

  /// A theme's margin line is on the side where reading starts.
  ///
  /// That side depends on the direction of most notes or, if there are no notes, on the language.
  @Test(arguments: [
    (["Milk", "Bread"], nil, false), (["حليب", "خبز", "Tea"], nil, true),
    (["Milk", "חלב", "Tea"], "he", false), (nil, "he", true), (nil, nil, false),
  ])
  func theMarginIsWhereReadingBegins(
    _ notes: [String]?, _ language: String?, _ isAtRight: Bool
  ) throws {
    let renderer = try Renderer(installation: Workspace.installation, plugins: .builtIn)
    var request = RenderRequest(
      template: notes == nil ? "home" : "lock", device: "iphone15",
      notes: notes?.map { Note($0) }, theme: "paper")
    request.language = language
    let scene = try renderer.compose(renderer.resolve(request)).scene
    let motif = try #require(scene.background.first { $0.name == "motif" })
    guard case .group(let group) = motif.content,
      case .shape(let line)? = group.layers.first?.content
    else { throw RenderError(.invalidScene, "the margin is not a group of lines") }
    #expect((line.shape.bounds.midX > scene.size.width / 2) == isAtRight)
  }

  @Test func aMotifChangesPixelsAndKeepsTheGradient() throws {
    let renderer = try Renderer(installation: Workspace.installation, plugins: .builtIn)
    func pixels(_ motif: Motif, ink: String) throws -> [UInt8] {
      var request = RenderRequest(
        template: "home", device: "iphonese3", background: .plugin("pattern"))
      request.settings = [
        Setting(key: "motif", value: motif.rawValue), Setting(key: "ink", value: ink),
        Setting(key: "colors", value: "#203040,#405060"),
      ]
      let plan = try renderer.resolve(request)
      return try renderer.rasterize(renderer.compose(plan).scene, plan).surface.withPixels {
        Array($0)
      }
    }
    for motif in Motif.allCases {
      let (bare, drawn) = (
        try pixels(motif, ink: "#ffffff00"), try pixels(motif, ink: "#ffffff80")
      )
      let changed = zip(bare, drawn).count { $0 != $1 }
      #expect(changed > 1000 && changed < bare.count, "\(motif): \(changed)")
    }
  }

  /// A motif has its full strength where its fade starts, and is not drawn beyond the end of the
  /// fade.
  @Test(arguments: [Motif.dots, .waffle, .tiles, .sprinkles])
  func aMotifFades(_ motif: Motif) throws {
    let faded = try self.motif([
      "motif": .string(motif.rawValue), "fade-from": .number(0), "fade-to": .number(0.5),
      "ink": .string("#ffffff"),
    ])
    let strongest = try #require(faded.map(\.alpha).max())
    #expect(strongest > 230)
    for layer in faded {
      guard case .shape(let shape) = layer.content else { continue }
      #expect(shape.shape.bounds.y < 852 * 0.55)
      if layer.alpha < 60 { #expect(shape.shape.bounds.maxY > 852 * 0.3) }
    }
  }

  /// In a film, only stars and clouds drift; the `drift` setting does not change still pictures.
  @Test(arguments: Motif.allCases)
  func skiesDriftInFilms(_ motif: Motif) throws {
    let device = try DeviceCatalog.shipped.device("iphone15")
    let studio = try Studio()
    func drawn(_ drift: Double, _ time: Double?) throws -> [Layer] {
      let background = try PatternBackground(
        ParameterValues([
          "motif": .string(motif.rawValue), "drift": .number(drift), "pitch": .number(40),
        ]))
      #expect(background.movesInFilms == (drift > 0 && (motif == .sky || motif == .clouds)))
      return background.layers(in: studio.context(on: device, notes: [], filmTime: time))
    }
    let still = try drawn(0, nil)
    let isSky = motif == .sky || motif == .clouds
    #expect(try drawn(6, nil) == still && drawn(0, 5) == still)
    #expect(try drawn(6, 5) == drawn(6, 5))
    #expect((try drawn(6, 5) != still) == isSky)
    // The gradient is the first layer and does not move.
    #expect(try drawn(6, 5).first == still.first)
  }

  /// The number of visible stars remains constant, regardless of how long they drift.
  @Test func starsComeBack() throws {
    let wind = Wind(speed: 60, seconds: 1234)
    for place in stride(from: -2.0, to: 395, by: 7) {
      let moved = wind.moved(place, nearness: 0.3, width: 393, margin: 2)
      #expect((-2...395).contains(moved))
    }
    #expect(Wind(speed: 10, seconds: 2).moved(100, nearness: 1, width: 393, margin: 2) == 80)
    #expect(Wind(speed: 10, seconds: 2).moved(100, nearness: 0, width: 393, margin: 2) == 90)
  }

  @Test func aSeedDecidesWhatChanceMakes() throws {
    for motif in [Motif.sky, .hills, .sprinkles] {
      func drawn(_ seed: Double) throws -> [Layer] {
        try self.motif([
          "motif": .string(motif.rawValue), "seed": .number(seed), "motif-y": .number(0.3),
        ])
      }
      #expect(try drawn(1) == drawn(1))
      #expect(try drawn(1) != drawn(2))
    }
  }

  /// Stars stay on the screen, and hills span its full width.
  @Test(arguments: ["iphonese3", "iphone15", "ipadpro13"])
  func whatChanceMakesStaysWhereItBelongs(on id: String) throws {
    let canvas = try DeviceCatalog.shipped.device(id).points
    for layer in try motif(["motif": .string("sky")], on: id) {
      guard case .shape(let shape) = layer.content else { continue }
      let screen = Rect(x: 0, y: 0, width: canvas.width, height: canvas.height)
      #expect(screen.contains(shape.shape.bounds, tolerance: 3))
    }
    let hills = try motif(["motif": .string("hills"), "motif-y": .number(0.4)], on: id)
    #expect(hills.count > 5)
    for layer in hills {
      guard case .shape(let shape) = layer.content else { continue }
      let bounds = shape.shape.bounds
      #expect(bounds.x == 0 && bounds.width == canvas.width && bounds.maxY == canvas.height)
    }
  }
}

extension Layer {
  /// The alpha of the shape's color, from 0 to 255.
  fileprivate var alpha: Int {
    guard case .shape(let shape) = content else { return 0 }
    if case .color(let color)? = shape.fill { return Int(color.alpha) }
    return Int(shape.stroke?.color.alpha ?? 0)
  }
}
