internal import Files
internal import SourceJSON
package import WallfarmPluginKit

/// The installed packs in a folder, one folder per pack.
package struct PackStore: Sendable {
  /// The folder of the packs.
  package let folder: String

  /// Creates a store for a folder, which may not exist yet.
  package init(folder: String) { self.folder = folder }

  /// An installed pack.
  package struct Installed: Sendable {
    package let manifest: PackManifest
    /// The path of its folder.
    package let path: String
    /// The content by kind, such as `themes`, with its qualified names.
    package var content: [(kind: String, names: [String])] {
      manifest.content.names.map { kind, names in
        return (kind, kind != "devices" ? names.map { "\(manifest.name)/\($0)" } : names)
      }
    }
  }

  /// Decisions of the user about a new pack.
  package struct Consent: Sendable {
    /// Whether the same or an older version can replace the installed version.
    package var replaces = false
    /// Whether the pack may contain plugins, whose code will run on this machine.
    package var acceptsPlugins = false

    package init(replaces: Bool = false, acceptsPlugins: Bool = false) {
      (self.replaces, self.acceptsPlugins) = (replaces, acceptsPlugins)
    }
  }

  private static let kind = MadeFolder(noun: "pack", manifest: PackPath.manifest) { bytes in
    PackManifest.read(bytes, file: PackPath.manifest).manifest?.files
  }

  /// Installs a pack atomically; an installed older version is replaced.
  ///
  /// - Returns: The installed pack.
  /// - Throws: `pack-unsupported`, `pack-has-plugins`, `pack-installed`, `output-failed`.
  package func add(
    _ pack: PackArchive, _ consent: Consent, origin: Origin
  ) throws(RenderError) -> Installed {
    let manifest = pack.manifest
    if let problem = manifest.unsupported(origin: origin) { throw problem }
    let plugins = manifest.content.plugins
    if !plugins.isEmpty, !consent.acceptsPlugins {
      throw RenderError(
        .packHasPlugins,
        "the pack '\(manifest.name)' contains plugins: \(plugins.joined(separator: ", "))",
        origin: origin,
        hint:
          "if you trust the author, repeat the command with --plugins; the code of plugins runs "
          + "on this machine, behind a fence")
    }
    let path = "\(folder)/\(manifest.name)"
    let replacement = try FolderReplacement(path, kind: PackStore.kind, origin: origin)
    try replacement.write(
      [(path: PackPath.manifest, bytes: pack.manifestBytes, mode: 0o644)]
        + pack.files.map { file in
          // A plugin can be a program.
          (
            path: file.path, bytes: file.bytes,
            mode: file.path.hasPrefix("plugins/") ? 0o755 : 0o644
          )
        }
    ) { () throws(RenderError) in
      if let installed = try? self.installed(manifest.name), !consent.replaces,
        manifest.version <= installed.manifest.version
      {
        throw RenderError(
          .packInstalled,
          "the pack '\(manifest.name)' is installed in version \(installed.manifest.version); the file "
            + "contains version \(manifest.version)", origin: origin,
          hint: "repeat the command with --replace to install that version")
      }
    }
    return Installed(manifest: manifest, path: path)
  }

  /// The installed packs, sorted by name, and the errors of folders that are not packs.
  package var all: (packs: [Installed], problems: [RenderError]) {
    var (packs, problems): ([Installed], [RenderError]) = ([], [])
    for name in Files.names(in: folder) where Files.isFolder("\(folder)/\(name)") {
      do throws(RenderError) {
        packs.append(try installed(name))
      } catch {
        problems.append(error)
      }
    }
    return (packs, problems)
  }

  /// Returns an installed pack.
  ///
  /// - Throws: `unknown-pack`, or the first error in its manifest.
  package func installed(
    _ name: String, origin: Origin = .argument("pack")
  ) throws(RenderError) -> Installed {
    let path = "\(folder)/\(name)"
    let file = "\(path)/\(PackPath.manifest)"
    guard PackManifest.isName(name), Files.exists(file) else {
      let known = Files.names(in: folder).filter { Files.exists("\(folder)/\($0)/pack.json") }
      throw RenderError(
        .unknownPack, "no installed pack is named '\(name.shortened)'", origin: origin,
        hint: closestSpelling(to: name, among: known).map { "did you mean '\($0)'?" }
          ?? "'wallfarm pack list' shows the installed packs")
    }
    let (manifest, problems) = PackManifest.read(
      try Files.read(file, limit: PackLimits.manifestBytes), file: file)
    guard let manifest else {
      throw problems.first ?? .fileUnreadable(file, "it is not a pack manifest")
    }
    return Installed(manifest: manifest, path: path)
  }

  /// Removes an installed pack; a pack whose files were changed is kept.
  ///
  /// - Throws: `unknown-pack`, `output-failed`.
  package func remove(_ name: String, origin: Origin) throws(RenderError) {
    _ = try installed(name, origin: origin)
    let parent = try OpenFolder(folder, followsLink: true)
    guard parent.lock() else {
      throw RenderError(
        .outputFailed, "'\(name)' cannot be removed: another process is changing the packs",
        origin: origin, hint: "wait until that process exits")
    }
    let pack = try parent.folder(name)
    if let foreign = try PackStore.kind.foreign(in: pack) {
      throw RenderError(
        .outputFailed, "'\(pack.path)' cannot be removed: it contains \(foreign.phrase)",
        origin: origin, hint: "move that file to another folder, and repeat the command")
    }
    try PackStore.kind.remove(name, from: parent)
    try parent.sync()
  }
}

extension MadeFolder.Foreign {
  /// The difference as a phrase.
  fileprivate var phrase: String {
    switch self {
    case .unlisted: "no valid manifest"
    case .added(let path, let kind): "\(kind.words) that is not part of the pack: '\(path)'"
    case .changed(let path): "a changed file: '\(path)'"
    }
  }
}
