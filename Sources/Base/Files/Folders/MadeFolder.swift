package import Diagnostics

/// A kind of generated folder with a manifest; only folders with a manifest can be replaced or
/// removed.
package struct MadeFolder: Sendable {
  /// The noun for messages, such as `bundle`.
  package let noun: String
  /// The name of the manifest file.
  package let manifest: String
  /// Decodes a manifest into the SHA-256 digests of its files, keyed by path; returns nil if
  /// another program wrote it.
  package let read: @Sendable ([UInt8]) -> [String: String]?
  /// Whether the files in the manifest can be replaced and removed even if their content has
  /// changed.
  package let acceptsChanges: Bool
  /// The files to assume if the manifest is missing or invalid; nil to treat such a folder as
  /// foreign.
  package let assumed: [String: String]?

  package init(
    noun: String, manifest: String, acceptsChanges: Bool = false,
    assuming assumed: [String: String]? = nil,
    read: @escaping @Sendable ([UInt8]) -> [String: String]?
  ) {
    (self.noun, self.manifest, self.read) = (noun, manifest, read)
    (self.acceptsChanges, self.assumed) = (acceptsChanges, assumed)
  }

  /// A difference between a folder and its manifest.
  package enum Foreign: Sendable, Hashable {
    /// The manifest is missing or was not written by this program.
    case unlisted
    /// An entry that is not in the manifest, by its relative path.
    case added(String, EntryKind)
    /// A file whose content does not match the manifest.
    case changed(String)
  }

  /// The maximum sizes of a manifest and of a file in bytes, far above any realistic size.
  private static let (longestList, longestFile) = (16 << 20, 1 << 30)
  /// The temporary name of the manifest.
  private var unfinished: String { ".\(manifest).part" }

  // MARK: - Checks

  /// Finds the first difference between a folder and its manifest.
  ///
  /// - Parameters:
  ///   - folder: the folder.
  ///   - isUnfinished: whether a killed process may have left the folder with missing or truncated
  ///     files; if so, the contents of files are not compared.
  ///   - ignored: the names of entries to ignore in the folder and its subfolders.
  /// - Returns: the difference, or nil if there is none.
  /// - Throws: `file-unreadable`.
  package func foreign(
    in folder: OpenFolder, isUnfinished: Bool = false, ignoring ignored: Set<String> = []
  ) throws(RenderError) -> Foreign? {
    let entries = try folder.entries()
    if entries.isEmpty { return nil }
    if isUnfinished, entries.map(\.name) == [unfinished], entries[0].kind == .file { return nil }
    guard let listed = try list(of: folder) else { return .unlisted }
    return try foreign(in: folder, "", listed, isUnfinished, ignored)
  }

  /// Reads the manifest; returns nil if it is missing or was not written by this program, and no
  /// files are assumed.
  private func list(of folder: OpenFolder) throws(RenderError) -> [String: String]? {
    guard folder.entry(manifest)?.kind == .file else { return assumed }
    return read(try folder.read(manifest, limit: Self.longestList).bytes) ?? assumed
  }

  private func foreign(
    in folder: OpenFolder, _ above: String, _ listed: [String: String], _ isUnfinished: Bool,
    _ ignored: Set<String>
  ) throws(RenderError) -> Foreign? {
    for entry in try folder.entries() where !ignored.contains(entry.name) {
      let path = above + entry.name
      switch entry.kind {
      case .folder where listed.keys.contains { $0.hasPrefix(path + "/") }:
        let inner = try folder.folder(entry.name)
        if let found = try foreign(in: inner, path + "/", listed, isUnfinished, ignored) {
          return found
        }
      case .file where path == manifest || path == unfinished: break
      case .file where listed[path] != nil:
        if isUnfinished || acceptsChanges { break }
        let bytes = try folder.read(entry.name, limit: Self.longestFile).bytes
        if FileDigest.sha256(of: bytes) != listed[path] { return .changed(path) }
      default: return .added(path, entry.kind)
      }
    }
    return nil
  }

  // MARK: - Writing

  /// A file with its path in the folder and its mode.
  package typealias File = (path: String, bytes: [UInt8], mode: UInt32)

  /// Fills an empty folder; the manifest is written first, so that it always covers every file.
  ///
  /// - Parameters:
  ///   - folder: the folder.
  ///   - files: all files, including the manifest.
  ///   - step: called after each file.
  /// - Throws: `output-failed`, and the errors of `step`.
  package func fill(
    _ folder: OpenFolder, with files: [File],
    after step: @escaping (String) throws(RenderError) -> Void = { _ in }
  ) throws(RenderError) {
    try fill(folder, files.first { $0.path == manifest }, after: step) {
      (add) throws(RenderError) in
      for file in files where file.path != manifest { try add(file) }
    }
  }

  /// Fills an empty folder with files that are generated one by one.
  ///
  /// - Parameters:
  ///   - folder: the folder.
  ///   - list: the manifest, or nil to write none.
  ///   - step: called after each file.
  ///   - files: calls its argument with each of the other files.
  /// - Throws: `output-failed`, and the errors of `step` and `files`.
  package func fill(
    _ folder: OpenFolder, _ list: File?,
    after step: @escaping (String) throws(RenderError) -> Void = { _ in },
    _ files: (_ add: (File) throws(RenderError) -> Void) throws(RenderError) -> Void
  ) throws(RenderError) {
    var open: [String: OpenFolder] = ["": folder]
    if let list {
      try folder.write(list.bytes, to: unfinished, mode: list.mode)
      try folder.rename(unfinished, to: manifest)
      try folder.sync()
      try step(list.path)
    }
    try files { (file) throws(RenderError) in
      let inner = try self.folder(Self.above(file.path), &open)
      try inner.write(file.bytes, to: Files.name(of: file.path), mode: file.mode)
      try step(file.path)
    }
    for inner in open.values { try inner.sync() }
  }

  private static func above(_ path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }

  private func folder(
    _ path: String, _ open: inout [String: OpenFolder]
  ) throws(RenderError) -> OpenFolder {
    if let known = open[path] { return known }
    let outer = try folder(Self.above(path), &open)
    let made = try outer.makeFolder(Files.name(of: path))
    open[path] = made
    return made
  }

  // MARK: - Removal

  /// Removes a folder and the files in its manifest.
  ///
  /// - Parameters:
  ///   - name: the name of the folder.
  ///   - parent: its parent folder.
  ///   - ignored: the names of additional subfolders that may be removed.
  /// - Throws: `output-failed` if the folder contains other files, which are kept.
  package func remove(
    _ name: String, from parent: OpenFolder, ignoring ignored: Set<String> = []
  ) throws(RenderError) {
    let folder = try parent.folder(name)
    if let listed = try list(of: folder) {
      try removeFiles(of: folder, "", listed, ignored)
      try folder.remove(manifest)
    }
    try folder.remove(unfinished)
    try parent.removeFolder(name)
  }

  private func removeFiles(
    of folder: OpenFolder, _ above: String, _ listed: [String: String], _ ignored: Set<String>
  ) throws(RenderError) {
    for entry in try folder.entries() {
      let path = above + entry.name
      switch entry.kind {
      case .folder where ignored.contains(entry.name):
        // An ignored folder contains generated files and no subfolders.
        let inner = try folder.folder(entry.name)
        for file in try inner.entries() where file.kind == .file { try inner.remove(file.name) }
        try folder.removeFolder(entry.name)
      case .folder where listed.keys.contains { $0.hasPrefix(path + "/") }:
        try removeFiles(of: try folder.folder(entry.name), path + "/", listed, ignored)
        try folder.removeFolder(entry.name)
      case .file where listed[path] != nil: try folder.remove(entry.name)
      default: break
      }
    }
  }
}
