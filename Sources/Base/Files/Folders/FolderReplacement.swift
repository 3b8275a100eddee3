package import Diagnostics

/// Atomically replaces a generated folder with a new version.
///
/// The new folder is written next to the old folder and synced, the two folders are exchanged, and
/// the old folder is removed. If the process is killed, either the old or the new folder is
/// complete; the next run removes a leftover hidden folder.
package struct FolderReplacement {
  private let kind: MadeFolder
  private let origin: Origin
  private let path: String
  /// The parent folder.
  private let place: String
  /// The name of the folder.
  private let name: String

  /// The steps after which a test can stop a replacement.
  package enum Step: Sendable, Hashable, CaseIterable {
    case made, listed, filled, swapped
    /// The old folder has been renamed, and the new folder does not have its final name yet.
    ///
    /// This step precedes `swapped`, and occurs only if the folders are not exchanged atomically.
    case setAside
  }

  /// Prepares a replacement.
  ///
  /// - Parameters:
  ///   - path: the path of the folder.
  ///   - kind: the kind of generated folder, which defines what may be replaced.
  ///   - origin: the option that specifies the path, for messages.
  /// - Throws: `output-failed` for a name such as `..`.
  package init(_ path: String, kind: MadeFolder, origin: Origin) throws(RenderError) {
    var short = path
    while short.count > 1 && short.hasSuffix("/") { short.removeLast() }
    (self.kind, self.origin, self.path) = (kind, origin, short)
    place = Files.folder(of: short)
    name = Files.name(of: short)
    guard !["", ".", ".."].contains(name) else {
      throw refusal("it does not name a new folder", "choose a folder that does not exist yet")
    }
  }

  private var fresh: String { hidden("new") }
  private var old: String { hidden("old") }

  private func hidden(_ what: String) -> String {
    // Long names are hashed, because a file name can have at most 255 bytes.
    let short = name.utf8.count < 200 ? name : FileDigest.sha256(of: Array(name.utf8))
    return ".\(short).wallfarm-\(what)"
  }

  // MARK: - Checks

  /// Checks, before the work starts, that the folder can be written.
  ///
  /// - Throws: `output-failed`, `file-unreadable`.
  package func check() throws(RenderError) {
    guard Files.exists(place) else { return }
    try check(name, in: try OpenFolder(place, followsLink: true))
  }

  private func check(_ name: String, in parent: OpenFolder) throws(RenderError) {
    guard let entry = parent.entry(name) else { return }
    let elsewhere = "choose a folder that does not exist yet"
    guard entry.kind == .folder else {
      throw refusal("it is \(entry.kind.words)", elsewhere + ", or move the existing item")
    }
    let noun = kind.noun
    switch try kind.foreign(in: try parent.folder(name)) {
    case nil: break
    case .unlisted: throw refusal("it exists and is not a \(noun)", elsewhere)
    case .added(let file, let kind):
      throw refusal(
        "it contains \(kind.words) that is not part of the \(noun): '\(file)'",
        "move that item, or \(elsewhere)")
    case .changed(let file):
      throw refusal(
        "its file '\(file)' was changed", "move that file, or \(elsewhere)")
    }
  }

  // MARK: - Writing

  /// Writes the folder.
  ///
  /// - Parameters:
  ///   - files: all files with their paths in the folder, including the manifest.
  ///   - canSwap: whether to try to exchange the old and the new folder atomically.
  ///   - last: for tests, the step after which to stop, as if the process had been killed.
  ///   - check: called while no other process can replace the folder; throws to keep the old one.
  /// - Throws: `output-failed`, `file-unreadable`, and the errors of `check`. After an error, the
  ///   old folder is unchanged, unless it was already replaced and only its removal failed.
  package func write(
    _ files: [MadeFolder.File], canSwap: Bool = true, endingAfter last: Step? = nil,
    onceLocked check: () throws(RenderError) -> Void = {}
  ) throws(RenderError) {
    try write(
      files.first { $0.path == kind.manifest }, canSwap: canSwap, endingAfter: last,
      onceLocked: check
    ) { (add) throws(RenderError) in
      for file in files where file.path != kind.manifest { try add(file) }
    }
  }

  /// Writes the folder with files that are generated one by one.
  ///
  /// - Parameters:
  ///   - list: the manifest, or nil to write none.
  ///   - canSwap: whether to try to exchange the old and the new folder atomically.
  ///   - last: for tests, the step after which to stop, as if the process had been killed.
  ///   - check: called while no other process can replace the folder; throws to keep the old one.
  ///   - files: calls its argument with each of the other files.
  /// - Throws: `output-failed`, `file-unreadable`, and the errors of `check` and `files`.
  package func write(
    _ list: MadeFolder.File?, canSwap: Bool = true, endingAfter last: Step? = nil,
    onceLocked check: () throws(RenderError) -> Void = {},
    _ files: (_ add: (MadeFolder.File) throws(RenderError) -> Void) throws(RenderError) -> Void
  ) throws(RenderError) {
    try WholeFile.makeFolder(place)
    let parent = try OpenFolder(place, followsLink: true)
    guard parent.lock() else {
      throw refusal(
        "another process is writing to the same folder",
        "wait until that process exits")
    }
    try recover(parent)
    try check()
    try self.check(name, in: parent)
    var isStopped = false
    let folder: OpenFolder
    let mode: UInt32
    do throws(RenderError) {
      folder = try parent.makeFolder(fresh)
      // Make the new folder accessible only to its owner, in case this process is killed and the
      // files are left behind.
      mode = folder.hide()
      if last == .made { return }
      try kind.fill(
        folder, list,
        after: { (file) throws(RenderError) in
          guard last == .listed, file == kind.manifest else { return }
          isStopped = true
          throw refusal("stopped", "")
        }, files)
      try parent.sync()
    } catch {
      if isStopped { return }
      try? kind.remove(fresh, from: parent)
      throw error
    }
    if last == .filled { return }
    folder.show(as: mode)
    try swap(parent, canSwap: canSwap, endingAfter: last)
  }

  private func swap(
    _ parent: OpenFolder, canSwap: Bool, endingAfter last: Step?
  ) throws(RenderError) {
    guard parent.entry(name) != nil else {
      do throws(RenderError) {
        return try parent.nameSafely(fresh, name)
      } catch {
        try? kind.remove(fresh, from: parent)
        throw error
      }
    }
    let hasSwapped = canSwap ? try parent.exchange(fresh, with: name) : false
    let gone = hasSwapped ? fresh : old
    if !hasSwapped {
      try parent.rename(name, to: old)
      if last == .setAside { return }
      try parent.rename(fresh, to: name)
    }
    do throws(RenderError) {
      // The old folder is removed only after the new name is durable.
      try parent.sync()
      if last == .swapped { return }
      // Another process may have added a file to the old folder since the check.
      try check(gone, in: parent)
    } catch {
      if hasSwapped {
        _ = try parent.exchange(fresh, with: name)
      } else {
        try parent.rename(name, to: fresh)
        try parent.rename(old, to: name)
      }
      try? kind.remove(fresh, from: parent)
      throw error
    }
    try kind.remove(gone, from: parent)
    // After a power failure, the old folder can reappear; the next run removes it.
    try? parent.sync()
  }

  /// Restores or removes the folders that a killed process left behind.
  private func recover(_ parent: OpenFolder) throws(RenderError) {
    if parent.entry(name) == nil, parent.entry(old) != nil {
      try parent.rename(old, to: name)
    }
    if [fresh, old].contains(where: { parent.entry($0) != nil }) { try parent.sync() }
    for leftover in [fresh, old] where parent.entry(leftover) != nil {
      let folder = try parent.folder(leftover)
      if try kind.foreign(in: folder, isUnfinished: true) != nil {
        throw refusal(
          "'\(place)/\(leftover)' remains from an earlier run and contains files that wallfarm did "
            + "not write",
          "move it to another folder")
      }
      try kind.remove(leftover, from: parent)
    }
  }

  private func refusal(_ reason: String, _ hint: String) -> RenderError {
    RenderError(
      .outputFailed, "'\(path)' cannot be written: \(reason)", origin: origin, hint: hint)
  }
}
