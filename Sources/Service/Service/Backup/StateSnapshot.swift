internal import Files
internal import Glibc
internal import Storage
package import WallfarmPluginKit

/// A snapshot of a state folder at one moment, in a subfolder.
///
/// The database is copied in steps; uploads are hard links. A service or, if none is running, the
/// command itself creates the snapshot.
package struct StateSnapshot {
  /// Runs a closure with the database while no other thread uses it.
  typealias Use = ((Database) throws(RenderError) -> Bool) throws(RenderError) -> Bool

  private let state: String
  private let token: String
  private let pages: Int

  /// Prepares a snapshot.
  ///
  /// - Parameters:
  ///   - state: The state folder.
  ///   - token: The token that names the snapshot, or `nil` for a random one.
  ///   - pages: The number of pages to copy at a time; other threads can use the database between
  ///     two steps.
  package init(of state: String, token: String? = nil, pages: Int = 128) {
    (self.state, self.token, self.pages) = (state, token ?? StateFolder.token(), pages)
  }

  private var partial: String { StateFolder.partial(token, in: state) }
  private var database: String { Files.join(partial, ServiceStore.fileName) }
  private var uploads: String { Files.join(state, UploadFolder.name) }
  private var links: String { Files.join(partial, UploadFolder.name) }

  /// Creates the snapshot of a store that is in use; after an error, nothing is left.
  ///
  /// - Parameters:
  ///   - store: The store of the state folder.
  ///   - isWanted: Returns whether to go on; called between steps.
  /// - Returns: The path of the snapshot.
  /// - Throws: `backup-failed`.
  package func make(
    of store: ServiceStore, isWanted: () -> Bool = { true }
  ) throws(RenderError) -> String {
    try make(isWanted: isWanted) { (body) throws(RenderError) in
      try store.alone { (database) throws(RenderError) in try body(database) }
    }
  }

  /// Creates the snapshot; after an error, nothing is left.
  ///
  /// - Parameters:
  ///   - isWanted: Returns whether to go on; called between steps.
  ///   - use: Gives access to the database of the state folder.
  /// - Returns: The path of the snapshot.
  /// - Throws: `backup-failed`, and errors of the database.
  func make(
    isWanted: () -> Bool, using use: @escaping Use
  ) throws(RenderError) -> String {
    try WholeFile.removeAll(partial)
    do throws(RenderError) {
      try fill(isWanted, use)
      let path = StateFolder.snapshot(token, in: state)
      guard rename(partial, path) == 0 else { throw .backupFailed(path, errno) }
      return path
    } catch {
      try? WholeFile.removeAll(partial)
      throw error
    }
  }

  private func fill(_ isWanted: () -> Bool, _ use: @escaping Use) throws(RenderError) {
    for folder in [partial, links] where mkdir(folder, 0o700) != 0 {
      throw .backupFailed(folder, errno)
    }
    let keys = AddressKeys.fileName
    if Files.exists(Files.join(state, keys)) {
      try link(Files.join(state, keys), as: Files.join(partial, keys))
    }
    // Most links are created while the database is in use.
    var linked: Set<String> = []
    try linkUploads(&linked)
    try copy(isWanted, use) { () throws(RenderError) in try linkUploads(&linked) }
    try reconcile(linked)
  }

  /// Links the uploads that are not linked yet.
  private func linkUploads(_ linked: inout Set<String>) throws(RenderError) {
    for name in try StateFolder.uploads(in: state)
    where UploadFolder.isUpload(name) && !linked.contains(name) {
      if try link(Files.join(uploads, name), as: Files.join(links, name)) { linked.insert(name) }
    }
  }

  /// Links a file, or copies it if the file system has no hard links; returns `false` if the file
  /// no longer exists.
  @discardableResult
  private func link(_ path: String, as other: String) throws(RenderError) -> Bool {
    if Glibc.link(path, other) == 0 { return true }
    switch errno {
    case ENOENT: return false
    case EPERM, ENOTSUP, EMLINK, EXDEV:
      _ = try FileCopy.copy(path, to: other)
      return true
    default: throw .backupFailed(other, errno)
    }
  }

  /// Copies the database.
  ///
  /// - Parameters:
  ///   - isWanted: Returns whether to go on.
  ///   - use: Gives access to the database.
  ///   - last: Called at the moment whose content the copy has, before the database can change.
  /// - Throws: `backup-failed`, and the errors of `last`.
  private func copy(
    _ isWanted: () -> Bool, _ use: @escaping Use, last: () throws(RenderError) -> Void
  ) throws(RenderError) {
    let target = try open()
    // The copy does not have to survive a crash, because leftovers are removed.
    try target.run("PRAGMA journal_mode = OFF")
    var copy: DatabaseCopy?
    _ = try use { (source) throws(RenderError) in
      copy = try DatabaseCopy(of: source, to: target)
      return true
    }
    guard let copy else { return }
    do throws(RenderError) {
      let clock = SuspendingClock()
      var isMore = true
      while isMore {
        guard isWanted() else {
          throw .backupFailed("it was canceled", origin: .file(state))
        }
        let start = clock.now
        isMore = try use { (_) throws(RenderError) in
          let isMore = try copy.step(pages)
          if !isMore { try last() }
          return isMore
        }
        // Leave the database to other threads for at least as long as the step took.
        if isMore { usleep(useconds_t(max(200, (clock.now - start) / .microseconds(1)))) }
      }
    } catch {
      _ = try? use { (_) throws(RenderError) in
        copy.cancel()
        return true
      }
      throw error
    }
  }

  /// Opens the copy of the database, which no other process uses.
  private func open() throws(RenderError) -> Database {
    let target = try Database(path: database, errors: .ofBackups)
    try target.run("PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = OFF")
    return target
  }

  /// Removes the records of unused uploads that are not in the snapshot, and uploads without a
  /// record, as a service does at its start.
  ///
  /// - Throws: `backup-failed` if an upload in use is missing.
  private func reconcile(_ linked: Set<String>) throws(RenderError) {
    let target = try open()
    // A file in this journal mode consists of a single part.
    try target.run("PRAGMA journal_mode = DELETE; PRAGMA secure_delete = ON")
    guard try target.has("photos") else { return }
    let recorded = Set(
      try target.rows("SELECT name FROM photos") { (row) throws(RenderError) in row.text(0) })
    let used = try target.rows("SELECT name FROM photos WHERE holders > 0 ORDER BY name") {
      (row) throws(RenderError) in row.text(0)
    }
    if let lost = used.first(where: { !linked.contains($0) }) {
      throw .backupFailed(
        "the upload '\(lost)', which is in use, is missing", origin: .file(uploads),
        hint: "restore the file from an earlier backup, or restart the service, which then drops "
          + "its record; 'wallfarm state check' lists all missing files")
    }
    try target.transaction { () throws(RenderError) in
      for name in recorded.subtracting(linked) {
        try target.run("DELETE FROM photos WHERE name = ?", .text(name))
      }
    }
    for name in linked.subtracting(recorded) { unlink(Files.join(links, name)) }
  }
}

extension Database {
  /// Returns whether a table exists.
  func has(_ table: String) throws(RenderError) -> Bool {
    try first("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?", .text(table)) { _ in
      true
    } ?? false
  }
}

extension DatabaseErrors {
  /// The errors of a database that is being copied for a backup.
  static let ofBackups = DatabaseErrors(
    failed: { path, reason, hint in
      .backupFailed(
        "'\(path)': \(reason)", origin: .file(path),
        hint: hint ?? "check the free space and permissions there")
    },
    damaged: { path, reason in
      .backupFailed(
        "the database is damaged: \(reason)", origin: .file(path),
        hint: "restore the state from an earlier backup")
    })
}
