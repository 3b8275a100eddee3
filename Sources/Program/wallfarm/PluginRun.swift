import Arguments
import BuiltInPlugins
import Designs
import Files
import Glibc
import PluginHost
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm plugin run`: renders one plugin with sample notes, by default on the smallest and the
/// largest screen.
struct PluginRun {
  let verb: PluginVerb
  let installation: Installation

  func run() throws(RenderError) {
    let manifest = try verb.manifest(installation)
    try WholeFile.makeFolder(folder)
    let template = try TemporaryTemplate(for: manifest)
    // Keep the template until the render ends, because the render reads its files.
    defer { withExtendedLifetime(template) {} }
    let devices = try devices()
    let requests = try devices.map { (device) throws(RenderError) in
      try request(device, manifest, template.folder)
    }
    let renderer = try Renderer(
      installation: installation,
      plugins: PluginCatalog(only: manifest, builtIn: .builtIn).registry(
        try verb.arguments.isolatedSettings()),
      threads: Processors.count)
    for receipt in try renderer.render(requests) {
      let isQuiet = verb.invocation.isOn(RenderOptions.quiet)
      if !isQuiet, let output = receipt.output {
        Terminal.print("\(output)  \(receipt.pixels)")
      }
      for warning in receipt.warnings { Terminal.report(warning) }
      for line in receipt.plugins.flatMap(\.lines) { Terminal.report("output: \(line)") }
    }
  }

  /// The output folder.
  private var folder: String { verb.invocation.value(of: PluginVerb.out) ?? "." }

  private func devices() throws(RenderError) -> [Device] {
    let all = DeviceCatalog.known
    if let list = verb.invocation.value(of: RenderOptions.device) {
      return try all.devices(in: list)
    }
    func area(_ device: Device) -> Double { device.points.width * device.points.height }
    let sorted = try all.devices(in: "iphones,ipads")
      .filter { $0.kind != .foldable }.sorted { area($0) < area($1) }
    return [sorted.first, sorted.last].compactMap(\.self)
  }

  private func request(
    _ device: Device, _ manifest: PluginManifest, _ template: String
  ) throws(RenderError) -> RenderRequest {
    var reader = RequestReader()
    reader.take(.template, template)
    reader.take(.showAreas, isOn: true)
    reader.settings = try verb.invocation.settings()
    let given = verb.invocation.values(of: RenderOptions.note)
    let isLayout = manifest.description.kind == .layout
    reader.notes = given.isEmpty ? (isLayout ? PluginRun.notes : nil) : given.map { Note($0) }
    var request = try reader.request()
    request.show(on: device)
    request.output = .file("\(folder)/\(manifest.id)-\(device.id).png")
    return request
  }

  /// Sample notes: short, completed, long, right-to-left, and with an emoji.
  private static let notes = [
    Note("Buy milk"), Note("Call Ana about Sunday", done: true),
    Note("Bring the parcel to the post office before it closes at six"),
    Note("اشتر الخبز"), Note("Water the plants 🌱"),
  ]
}

/// A temporary template with a single plugin, deleted when this value is destroyed.
struct TemporaryTemplate {
  private let scratch: ScratchFolder
  var folder: String { scratch.path }

  init(for manifest: PluginManifest) throws(RenderError) {
    scratch = try ScratchFolder()
    let use: JSONValue = ["plugin": .string(manifest.id)]
    let isLayout = manifest.description.kind == .layout
    // A gradient from dark to lighter and back to dark, on which text with low contrast is easy to
    // notice.
    let ground: JSONValue = [
      "plugin": "gradient", "parameters": ["colors": ["#16213a", "#3c4a6b", "#16213a"]],
    ]
    let template: JSONValue = [
      "format": 1, "summary": "Shows one plugin.", "theme": "midnight",
      "background": isLayout ? ground : use, "layouts": isLayout ? [use] : [],
    ]
    try RenderReceipt.write(template.text(pretty: true), to: folder + "/template.json")
  }
}
