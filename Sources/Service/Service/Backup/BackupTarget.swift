internal import Files
internal import Glibc
internal import WallfarmCore
import WallfarmPluginKit

/// The folder of a new backup, which is filled under a temporary name.
final class BackupTarget {
  private let path: String
  private let parent: String
  private let name: String
  /// The lock on the temporary folder; an unlocked temporary folder is abandoned.
  private var lock: BackupLock?
  private var isPublished = false

  /// Checks that a backup can be created, and creates its temporary folder.
  ///
  /// - Parameters:
  ///   - path: The folder of the backup, which must not exist.
  ///   - state: The state folder, which must not contain the backup.
  ///   - patience: The age in seconds from which an incomplete backup of a killed command is removed.
  /// - Throws: `backup-failed`.
  init(_ path: String, outside state: String, patience: Int) throws(RenderError) {
    (self.path, parent, name) = (path, Files.folder(of: path), Files.name(of: path))
    guard !["", ".", "..", "/"].contains(name), Files.isFolder(parent) else {
      throw .backupFailed(
        "'\(parent)' is not a folder", origin: .option("to"),
        hint: "create the folder in which the backup is to be stored")
    }
    if let kind = EntryKind(at: path) {
      throw .backupFailed(
        "'\(path)' exists; it is \(kind.words)", origin: .option("to"),
        hint: "choose a new name, such as one with today's date")
    }
    guard !Files.isInside(path, state) else {
      throw .backupFailed(
        "'\(path)' is in the state folder", origin: .option("to"),
        hint: "choose a folder on another disk")
    }
    removeAbandoned(after: patience)
    guard mkdir(partial, 0o700) == 0, let lock = BackupLock(partial) else {
      throw .backupFailed(
        errno == EEXIST || errno == EWOULDBLOCK
          ? "another backup is writing to '\(path)'"
          : "'\(partial)': \(SystemError.message(errno))",
        origin: .option("to"))
    }
    self.lock = lock
  }

  deinit { if lock != nil, !isPublished { remove() } }

  /// The path of the temporary folder.
  var partial: String {
    // A name can have at most 255 bytes.
    let short = name.utf8.count < 200 ? name : FileDigest.sha256(of: Array(name.utf8))
    return Files.join(parent, ".\(short)\(BackupTarget.suffix)")
  }

  private static let suffix = ".wallfarm-backup"
  /// Removes the temporary folders of commands that were killed, because they contain data that may
  /// be erased later.
  ///
  /// - Parameter patience: The age in seconds from which the temporary folder of another backup can
  ///   be abandoned; a newer one may not be locked yet.
  private func removeAbandoned(after patience: Int) {
    for name in Files.namesWithHidden(in: parent)
    where name.hasPrefix(".") && name.hasSuffix(BackupTarget.suffix) {
      let path = Files.join(parent, name)
      var status = stat()
      guard lstat(path, &status) == 0, EntryKind(status.st_mode) == .folder,
        status.st_uid == geteuid(),
        path == partial || time(nil) - status.st_ctim.tv_sec >= patience,
        let lock = BackupLock(path)
      else { continue }
      withExtendedLifetime(lock) { try? WholeFile.removeAll(path) }
    }
  }

  /// Removes the temporary folder.
  func remove() { try? WholeFile.removeAll(partial) }

  /// Copies a snapshot, writes its manifest, and makes all files durable.
  ///
  /// - Parameters:
  ///   - snapshot: The snapshot.
  ///   - owner: The owner of the snapshot.
  ///   - isStopped: Returns whether to cancel.
  /// - Returns: The manifest.
  /// - Throws: `backup-failed`.
  func fill(
    from snapshot: String, of owner: StateOwner, isStopped: () -> Bool
  ) throws(RenderError) -> BackupManifest {
    var files: [String: FileCopy.Copied] = [:]
    func add(_ name: String) throws(RenderError) {
      if isStopped() { throw .backupFailed("it was canceled", origin: .option("to")) }
      files[name] = try FileCopy.copy(
        Files.join(snapshot, name), to: Files.join(partial, name), as: owner)
    }
    let uploads = UploadFolder.name
    guard mkdir(Files.join(partial, uploads), 0o700) == 0 else {
      throw .backupFailed(Files.join(partial, uploads), errno)
    }
    try add(ServiceStore.fileName)
    let (hasKeys, names) = try owner.act { () throws(RenderError) -> (Bool, [String]) in
      (
        EntryKind(at: Files.join(snapshot, AddressKeys.fileName)) != nil,
        try StateFolder.uploads(in: snapshot)
      )
    }
    if hasKeys { try add(AddressKeys.fileName) }
    for name in names { try add(Files.join(uploads, name)) }
    let version = try StateDatabase(Files.join(partial, ServiceStore.fileName)).version()
    let manifest = BackupManifest(
      version: version, time: TimeSource.machine.read(), files: files)
    let path = Files.join(partial, StateFolder.manifest)
    let reason = AtomicFile.replace(path, isDurable: true, mode: 0o600) { descriptor in
      AtomicFile.fill(descriptor, with: [manifest.bytes])
    }
    if let reason { throw .backupFailed("'\(path)': \(reason)", origin: .file(path)) }
    // The first call writes most of the files to the disk, so that the others are fast.
    for name in files.keys { try FileCopy.sync(Files.join(partial, name)) }
    for folder in [Files.join(partial, uploads), partial] {
      if let reason = FolderSync.sync(folder) {
        throw .backupFailed("'\(folder)': \(reason)", origin: .file(folder))
      }
    }
    return manifest
  }

  /// Gives the backup its name.
  ///
  /// - Throws: `backup-failed`.
  func publish() throws(RenderError) {
    do throws(RenderError) {
      let folder = try OpenFolder(parent, followsLink: true)
      try folder.nameSafely(Files.name(of: partial), name)
    } catch {
      throw .backupFailed(error.reason ?? error.message, origin: .option("to"))
    }
    isPublished = true
  }
}
