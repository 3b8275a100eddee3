public import Designs
internal import Files
internal import WallfarmCore
public import WallfarmPluginKit

/// Creates a plugin from starter code that renders without changes.
public struct PluginStarter {
  /// The available plugin kinds.
  public static let kinds = PluginDescription.Kind.allCases.map(\.rawValue).sorted()
  /// The available programming languages.
  public static let languages = StarterLanguage.allCases.map(\.rawValue).sorted()

  /// The created files.
  public struct Made: Sendable, Hashable {
    /// The path of the plugin folder.
    public let folder: String
    /// The paths of all files, each beginning with the path of the folder.
    public let files: [String]
    /// Whether the plugin must be built before use.
    public let needsBuild: Bool
    /// The template or theme that shows the plugin.
    public let example: Example
  }

  /// A template or a theme that shows a plugin.
  public struct Example: Sendable, Hashable {
    /// The option of `wallfarm render`: `template` or `theme`.
    public let option: String
    /// The path of the template or theme, relative to the plugin folder.
    public let path: String

    fileprivate init(_ kind: PluginDescription.Kind) {
      switch kind {
      case .layout: (option, path) = ("template", "example")
      case .background: (option, path) = ("theme", "example/theme.json")
      }
    }
  }

  private let sdk: String
  private let builtIn: PluginRegistry

  /// Creates a starter that uses the SDK of an installation.
  public init(installation: Installation, builtIn: PluginRegistry) {
    sdk = installation.root + "/Plugins/SDK"
    self.builtIn = builtIn
  }

  /// Creates a plugin folder.
  ///
  /// - Parameters:
  ///   - path: The id, or a path that ends with the id.
  ///   - kind: The kind of the plugin.
  ///   - language: The programming language of the plugin.
  /// - Returns: The created files.
  /// - Throws: `invalid-parameter`, `plugin-built-in`, `output-failed` (also if the folder exists),
  ///   `installation-broken`.
  public func make(
    _ path: String, kind: PluginDescription.Kind, language: StarterLanguage
  ) throws(RenderError) -> Made {
    let folder = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    let id = Files.name(of: folder)
    guard PluginNames.isName(id) else {
      throw RenderError(
        .invalidParameter, "'\(id.prefix(64))' is not a valid plugin name",
        origin: .argument("name"),
        hint: "use only the letters a–z, digits and hyphens; for example, 'my-notes'")
    }
    if builtIn.plugin(id) != nil { throw .pluginBuiltIn(id, origin: .argument("name")) }
    guard EntryKind(at: folder) == nil else { throw taken(folder) }
    let words = words(id, kind, language)
    let texts = try sources(kind, language).map { (source) throws(RenderError) in
      let bytes = try Files.read(source.path)
      // A picture is copied as it is.
      return (source.name, source.name.hasSuffix(".png") ? bytes : Self.filled(bytes, words))
    }
    try WholeFile.makeFolder(Files.folder(of: folder))
    let above = try OpenFolder(Files.folder(of: folder), followsLink: true)
    // A partial plugin would block the next attempt, so the folder gets its final name only when it
    // is complete.
    let unfinished = ".wallfarm-new-\(UInt32.random(in: .min ... .max))"
    do throws(RenderError) {
      try fill(try above.makeFolder(unfinished), with: texts)
      try above.nameSafely(unfinished, id)
    } catch {
      try? folderKind(texts).remove(unfinished, from: above)
      // If another process created the folder in the meantime, report that the folder already
      // exists.
      throw above.entry(id) == nil ? error : taken(folder)
    }
    return Made(
      folder: folder, files: texts.map { folder + "/" + $0.0 },
      needsBuild: language.needsBuild, example: Example(kind))
  }

  /// Returns the files of a starter, sorted by name: those for all languages, those for all kinds in
  /// its language, and its own files.
  private func sources(
    _ kind: PluginDescription.Kind, _ language: StarterLanguage
  ) throws(RenderError) -> [(name: String, path: String)] {
    var sources: [(name: String, path: String)] = []
    for folder in ["shared/\(kind)", "\(language)/shared", "\(language)/\(kind)"] {
      let start = "\(sdk)/Starters/\(folder)"
      let names = Files.namesBelow(start)
      guard !names.isEmpty else {
        throw RenderError(
          .installationBroken, "no starter files found in '\(start)'",
          origin: .option("language"),
          hint: "reinstall wallfarm with 'make install'")
      }
      sources += names.map { ($0, start + "/" + $0) }
    }
    return sources.sorted { $0.name < $1.name }
  }

  private func fill(
    _ folder: OpenFolder, with texts: [(String, [UInt8])]
  ) throws(RenderError) {
    try folderKind(texts).fill(
      folder, with: texts.map { (path: $0.0, bytes: $0.1, mode: UInt32(0o666)) })
  }

  /// Returns a description of a folder with exactly the given files, which is used to write the
  /// files and to remove them after an error.
  ///
  /// Once the folder is complete, its files belong to the user.
  private func folderKind(_ texts: [(String, [UInt8])]) -> MadeFolder {
    let names = Dictionary(texts.map { ($0.0, "") }) { one, _ in one }
    return MadeFolder(noun: "plugin", manifest: PluginManifest.fileName) { _ in names }
  }

  private func taken(_ folder: String) -> RenderError {
    RenderError(
      .outputFailed, "'\(folder)' already exists", origin: .argument("name"),
      hint: "choose another name, or move the existing item")
  }

  /// Returns the text for each placeholder.
  private func words(
    _ id: String, _ kind: PluginDescription.Kind, _ language: StarterLanguage
  ) -> [String: String] {
    let name = id.replacing("-", with: " ")
    let example = Example(kind)
    return [
      "{{id}}": id,
      "{{name}}": name.prefix(1).uppercased() + name.dropFirst(),
      "{{identifier}}": id.replacing("-", with: "_"),
      "{{sdk}}": Files.resolved(sdk) ?? sdk,
      // An object replaces this string.
      "\"{{carrier}}\"": language.carrier(id, kind),
      "{{requirements}}": language.requirements,
      "{{layout}}": language.source("layout"),
      "{{background}}": language.source("background"),
      "{{column}}": language.source("column"),
      "{{host}}": language.host,
      "{{example}}": "--\(example.option) ./\(example.path)",
    ]
  }

  private static func filled(_ bytes: [UInt8], _ words: [String: String]) -> [UInt8] {
    let text = String(decoding: bytes, as: UTF8.self)
    return Array(words.reduce(text) { $0.replacing($1.key, with: $1.value) }.utf8)
  }
}
