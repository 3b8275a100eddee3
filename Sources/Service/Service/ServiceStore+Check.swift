internal import Files
internal import Glibc
internal import Storage
internal import Synchronization
public import WallfarmPluginKit

/// Validates a store before use; a damaged or missing store is never replaced by an empty one.
extension ServiceStore {
  /// Keeps the error that reports damaged pages of the database.
  final class Damage: Sendable {
    private let error = Mutex<RenderError?>(nil)

    var found: RenderError? { error.withLock { $0 } }

    func note(_ error: RenderError) { self.error.withLock { $0 = error } }
  }

  /// Checks that a folder is usable, without creating or opening anything.
  ///
  /// - Throws: `store-failed`.
  public static func check(folder: String, origin: Origin) throws(RenderError) {
    guard let kind = EntryKind(at: folder) else {
      // The folder will be created, so check its parent.
      let parent = Files.folder(of: folder)
      guard Files.isFolder(parent), access(parent, W_OK | X_OK) == 0 else {
        throw .folderUnusable(folder, "it cannot be created in '\(parent)'", origin)
      }
      return
    }
    var status = stat()
    guard kind == .folder, stat(folder, &status) == 0 else {
      throw .folderUnusable(folder, "it is \(kind.words)", origin)
    }
    guard status.st_uid == geteuid() else {
      throw .folderUnusable(folder, "it belongs to another user", origin)
    }
    guard access(folder, W_OK | X_OK) == 0 else {
      throw .folderUnusable(folder, "it is not writable", origin)
    }
    let foreign = Files.namesWithHidden(in: folder).first {
      ![".", ".."].contains($0) && !isOwn($0)
    }
    if status.st_mode & 0o077 != 0, let foreign {
      throw .folderUnusable(
        folder, "other users can read it, and it contains other files, such as '\(foreign)'", origin
      )
    }
    try checkContents(of: folder, origin)
  }

  /// Returns whether a file in the folder belongs to the store.
  static func isOwn(_ name: String) -> Bool {
    name.hasPrefix(fileName) || [UploadFolder.name, AddressKeys.fileName].contains(name)
      || StateFolder.isOfBackup(name)
  }

  /// Checks that the database exists if the folder contains keys or photos.
  ///
  /// Keys are created after the database, so keys without a database mean that data was lost.
  ///
  /// - Throws: `store-failed`.
  static func checkContents(of folder: String, _ origin: Origin) throws(RenderError) {
    let path = Files.join(folder, fileName)
    var status = stat()
    if stat(path, &status) == 0, status.st_size > 0 { return }
    let photos = Files.names(in: Files.join(folder, UploadFolder.name))
    guard Files.exists(Files.join(folder, AddressKeys.fileName)) || !photos.isEmpty else { return }
    throw .storeMissing(path, origin: origin)
  }

  /// Checks every page of the database.
  ///
  /// - Throws: `store-failed`.
  static func checkPages(of database: Database, _ path: String) throws(RenderError) {
    let found = try database.first("PRAGMA quick_check(1)") { $0.text(0) } ?? "ok"
    guard found == "ok" else { throw .storeDamaged(path, found) }
  }

  /// Returns whether the store contains requests, responses or sources encrypted with address keys.
  ///
  /// - Throws: `store-failed`.
  public func hasRequests() throws(RenderError) -> Bool {
    try use { (database) throws(RenderError) in
      try database.first(
        """
        SELECT 1 FROM requests UNION ALL SELECT 1 FROM replies
          UNION ALL SELECT 1 FROM sources LIMIT 1
        """
      ) { $0.integer(0) } != nil
    }
  }
}

extension RenderError {
  static func storeDamaged(_ path: String, _ reason: String) -> RenderError {
    RenderError(
      .storeFailed, "'\(path)' is damaged: \(reason)", origin: .file(path),
      hint: "restore it from a backup, or move it away to start with an empty store")
  }

  static func storeMissing(_ path: String, origin: Origin) -> RenderError {
    RenderError(
      .storeFailed, "'\(path)' is missing or empty, but its folder contains keys or photos",
      origin: origin,
      hint: "restore it from a backup, or move the whole folder away to start with an empty store")
  }

  fileprivate static func folderUnusable(
    _ folder: String, _ reason: String, _ origin: Origin
  ) -> RenderError {
    RenderError(
      .storeFailed, "'\(folder)' cannot be used: \(reason)", origin: origin,
      hint: "check the permissions there, or use another folder")
  }
}
