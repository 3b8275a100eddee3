public import Designs
internal import Files
internal import WallfarmCore
public import WallfarmPluginKit

/// Creates a plugin from starter code that renders without changes.
public struct PluginStarter {
  /// The available plugin kinds.
  public static let kinds = PluginDescription.Kind.allCases.map(\.rawValue).sorted()
  /// The available programming languages.
  public static let languages = ["c", "python", "swift"]

  /// The created files.
  public struct Made: Sendable, Hashable {
    /// The path of the plugin folder.
    public let folder: String
    /// The paths of all files, each beginning with the path of the folder.
    public let files: [String]
    /// Whether the plugin must be built before use.
    public var needsMake: Bool { files.contains { $0.hasSuffix("/Makefile") } }
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
  ///   - kind: One of ``kinds``.
  ///   - language: One of ``languages``.
  /// - Returns: The created files.
  /// - Throws: `invalid-parameter`, `plugin-built-in`, `output-failed` (also if the folder exists),
  ///   `installation-broken`.
  public func make(
    _ path: String, kind: String, language: String
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
    let start = "\(sdk)/Starters/\(language)/\(kind)"
    let names = Files.namesBelow(start)
    guard !names.isEmpty else {
      throw RenderError(
        .installationBroken, "no starter files found in '\(start)'",
        origin: .option("language"),
        hint: "reinstall wallfarm with 'make install'")
    }
    let texts = try names.map { (name) throws(RenderError) in
      (filled(name, id), filled(try Files.read(start + "/" + name), id))
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
    return Made(folder: folder, files: texts.map { folder + "/" + $0.0 })
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

  private func filled(_ bytes: [UInt8], _ id: String) -> [UInt8] {
    Array(filled(String(decoding: bytes, as: UTF8.self), id).utf8)
  }

  private func filled(_ text: String, _ id: String) -> String {
    let name = id.replacing("-", with: " ")
    let header = Files.resolved(sdk) ?? sdk
    return text.replacing("{{id}}", with: id)
      .replacing("{{name}}", with: name.prefix(1).uppercased() + name.dropFirst())
      .replacing("{{identifier}}", with: id.replacing("-", with: "_"))
      .replacing("{{sdk}}", with: header)
  }
}
