import Authoring
import BuiltInPlugins
import Designs
import Glibc
import Scenes
import WallfarmCore
import WallfarmPluginKit

/// Renders whenever an input file is saved, and prints the changes since the previous render.
///
/// If there is an error, it is reported, and the picture stays unchanged until the file is valid
/// again.
struct WatchedRender {
  private let installation: Installation
  private let plugins: WatchedPlugins
  private let designs: DesignLibrary
  private let watcher: FileWatcher
  private let common: RenderRequest
  private let requests: () throws(RenderError) -> [RenderRequest]
  /// Input files other than those of the theme and template: photo, notes and content.
  private let inputs: [String]
  /// The key used to hash notes in fingerprints.
  private let key: SecretKey?

  /// The state of the previous render.
  private struct Shown {
    var tokens: [String: TokenChanges.Token] = [:]
    var scenes: [String: SceneRecord] = [:]
    var photos: Set<String> = []
  }

  /// Creates the watcher and finds the plugins.
  ///
  /// - Parameters:
  ///   - installation: The installation.
  ///   - designs: The templates and themes of the installation.
  ///   - plugins: The plugin options; the folders are searched again after each change.
  ///   - common: The request without a device and output; it names the template and theme for all
  ///     pictures.
  ///   - inputs: Files to watch in addition to the theme and template files.
  ///   - key: The key that hashes notes in fingerprints.
  ///   - requests: Returns the requests; called for every render.
  /// - Throws: `fonts-missing`, `file-unreadable`.
  init(
    installation: Installation, designs: DesignLibrary, plugins: PluginArguments,
    common: RenderRequest, inputs: [String], key: SecretKey?,
    requests: @escaping () throws(RenderError) -> [RenderRequest]
  ) throws(RenderError) {
    self.installation = installation
    self.designs = designs
    let outputs = ((try? requests()) ?? []).compactMap { request -> String? in
      if case .file(let path) = request.output { path } else { nil }
    }
    self.plugins = try WatchedPlugins(plugins, installation, excluding: outputs)
    watcher = try FileWatcher()
    self.common = common
    self.inputs = inputs
    self.key = key
    self.requests = requests
  }

  /// Renders, waits for a change, and repeats until the program is stopped.
  ///
  /// - Throws: `file-unreadable` for a folder that cannot be watched. Before the first picture,
  ///   also errors in the command line itself, which no file change can correct.
  func run() throws(RenderError) {
    var shown = Shown()
    var renderer = try renderer()
    while true {
      let start = ContinuousClock().now
      let files = files(shown)
      try watcher.watch(files)
      do throws(RenderError) {
        if try plugins.reloadIfChanged() { renderer = try self.renderer() }
        shown = try render(try requests(), renderer, after: shown, since: start)
      } catch {
        // An error in the content may be temporary, because a missing photo that the content refers
        // to may be created later.
        let isTyped = error.origin?.isTyped == true && error.origin != .option("content")
        if shown.scenes.isEmpty, isTyped { throw error }
        tell(error, files)
      }
      try watcher.watch(self.files(shown))
      // While a folder is missing, poll for it without rendering.
      while !watcher.wait() {
        try watcher.watch(self.files(shown))
        if !watcher.isIncomplete { break }
      }
    }
  }

  private func renderer() throws(RenderError) -> Renderer {
    try Renderer(
      installation: installation, plugins: plugins.registry, threads: Processors.count,
      designs: designs, key: key)
  }

  /// Returns all input files, including invalid files, so that their next save is noticed.
  private func files(_ shown: Shown) -> Set<String> {
    var files = Set(inputs + designs.files(template: common.template, theme: common.theme))
    if let sample = designs.sampleFile(of: common.template) { files.insert(sample) }
    files.formUnion(common.content.photoFiles)
    return files.union(shown.photos).union(plugins.files)
  }

  private func render(
    _ requests: [RenderRequest], _ renderer: Renderer, after before: Shown,
    since start: ContinuousClock.Instant
  ) throws(RenderError) -> Shown {
    var shown = Shown()
    if let first = requests.first {
      shown.tokens = try tokens(of: first)
      for change in TokenChanges.lines(from: before.tokens, to: shown.tokens) {
        Terminal.print("  \(change)")
      }
    }
    for request in requests {
      var scene: SceneRecord?
      let receipt = try renderer.render(request) { (drawn) throws(RenderError) in
        scene = try SceneRecord(of: drawn, engine: renderer.textEngine(for: drawn.plan))
        shown.photos.formUnion(drawn.composition.photos)
      }
      let time = ContinuousClock().now - start
      Terminal.print(
        "\(receipt.output ?? "-")  \(receipt.pixels)  \(receipt.byteCount / 1024) KB  "
          + "\(time.wholeMilliseconds) ms")
      shown.scenes[request.device] = scene
      if let scene, let old = before.scenes[request.device] {
        let changes = scene.changes(since: old).prefix(6).map(\.sentence)
        for change in changes { Terminal.print("    \(change)") }
      }
      for warning in receipt.warnings { Terminal.report(warning) }
      for line in receipt.plugins.flatMap(\.lines) { Terminal.report("    output: \(line)") }
    }
    return shown
  }

  private func tokens(
    of request: RenderRequest
  ) throws(RenderError) -> [String: TokenChanges.Token] {
    try designs.changeableTokens(
      of: request.theme, template: request.template,
      on: DeviceCatalog.known.device(request.device), as: request.variant)
  }

  /// Reports every problem in the file to which an error refers, as `check` does.
  private func tell(_ error: RenderError, _ files: Set<String>) {
    let problems = WatchedProblems(
      installation: installation, plugins: plugins.registry, inputs: inputs)
    problems.report(problems.all(with: error, in: files))
  }
}
