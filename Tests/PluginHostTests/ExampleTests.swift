import BuiltInPlugins
import Designs
import Foundation
import PluginHost
import PluginMessages
import SourceJSON
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// The example plugins work as described in their READMEs.
@Suite(.tags(.recorded)) struct ExampleTests {
  static let ids = ["beads", "poster", "rings"]

  static let notes = [
    Note("Buy oat milk and bread"), Note("Call Ana about Saturday", done: true),
    Note("اشتر الخبز من المخبز"), Note("Water 🌱\nand air"),
    Note("Bring the parcel to the post office before it closes at six"),
  ]

  @Test(arguments: ids)
  func checkFindsNothingWrong(_ id: String) throws {
    let example = try ExamplePlugin.built(id)
    let finished = try Program.run(
      ["plugin", "check", example.path], in: try TemporaryFolder(),
      environment: example.environment)
    #expect(finished.status == 0, "\(finished.output)\(finished.error)")
    #expect(finished.lines.last?.hasPrefix("\(id): all ") == true, "\(finished.output)")
    #expect(!finished.output.contains("doubtful"), "\(finished.output)")
  }

  @Test(arguments: ids)
  func runShowsItOnTheSmallestAndTheLargestScreen(_ id: String) throws {
    let example = try ExamplePlugin.built(id)
    let folder = try TemporaryFolder()
    let finished = try Program.run(
      ["plugin", "run", example.path], in: folder, environment: example.environment)
    #expect(finished.status == 0, "\(finished.error)")

    let screens = DeviceCatalog.appleScreens.sorted { one, other in
      one.points.width * one.points.height < other.points.width * other.points.height
    }
    let both = [try #require(screens.first), try #require(screens.last)]
    #expect(folder.names == both.map { "\(id)-\($0.id).png" }.sorted())
    for device in both {
      let (text, status) = Tool.run("pngcheck", [folder.file("\(id)-\(device.id).png")])
      #expect(status == 0, "\(text)")
      #expect(text.contains("(\(device.pixels.width)x\(device.pixels.height), "), "\(text)")
    }
  }

  @Test(arguments: ids)
  func theSameRequestMakesTheSameBytes(_ id: String) throws {
    let example = try ExamplePlugin.built(id)
    let folder = try TemporaryFolder()
    let words =
      [
        "render", "--quiet", "--plugins", example.path, "--template", example.template, "--theme",
        "dawn", "--device", "iphone8",
      ] + Self.notes.flatMap { ["--note", $0.text] }
    for more in [["-o", "one.png"], ["-o", "two.png"], ["-o", "three.png", "--in-process"]] {
      let finished = try Program.run(words + more, in: folder, environment: example.environment)
      #expect(finished.status == 0, "\(finished.error)")
    }
    let first = try folder.bytes("one.png")
    #expect(try folder.bytes("two.png") == first)
    #expect(try folder.bytes("three.png") == first)
  }

  @Test(arguments: ids, ["iphonese3", "iphone16promax"])
  func theSceneIsTheRecordedOne(_ id: String, on device: String) throws {
    let example = try ExamplePlugin.built(id)
    let found = ManifestReader.read(folder: example.path)
    #expect(found.problems.isEmpty)
    var settings = PluginHostSettings()
    settings.isolation = [Program.path, "plugin-server"]
    let catalog = PluginCatalog(only: try #require(found.manifest), builtIn: .builtIn)
    let renderer = try Renderer(
      installation: Workspace.installation, plugins: catalog.registry(settings))

    let request = RenderRequest(template: example.template, device: device, notes: Self.notes)
    let plan = try renderer.resolve(request)
    let composition = try renderer.compose(plan)

    let scene = composition.scene
    let layers = id == "rings" ? scene.background : scene.foreground
    let texts = try TextDump.text(of: layers, with: renderer.textEngine(for: plan))
    let facts =
      composition.warnings.map { "warning \($0.code.rawValue): \($0.message)" }
      + composition.notes.map { "note \($0.number): lines \($0.lines), clipped \($0.clipped)" }
    TextSnapshot.check(
      (try layers.map(Self.line) + facts + [texts]).joined(separator: "\n") + "\n",
      at: "Tests/PluginHostTests/__Snapshots__/\(id).\(device).txt")
  }

  /// Returns a layer as JSON, with numbers rounded to three decimals, a precision finer than a
  /// pixel.
  private static func line(_ layer: Layer) throws -> String {
    var text = JSONText()
    text.layers([layer])
    let json = try #require(try JSONNode(parsing: text.bytes).elements?.first)
    return rounded(json.plain).text(pretty: false)
  }

  private static func rounded(_ value: JSONValue) -> JSONValue {
    switch value {
    case .number(let number): .number((number * 1000).rounded() / 1000)
    case .array(let items): .array(items.map(rounded))
    case .object(let members): .object(members.mapValues(rounded))
    case .null, .bool, .string: value
    }
  }
}

/// A copy of an example, built as described in its README.
struct ExamplePlugin: Sendable {
  /// The folder of the plugin.
  let path: String
  /// The folder of a template that shows the plugin.
  let template: String
  /// Environment variables that hide the user's own plugins.
  let environment: [String: String]

  private init(_ id: String) throws {
    let folder = try Self.shared.get()
    path = folder.file("plugins/\(id)")
    template = folder.file("\(id)-template")
    environment = ["XDG_DATA_HOME": folder.file("data")]
    try Self.copy(id, to: path)
    if FileManager.default.fileExists(atPath: path + "/Makefile") { try Self.make(path) }
    let use: JSONValue = ["plugin": .string(id)]
    let json: JSONValue = [
      "format": 1, "summary": "For the tests.", "theme": "midnight",
      "background": id == "rings" ? use : "theme", "layouts": id == "rings" ? [] : [use],
    ]
    try folder.write(json.text(pretty: true), to: "\(id)-template/template.json")
  }

  /// Static values are never destroyed, so the process removes this folder when it exits.
  private static let shared: Result<TemporaryFolder, any Error> = Result {
    atexit {
      if let folder = try? ExamplePlugin.shared.get() {
        try? FileManager.default.removeItem(atPath: folder.path)
      }
    }
    return try TemporaryFolder()
  }

  // Building Swift takes seconds, so each example is built once.
  private static let beads = Result { try ExamplePlugin("beads") }
  private static let poster = Result { try ExamplePlugin("poster") }
  private static let rings = Result { try ExamplePlugin("rings") }

  static func built(_ id: String) throws -> ExamplePlugin {
    switch id {
    case "beads": try beads.get()
    case "poster": try poster.get()
    default: try rings.get()
    }
  }

  /// Copies an example without its build products.
  static func copy(_ id: String, to path: String) throws {
    let manager = FileManager.default
    try manager.createDirectory(
      atPath: URL(fileURLWithPath: path).deletingLastPathComponent().path,
      withIntermediateDirectories: true)
    try manager.copyItem(atPath: "\(Workspace.root)/Plugins/Examples/\(id)", toPath: path)
    let library = "\(path)/\(id).so"
    if manager.fileExists(atPath: library) { try manager.removeItem(atPath: library) }
  }

  /// Runs the Makefile of a plugin.
  static func make(_ path: String, _ variables: String...) throws {
    let (text, status) = Tool.run(
      "make", ["-s", "-C", path, "SDK=\(Workspace.root)/Plugins/SDK"] + variables,
      withErrors: true)
    try #require(status == 0, "\(text)")
  }
}
