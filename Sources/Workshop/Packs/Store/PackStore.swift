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

  /// The folder of a pack, which can be replaced and removed even if it is damaged, but not if it
  /// contains other files.
  ///
  /// - Parameter files: The files to assume if the manifest is damaged.
  /// - Returns: The kind of folder.
  private static func kind(assuming files: [String: String]? = nil) -> MadeFolder {
    MadeFolder(
      noun: "pack", manifest: PackPath.manifest, acceptsChanges: true, assuming: files
    ) { bytes in
      PackManifest.read(bytes, file: PackPath.manifest).manifest?.files
    }
  }

  /// Installs a pack atomically; an installed older version is replaced, and a damaged copy of the
  /// same version is repaired.
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
    let replacement = try FolderReplacement(
      path, kind: PackStore.kind(assuming: manifest.files), origin: origin)
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
        manifest.version <= installed.manifest.version, !isRepair(of: installed, by: manifest)
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

  /// Whether a pack restores the files of a damaged pack.
  private func isRepair(of installed: Installed, by manifest: PackManifest) -> Bool {
    manifest.version == installed.manifest.version && manifest.files == installed.manifest.files
      && (try? installed.damage().isEmpty) == false
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
  /// - Throws: `unknown-pack`, or `pack-damaged` if its manifest cannot be read.
  package func installed(
    _ name: String, origin: Origin = .argument("pack")
  ) throws(RenderError) -> Installed {
    let path = "\(folder)/\(name)"
    let file = "\(path)/\(PackPath.manifest)"
    guard PackManifest.isName(name), Files.isFolder(path) else {
      let known = Files.names(in: folder).filter { Files.exists("\(folder)/\($0)/pack.json") }
      throw RenderError(
        .unknownPack, "no installed pack is named '\(name.shortened)'", origin: origin,
        hint: closestSpelling(to: name, among: known).map { "did you mean '\($0)'?" }
          ?? "'wallfarm pack list' shows the installed packs")
    }
    let problem: RenderError
    do throws(RenderError) {
      let (manifest, problems) = PackManifest.read(
        try Files.read(file, limit: PackLimits.manifestBytes), file: file)
      if let manifest { return Installed(manifest: manifest, path: path) }
      problem = problems.first ?? .fileUnreadable(file, "it is not a pack manifest")
    } catch {
      problem = error
    }
    throw RenderError(
      .packDamaged,
      "the installed pack '\(name)' is damaged: its manifest cannot be read: \(problem.message)",
      origin: problem.origin ?? .file(file),
      hint: "'wallfarm pack add' with the file of the pack repairs it")
  }

  /// Removes an installed pack, even if it is damaged; a pack whose folder contains other files is
  /// kept.
  ///
  /// - Throws: `unknown-pack`, `pack-damaged` if its manifest cannot be read, `output-failed`.
  package func remove(_ name: String, origin: Origin) throws(RenderError) {
    _ = try installed(name, origin: origin)
    let parent = try OpenFolder(folder, followsLink: true)
    guard parent.lock() else {
      throw RenderError(
        .outputFailed, "'\(name)' cannot be removed: another process is changing the packs",
        origin: origin, hint: "wait until that process exits")
    }
    let pack = try parent.folder(name)
    if let foreign = try PackStore.kind().foreign(in: pack) {
      throw RenderError(
        .outputFailed, "'\(pack.path)' cannot be removed: it contains \(foreign.phrase)",
        origin: origin, hint: "move that file to another folder, and repeat the command")
    }
    try PackStore.kind().remove(name, from: parent)
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
