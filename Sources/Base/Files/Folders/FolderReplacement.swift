package import Diagnostics

/// Puts a finished folder in the place of one that was made here before, and of nothing else.
///
/// The new one is made beside it and synced, then the two change names at one stroke, then the old
/// one is taken away. A kill leaves the old or the new whole, and beside it at most a hidden folder
/// that the next run takes away.
package struct FolderReplacement {
  private let kind: MadeFolder
  private let origin: Origin
  private let path: String
  /// The folder that it is in.
  private let place: String
  /// Its own name.
  private let name: String

  /// What is done one after the other.
  package enum Step: Sendable, Hashable, CaseIterable {
    case made, listed, filled, swapped
    /// Where a file system cannot swap: the old one has gone aside, and the new one is not there.
    case setAside
  }

  /// Prepares to write a folder.
  ///
  /// - Parameters:
  ///   - path: where it is to be.
  ///   - kind: what it is, and which of them may be replaced.
  ///   - origin: the option that named it.
  /// - Throws: `output-failed` for a name such as `..`.
  package init(_ path: String, kind: MadeFolder, origin: Origin) throws(RenderError) {
    var short = path
    while short.count > 1 && short.hasSuffix("/") { short.removeLast() }
    (self.kind, self.origin, self.path) = (kind, origin, short)
    place = Files.folder(of: short)
    name = Files.name(of: short)
    guard !["", ".", ".."].contains(name) else {
      throw refusal("it has no name of its own", "name a folder that is not there yet")
    }
  }

  private var fresh: String { hidden("new") }
  private var old: String { hidden("old") }

  private func hidden(_ what: String) -> String {
    // A name of 255 bytes is as long as names can be.
    let short = name.utf8.count < 200 ? name : FileDigest.sha256(of: Array(name.utf8))
    return ".\(short).wallfarm-\(what)"
  }

  // MARK: - Looking

  /// Finds what would keep the folder from being written, before any work is done for it.
  ///
  /// - Throws: `output-failed`, `file-unreadable`.
  package func check() throws(RenderError) {
    guard Files.exists(place) else { return }
    try check(name, in: try OpenFolder(place, followsLink: true))
  }

  private func check(_ name: String, in parent: OpenFolder) throws(RenderError) {
    guard let entry = parent.entry(name) else { return }
    let elsewhere = "name a folder that is not there yet"
    guard entry.kind == .folder else {
      throw refusal("it is \(entry.kind.words)", elsewhere + ", or move that away")
    }
    let noun = kind.noun
    switch try kind.foreign(in: try parent.folder(name)) {
    case nil: break
    case .unlisted: throw refusal("it is there already, and is no \(noun)", elsewhere)
    case .added(let file, let kind):
      throw refusal(
        "'\(file)' in it is \(kind.words) that is no part of the \(noun)",
        "move it elsewhere, or \(elsewhere)")
    case .changed(let file):
      throw refusal(
        "'\(file)' in it was changed since it was made", "move it elsewhere, or \(elsewhere)")
    }
  }

  // MARK: - Writing

  /// Writes the folder.
  ///
  /// - Parameters:
  ///   - files: all files by their paths in it, the list among them.
  ///   - canSwap: whether two names can be exchanged at one stroke; otherwise it is tried.
  ///   - last: for tests: where it ends, as if it were killed there.
  /// - Throws: `output-failed`, `file-unreadable`; then what was there is as it was.
  package func write(
    _ files: [MadeFolder.File], canSwap: Bool = true, endingAfter last: Step? = nil
  ) throws(RenderError) {
    try write(
      files.first { $0.path == kind.manifest }, canSwap: canSwap, endingAfter: last
    ) { (add) throws(RenderError) in
      for file in files where file.path != kind.manifest { try add(file) }
    }
  }

  /// Writes it with files that are made as they are written.
  ///
  /// - Parameters:
  ///   - list: the list of them.
  ///   - canSwap: as above.
  ///   - last: as above.
  ///   - files: calls its argument with each of the others.
  /// - Throws: as above, and what `files` throws.
  package func write(
    _ list: MadeFolder.File?, canSwap: Bool = true, endingAfter last: Step? = nil,
    _ files: (_ add: (MadeFolder.File) throws(RenderError) -> Void) throws(RenderError) -> Void
  ) throws(RenderError) {
    try WholeFile.makeFolder(place)
    let parent = try OpenFolder(place, followsLink: true)
    guard parent.lock() else {
      throw refusal("another process is writing beside it", "wait for it to end")
    }
    try recover(parent)
    try check(name, in: parent)
    var isStopped = false
    let folder: OpenFolder
    let mode: UInt32
    do throws(RenderError) {
      folder = try parent.makeFolder(fresh)
      // If this process is killed, only the owner can read the files that it leaves.
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
      // Nothing old goes before the new names last.
      try parent.sync()
      if last == .swapped { return }
      // Somebody may have put something into it since it was looked at.
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
    // What comes back with the power is taken away by the next run.
    try? parent.sync()
  }

  /// Brings back, or takes away, what a run that was killed has left.
  private func recover(_ parent: OpenFolder) throws(RenderError) {
    if parent.entry(name) == nil, parent.entry(old) != nil {
      try parent.rename(old, to: name)
    }
    if [fresh, old].contains(where: { parent.entry($0) != nil }) { try parent.sync() }
    for leftover in [fresh, old] where parent.entry(leftover) != nil {
      let folder = try parent.folder(leftover)
      if try kind.foreign(in: folder, isUnfinished: true) != nil {
        throw refusal(
          "'\(place)/\(leftover)' is left of an earlier run, and holds other files",
          "move that away")
      }
      try kind.remove(leftover, from: parent)
    }
  }

  private func refusal(_ reason: String, _ hint: String) -> RenderError {
    RenderError(
      .outputFailed, "'\(path)' cannot be written: \(reason)", origin: origin, hint: hint)
  }
}
