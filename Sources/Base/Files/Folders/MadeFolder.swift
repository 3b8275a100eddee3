package import Diagnostics

/// What a folder says of the files that were made in it: only such a folder may be replaced or
/// taken away.
package struct MadeFolder: Sendable {
  /// What it is, for messages: `bundle`.
  package let noun: String
  /// Its file that lists the others.
  package let manifest: String
  /// Reads that file: SHA-256 of each file by its path; nil where somebody else wrote it.
  package let read: @Sendable ([UInt8]) -> [String: String]?

  package init(
    noun: String, manifest: String, read: @escaping @Sendable ([UInt8]) -> [String: String]?
  ) {
    (self.noun, self.manifest, self.read) = (noun, manifest, read)
  }

  /// Something in a folder that is not as it was made there.
  package enum Foreign: Sendable, Hashable {
    /// There is no list, or not one of ours.
    case unlisted
    /// Somebody put it there: its path, seen from the folder.
    case added(String, EntryKind)
    /// A file was made there, and has another content now.
    case changed(String)
  }

  /// Far beyond any of our lists, and any file in them.
  private static let (longestList, longestFile) = (16 << 20, 1 << 30)
  /// The name of the list while it is written.
  private var unfinished: String { ".\(manifest).part" }

  // MARK: - Looking

  /// The first thing that is not ours; nil where all is.
  ///
  /// - Parameters:
  ///   - folder: the folder.
  ///   - isUnfinished: whether it may be one that a killed process left, with files that are
  ///     missing or cut off; names alone count then.
  ///   - ignored: names that count for nothing wherever they are.
  /// - Returns: what it is.
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

  /// The files that a folder lists; nil where it has no list of ours.
  private func list(of folder: OpenFolder) throws(RenderError) -> [String: String]? {
    guard folder.entry(manifest)?.kind == .file else { return nil }
    return read(try folder.read(manifest, limit: Self.longestList).bytes)
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
        if isUnfinished { break }
        let bytes = try folder.read(entry.name, limit: Self.longestFile).bytes
        if FileDigest.sha256(of: bytes) != listed[path] { return .changed(path) }
      default: return .added(path, entry.kind)
      }
    }
    return nil
  }

  // MARK: - Making

  /// A file by its path in the folder.
  package typealias File = (path: String, bytes: [UInt8], mode: UInt32)

  /// Fills an empty folder: the list first, so that every file in it is listed at any time.
  ///
  /// - Parameters:
  ///   - folder: the folder.
  ///   - files: all files, the list among them.
  ///   - step: called after each file.
  /// - Throws: `output-failed`, and what `step` throws.
  package func fill(
    _ folder: OpenFolder, with files: [File],
    after step: @escaping (String) throws(RenderError) -> Void = { _ in }
  ) throws(RenderError) {
    try fill(folder, files.first { $0.path == manifest }, after: step) {
      (add) throws(RenderError) in
      for file in files where file.path != manifest { try add(file) }
    }
  }

  /// The same of files that are made as they are written.
  ///
  /// - Parameters:
  ///   - folder: the folder.
  ///   - list: the list of them.
  ///   - step: called after each file.
  ///   - files: calls its argument with each of the others.
  /// - Throws: `output-failed`, and what `step` and `files` throw.
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

  // MARK: - Taking away

  /// Takes a folder away, with the files that it lists and no others.
  ///
  /// - Parameters:
  ///   - name: the folder.
  ///   - parent: what it is in.
  ///   - ignored: names that may go with it.
  /// - Throws: `output-failed` where somebody put something into it meanwhile; that stays.
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
        // What was generated in it: files, and nothing below.
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
