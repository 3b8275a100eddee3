internal import Archives
internal import Authoring
package import Designs
internal import Digests
internal import Files
internal import Glibc
internal import Graphics
package import PluginHost
internal import SourceJSON
internal import WallfarmCore
package import WallfarmPluginKit

/// Makes a pack file from a folder.
///
/// A folder with errors is refused. Private tags are removed from photos, a preview is rendered for
/// each theme, and a score sheet is added. The same folder always results in the same bytes.
package struct PackMaker {
  private let installation: Installation
  private let plugins: PluginRegistry
  private let settings: PluginHostSettings
  private let runsPlugins: Bool

  /// Creates a maker.
  ///
  /// - Parameters:
  ///   - installation: The installation that provides fonts and base themes.
  ///   - plugins: The plugins that themes and templates can use in addition to those of the pack.
  ///   - settings: The settings with which plugins of the pack run.
  ///   - runsPlugins: Whether plugins of the pack may run, to draw the themes that use them.
  package init(
    installation: Installation, plugins: PluginRegistry,
    settings: PluginHostSettings = PluginHostSettings(), runsPlugins: Bool = false
  ) {
    (self.installation, self.plugins) = (installation, plugins)
    (self.settings, self.runsPlugins) = (settings, runsPlugins)
  }

  /// A pack that is ready to be written.
  package struct Made {
    package let manifest: PackManifest
    package let score: PackScore
    package let warnings: [RenderWarning]
    let files: [(path: String, bytes: [UInt8])]
  }

  /// The result of making a pack: the pack, or all errors in its folder.
  package enum Outcome {
    case made(Made)
    case refused([RenderError], [RenderWarning])
  }

  /// Reads and checks a folder, and renders its previews.
  ///
  /// - Throws: `fonts-missing`, `pack-has-plugins`, and errors from drawing the themes.
  package func make(_ folder: String) throws(RenderError) -> Outcome {
    let (source, problems) = PackSource.read(folder)
    guard let source else { return .refused(problems, []) }
    let check = try PackCheck(
      folder, source.files.map(\.path), installation, plugins, settings, isTrusted: true)
    guard check.problems.isEmpty, let own = check.plugins else {
      return .refused(check.problems, check.warnings)
    }
    let content = PackContent(paths: source.files.map(\.path))
    if !runsPlugins { try checkRunsNothing(content, in: folder, own) }
    let renderer = try Renderer(installation: installation, plugins: own.registry)
    let contrast = ThemeContrast(renderer: renderer, installation: installation)
    var warnings = check.warnings
    for theme in content.themes { warnings += try contrast.warnings(of: "\(folder)/\(theme)") }
    var studio = PackStudio(renderer: renderer, installation: installation)
    let score = try studio.score(of: content, in: source)
    warnings += studio.warnings
    var files = try source.files.map { (file) throws(RenderError) in
      (path: file.path, bytes: try PackMaker.withoutTags(file))
    }
    for theme in content.themes {
      let name = Files.name(of: theme).dropLast(".json".count)
      files.append(("previews/\(name).png", try studio.preview(of: "\(folder)/\(theme)")))
    }
    files.append(("score.json", Array((score.json.text(pretty: true) + "\n").utf8)))
    files.sort { $0.path < $1.path }
    let digests = Dictionary(
      uniqueKeysWithValues: files.map { ($0.path, SHA256.hex(of: $0.bytes)) })
    return .made(
      Made(
        manifest: source.manifest.listing(digests), score: score, warnings: warnings, files: files))
  }

  /// Checks that no theme needs a plugin of the pack to be drawn.
  private func checkRunsNothing(
    _ content: PackContent, in folder: String, _ own: PackPlugins
  ) throws(RenderError) {
    for theme in content.themes {
      let node = try JSONFile.read("\(folder)/\(theme)")
      guard let plugin = node.plain.texts.first(where: own.ids.contains) else { continue }
      throw RenderError(
        .packHasPlugins,
        "the preview of the theme '\(theme)' runs the plugin '\(plugin)' of the pack",
        origin: .file(theme),
        hint: "if you trust the author of the plugin, repeat the command with --plugins")
    }
  }

  /// The endings of photo files, from which private tags are removed.
  private static let photos: Set<String> = ["jpg", "jpeg", "png", "webp", "heic", "heif", "avif"]

  private static func withoutTags(
    _ file: (path: String, bytes: [UInt8])
  ) throws(RenderError) -> [UInt8] {
    guard photos.contains(Files.ending(of: file.path)), !file.path.hasPrefix("plugins/") else {
      return file.bytes
    }
    return try PhotoMetadata.removed(from: file.bytes, file: file.path)
  }
}

extension PackMaker.Made {
  /// The name of the pack file, such as `harbour-1.0.0.zip`.
  package var fileName: String { "\(manifest.name)-\(manifest.version).zip" }

  /// Writes the pack file atomically.
  ///
  /// - Throws: `output-failed`.
  package func write(to path: String, origin: Origin) throws(RenderError) {
    try WholeFile.write(to: path, origin: origin) { descriptor in
      do throws(RenderError) {
        let zip = try ZipFile("/proc/self/fd/\(descriptor)")
        try zip.add(PackPath.manifest, Array((manifest.json.text(pretty: true) + "\n").utf8))
        for file in files { try zip.add(file.path, file.bytes) }
        try zip.finish()
        return nil
      } catch {
        return error.message
      }
    }
  }
}
