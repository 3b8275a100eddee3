internal import Glibc
internal import WallfarmCore
public import WallfarmPluginKit

/// Puts plugins into the user's own folder, and takes them out again.
public struct PluginKeeper {
  private let own: String
  private let builtIn: PluginRegistry

  /// Keeps plugins in the user's own folder.
  ///
  /// - Throws: `output-failed` where the user has none.
  public init(builtIn: PluginRegistry) throws(RenderError) {
    guard let own = PluginFolders.own else {
      throw RenderError(
        .outputFailed, "there is no folder for your plugins", origin: "HOME",
        hint: "set HOME or XDG_DATA_HOME")
    }
    (self.own, self.builtIn) = (own, builtIn)
  }

  /// Copies a plugin; it appears as a whole or not at all.
  ///
  /// - Returns: where it is now.
  /// - Throws: what is wrong with it, `plugin-twice`, `output-failed`.
  public func add(_ folder: String) throws(RenderError) -> String {
    let found = ManifestReader.read(folder: folder)
    if let problem = found.problems.first { throw problem }
    guard let manifest = found.manifest else {
      throw .fileUnreadable(found.file, "it is no plugin")
    }
    if let reason = PluginShelf.clash(of: found, with: builtIn) { throw reason }
    let target = own + "/" + manifest.id
    let others = Files.names(in: own).map { ManifestReader.read(folder: own + "/" + $0).id }
    guard !Files.exists(target), !others.contains(manifest.id) else {
      throw RenderError(
        .pluginTwice, "your folder has a plugin '\(manifest.id)' already", origin: target,
        hint: "remove it first: wallfarm plugin remove \(manifest.id)")
    }
    try WholeFile.makeFolder(own)
    // Whoever lists the folder meanwhile passes over what begins with a dot.
    let unfinished = "\(own)/.\(manifest.id)-\(getpid())"
    do throws(RenderError) {
      try WholeFile.makeFolder(unfinished)
      for name in Files.namesBelow(manifest.folder) {
        if name.contains("/") {
          try WholeFile.makeFolder(unfinished + "/" + Files.folder(of: name))
        }
        try copy(manifest.folder + "/" + name, to: unfinished + "/" + name)
      }
      guard rename(unfinished, target) == 0 else { throw failed(target) }
    } catch {
      try? WholeFile.removeAll(unfinished)
      throw error
    }
    return target
  }

  /// Deletes a plugin of the user's own folder; others are left to whoever put them there.
  ///
  /// - Returns: where it was.
  /// - Throws: `unknown-plugin`, `output-failed`.
  public func remove(_ id: String) throws(RenderError) -> String {
    let target = own + "/" + id
    guard PluginNames.isName(id), Files.isFolder(target) else {
      throw RenderError(
        .unknownPlugin, "your folder has no plugin '\(id.prefix(64))'", origin: own,
        hint: "'wallfarm plugin list' shows where each is; delete others by hand")
    }
    // A link is taken away, not what it leads to.
    if unlink(target) == 0 { return target }
    try WholeFile.removeAll(target)
    return target
  }

  private func copy(_ from: String, to: String) throws(RenderError) {
    try WholeFile.write([try Files.read(from, limit: 256 << 20)], to: to)
    if access(from, X_OK) == 0, chmod(to, 0o755) != 0 { throw failed(to) }
  }

  private func failed(_ path: String) -> RenderError {
    RenderError(
      .outputFailed, "'\(path)' cannot be made: \(SystemError.message(errno))", origin: path,
      hint: "make room and permissions there")
  }
}
