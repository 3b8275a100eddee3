import BuiltInPlugins
import Designs
import Foundation
import Graphics
import Scenes
import Snapshots
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Tests that small deliberate mistakes on random devices are all detected and described.
@Suite(.tags(.seeded, .torture)) struct MutationTests {
  /// The seed of this run; set WALLFARM_SEED to repeat a run.
  static let seed = SeededGenerator.standardSeed

  /// The devices, shuffled by the seed.
  static func devices(_ salt: UInt64) -> [Device] {
    var chance = SeededGenerator(seed: seed &+ salt)
    return DeviceCatalog.appleScreens.shuffled(using: &chance)
  }

  /// The number of devices per mutation.
  static let count = Torture.isOn ? 4 : 2

  static func some(_ salt: UInt64) -> [Device] { Array(devices(salt).prefix(count)) }

  static let photo = "/usr/share/backgrounds/mate/nature/Aqua.jpg"

  /// Returns a suite with three notes and its own theme, for the given devices.
  static func suite(
    on devices: [Device], extra: String = "", notes: String = #"["Buy milk", "Call Ana", "Rest"]"#
  ) throws -> TestSuite {
    let list = devices.map { "\"\($0.id)\"" }.joined(separator: ", ")
    let suite = try TestSuite(
      """
      {"snapshots": [{"name": "lock", "devices": [\(list)], "notes": \(notes),
        "theme": "./mine.json"\(extra)}]}
      """)
    try suite.folder.write(
      """
      {"format": 1, "summary": "Mine.", "background": {"plugin": "gradient",
       "parameters": {"colors": ["#101830", "#283060"]}},
       "colors": {"text": "#ffffff", "number": "#a0b0ff", "shadow": "#000000c0"},
       "fonts": {"text": "Inter", "weight": 700}, "sizes": {"largest": 30, "smallest": 17},
       "style": {"forms": ["list", "columns"], "anchor": "top"}}
      """, to: "mine.json")
    try suite.run(.all)
    if Torture.isOn { #expect(try suite.run().troubles.isEmpty) }
    return suite
  }

  /// Checks that every picture fails and that the first line of the report names the mutation.
  ///
  /// With `hasEffects`, the mutation may cause other changes on some devices.
  static func check(
    _ run: SnapshotRun, _ kind: SceneChange.Kind, _ words: String,
    cause: ChangeCause.Label, isVisible: Bool = true, hasEffects: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(
      run.troubles.count == run.results.count, "seed \(seed): \(run.results.map(\.verdict))",
      sourceLocation: sourceLocation)
    for result in run.results {
      let all = result.words.joined(separator: "; ")
      #expect(
        result.changes.contains { $0.kind == kind && $0.sentence.contains(words) },
        "seed \(seed): \(result.name): \(all)", sourceLocation: sourceLocation)
      #expect(
        result.cause?.label == cause, "\(String(describing: result.cause))",
        sourceLocation: sourceLocation)
      // The pixels alone would also reveal the mutation.
      if isVisible {
        #expect(
          (result.pixels?.visible ?? 0) > 0, "seed \(seed): \(result.name): \(all)",
          sourceLocation: sourceLocation)
      }
    }
    let headlines = run.groups.map(\.headline)
    #expect(
      hasEffects ? headlines.allSatisfy { $0.hasPrefix(words) } : headlines.count == 1,
      "seed \(seed): \(headlines)", sourceLocation: sourceLocation)
  }

  @Test func typeAQuarterOfAPointLarger() throws {
    // On screens 430 pt wide, a theme's sizes are drawn unscaled.
    let devices = DeviceCatalog.appleScreens.filter { $0.typeScale == 1 }
    #expect(!devices.isEmpty)
    let suite = try Self.suite(on: devices)
    try suite.edit("mine.json", #""largest": 30"#, #""largest": 30.25"#)
    let run = try suite.run()
    Self.check(
      run, .typeSize, "the type is 0.25 pt larger: 30.25 pt, was 30", cause: .theme)
    #expect(run.groups.first?.headline.hasPrefix("the type is 0.25 pt larger") == true)
  }

  @Test func colorOneStepInATheme() throws {
    let suite = try Self.suite(on: Self.some(1))
    try suite.edit("mine.json", "#ffffff", "#fffeff")
    Self.check(
      try suite.run(), .color, "the color of the text of all 3 notes is #fffeff, was #ffffff",
      cause: .theme, isVisible: false)
    try suite.edit("mine.json", "#fffeff", "#ffffff")
    try suite.edit("mine.json", "#101830", "#101831")
    Self.check(try suite.run(), .background, "#101831", cause: .theme, isVisible: false)
  }

  @Test func oneNoteCutOff() throws {
    let many = (1...9).map { "\"Remember the number \($0) of these\"" }.joined(separator: ", ")
    let suite = try Self.suite(
      on: Self.some(2), extra: #", "overflow": "shorten""#, notes: "[\(many)]")
    let long = String(repeating: "and then something else that is worth a line ", count: 30)
    try suite.edit("snapshots.json", "number 5 of these", "number 5 of these, \(long)")
    Self.check(try suite.run(), .clipped, "note 5 is cut off", cause: .notes)
  }

  @Test func photoFocusMovedByAHundredth() throws {
    #expect(FileManager.default.fileExists(atPath: Self.photo))
    // The photo has a wider aspect ratio than any phone, so its left and right edges are cropped
    // and a horizontal focus has an effect.
    let devices = Self.devices(3).filter { !$0.isTablet }.prefix(Torture.isOn ? 3 : 1)
    let suite = try Self.suite(on: Array(devices), extra: #", "photo": "\#(Self.photo)""#)
    try suite.edit(
      "snapshots.json", #""photo": "#, #""set": {"photo.focus-x": 0.51}, "photo": "#)
    // The text may also move, because another position may now be the calmest.
    Self.check(
      try suite.run(), .photo, "the photo is focused at 51 %, 50 %, was 50 %, 50 %",
      cause: .settings, hasEffects: true)
  }

  @Test func numbersAlignedOnePixelElsewhere() throws {
    // The plugin below identifies a device by its size in points, which two devices with different
    // scales may share.
    let all = DeviceCatalog.appleScreens
    let known = Self.devices(4).filter { one in
      all.allSatisfy { $0.points != one.points || $0.scale == one.scale }
    }
    let devices = Array(known.prefix(Self.count))
    let suite = try Self.suite(on: devices)
    let run = try suite.run(plugins: .with(ShiftedNumbers.self))
    Self.check(
      run, .moved, "the numbers of all 3 notes are 1 px further right", cause: .code)
  }

  @Test func shadowRemoved() throws {
    let suite = try Self.suite(on: Self.some(5), extra: ##", "color": "#3a4a5a""##)
    try suite.edit("mine.json", "#000000c0", "none")
    Self.check(
      try suite.run(), .shadow, "the text of all 3 notes lost its shadow", cause: .theme)
  }

  @Test func safeAreaOfADeviceOnePointOff() throws {
    let devices = Self.some(6)
    let suite = try Self.suite(on: devices)
    let run = try suite.run(devices: try DeviceCatalog.withLowerContent(by: 1))
    Self.check(
      run, .freeArea, "the free area is", cause: .device)
    for result in run.results {
      let scale = result.device.scale.y
      let pixels = FactValue.written((scale * 10).rounded() / 10)
      #expect(
        result.words.contains("all 3 notes are \(pixels) px lower (1 pt)"), "\(result.words)")
    }
  }

  @Test func fontSwappedForASimilarOne() throws {
    let suite = try Self.suite(on: Self.some(7))
    try suite.edit("mine.json", #""text": "Inter""#, #""text": "Manrope""#)
    Self.check(
      try suite.run(), .font, "the text of all 3 notes is set in Manrope, was Inter", cause: .theme)
  }

  @Test func anotherWrapIsSaidInLines() throws {
    let suite = try Self.suite(on: [try DeviceCatalog.shipped.device("iphone15")])
    try suite.edit("snapshots.json", "Call Ana", "Call Ana about the trip on Saturday morning")
    let run = try suite.run()
    #expect(run.results[0].words.first == "note 2 wraps to 2 lines, was 1")
    let headline = try #require(run.groups.first?.headline)
    #expect(headline.hasPrefix("note 2 wraps to 2 lines, was 1, and "), "\(headline)")
    #expect(
      run.results[0].words.contains(
        "note 2 says 'Call Ana about the trip on Saturday morning', was 'Call Ana'"))
  }
}

/// Numbered notes whose numbers are one pixel too far to the right.
private struct ShiftedNumbers: LayoutPlugin {
  static let id = NumberedNotes.id
  static let version = NumberedNotes.version
  static let summary = NumberedNotes.summary
  static var schema: ParameterSchema { NumberedNotes.schema }
  let notes: NumberedNotes

  init(_ values: ParameterValues) throws(RenderError) { notes = try NumberedNotes(values) }

  func arrange(in context: ComposeContext) throws(RenderError) -> Arrangement {
    var arrangement = try notes.arrange(in: context)
    // A third of a point is one pixel on most phones; the others have two pixels per point.
    let device = DeviceCatalog.appleScreens.first { $0.points == context.canvas }
    let pixel = 1 / (device?.scale.x ?? 3)
    arrangement.layers = arrangement.layers.map { shifted($0, by: pixel) }
    return arrangement
  }

  private func shifted(_ layer: Layer, by distance: Double) -> Layer {
    var layer = layer
    switch layer.content {
    case .group(var group):
      group.layers = group.layers.map { shifted($0, by: distance) }
      layer.content = .group(group)
    case .text(var text) where layer.name.hasSuffix(".number"):
      text.frame.x += distance
      layer.content = .text(text)
    case .text, .fill, .image, .shape, .pixels: break
    }
    return layer
  }
}

extension PluginRegistry {
  /// The bundled plugins, with one plugin replaced by a layout with the same name.
  fileprivate static func with(_ layout: any LayoutPlugin.Type) -> PluginRegistry {
    builtIn.without(layout.id).adding(layouts: [layout])
  }
}

extension DeviceCatalog {
  /// Returns the bundled devices, with content that starts the given number of points lower.
  fileprivate static func withLowerContent(by points: Double) throws -> DeviceCatalog {
    DeviceCatalog(
      shipped.devices.map { device in
        var device = device
        device.suggested.topWithoutWidgets += points
        device.suggested.topWithWidgets += points
        return device
      })
  }
}
