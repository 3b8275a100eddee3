internal import Designs
internal import Files
internal import SourceJSON
internal import WallfarmCore
public import WallfarmPluginKit

/// Installs plugins in the user's folder and removes them.
public struct PluginKeeper {
  private let own: String
  private let builtIn: PluginRegistry

  /// Creates a keeper for the user's plugin folder.
  ///
  /// - Throws: `output-failed` if the user has no data folder.
  public init(builtIn: PluginRegistry) throws(RenderError) {
    guard let own = PluginFolders.own else {
      throw RenderError(
        .outputFailed, "the folder for your plugins is unknown", origin: .environment("HOME"),
        hint: "set HOME or XDG_DATA_HOME")
    }
    (self.own, self.builtIn) = (own, builtIn)
  }

  /// Installs a copy of a plugin atomically.
  ///
  /// - Returns: The path of the installed plugin.
  /// - Throws: The first error in the plugin's manifest, `plugin-twice`, `plugin-not-copied`,
  ///   `output-failed`.
  public func add(_ folder: String) throws(RenderError) -> String {
    let manifest = try read(folder)
    let copy = try PluginCopy(of: try OpenFolder(Files.resolved(folder) ?? folder))
    try WholeFile.makeFolder(own, mode: 0o700)
    let place = try OpenFolder(own, followsLink: true)
    guard place.lock() else { throw .pluginsBusy(own) }
    let target = own + "/" + manifest.id
    let others = Files.names(in: own).map { ManifestReader.read(folder: own + "/" + $0).id }
    guard place.entry(manifest.id) == nil, !others.contains(manifest.id) else {
      throw RenderError(
        .pluginTwice, "your plugin folder already has a plugin '\(manifest.id)'",
        origin: .file(target),
        hint: "remove it first: wallfarm plugin remove \(manifest.id)")
    }
    // Discovery ignores folders whose names begin with a dot.
    let unfinished = ".wallfarm-adding-\(manifest.id)"
    try Self.clear(unfinished, place)
    do throws(RenderError) {
      let list: PluginCopy.File = (
        path: Self.listName, bytes: Self.list(of: copy.files), mode: 0o600
      )
      try Self.kind.fill(try place.makeFolder(unfinished), with: copy.files + [list])
      // The source may have changed between the check and the copy.
      guard try read("\(own)/\(unfinished)").id == manifest.id else {
        var problem = RenderError.fileUnreadable(folder, "it changed while it was being copied")
        problem.hint = "run the command again"
        throw problem
      }
      try place.nameSafely(unfinished, manifest.id)
    } catch {
      try? Self.kind.remove(unfinished, from: place)
      throw error
    }
    return target
  }

  private func read(_ folder: String) throws(RenderError) -> PluginManifest {
    let found = ManifestReader.read(folder: folder)
    if let problem = found.problems.first { throw problem }
    guard let manifest = found.manifest else {
      throw .fileUnreadable(found.file, "it is not a plugin")
    }
    if let reason = PluginCatalog.clash(of: found, with: builtIn) { throw reason }
    return manifest
  }

  /// Removes the remains of an interrupted installation.
  private static func clear(_ name: String, _ place: OpenFolder) throws(RenderError) {
    guard place.entry(name) != nil else { return }
    if let other = try kind.foreign(in: try place.folder(name), isUnfinished: true) {
      throw .pluginForeign(name, other, folder: place.path)
    }
    try kind.remove(name, from: place)
  }

  /// Deletes an unchanged plugin that ``add(_:)`` installed.
  ///
  /// - Returns: The path of the deleted plugin.
  /// - Throws: `unknown-plugin`, `plugin-not-ours`, `output-failed`.
  public func remove(_ id: String) throws(RenderError) -> String {
    let target = own + "/" + id
    guard PluginNames.isName(id), Files.isFolder(target) else {
      throw RenderError(
        .unknownPlugin, "your plugin folder has no plugin '\(id.prefix(64))'", origin: .file(own),
        hint: "'wallfarm plugin list' shows the folder of each plugin; delete plugins in other "
          + "folders manually")
    }
    let place = try OpenFolder(own, followsLink: true)
    // Remove the link, not its target.
    if place.entry(id)?.kind == .link {
      try place.remove(id)
      return target
    }
    if let other = try Self.kind.foreign(in: try place.folder(id), ignoring: Self.generated) {
      throw .pluginForeign(id, other, folder: own)
    }
    try Self.kind.remove(id, from: place, ignoring: Self.generated)
    return target
  }

  // MARK: - The list of installed files

  private static let listName = ".wallfarm-added.json"
  /// The names of the folders in which Python caches compiled code next to the source files.
  private static let generated: Set<String> = ["__pycache__"]

  private static let kind = MadeFolder(noun: "plugin", manifest: listName) { bytes in
    guard let node = try? JSONNode(parsing: bytes), let files = node["files"]?.members else {
      return nil
    }
    var listed: [String: String] = [:]
    for file in files { listed[file.key] = file.value.string }
    return listed
  }

  private static func list(of files: [PluginCopy.File]) -> [UInt8] {
    let digests = files.map { ($0.path, JSONValue.string(FileDigest.sha256(of: $0.bytes))) }
    let list: JSONValue = [
      "made": .string(Wallfarm.title),
      "files": .object(Dictionary(digests) { one, _ in one }),
    ]
    return Array((list.text(pretty: true) + "\n").utf8)
  }
}
