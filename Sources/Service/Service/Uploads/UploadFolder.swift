internal import Digests
internal import Files
internal import Glibc
internal import Synchronization
import WallfarmPluginKit

/// Persistent uploads, encrypted on disk.
///
/// File names and encryption keys are HMACs of the client and the digest, calculated with an
/// address key. Therefore, the folder reveals only the number and sizes of the files.
package final class UploadFolder: Sendable {
  private struct Content {
    /// Size in bytes and last use, by file name.
    var files: [String: (bytes: Int, lastUse: Int)] = [:]
    /// Names of files that an earlier version stored and that no client has used since.
    var unowned: Set<String> = []
    var bytes = 0
    var uses = 0
  }

  private let folder: String
  private let records: UploadRecords
  private let ring: KeyRing
  private let content = Mutex(Content())
  /// Prevents concurrent changes to the files and their records.
  private let changes = Mutex(())

  /// The name of the folder; in earlier versions, photos were the only uploads.
  static let name = "photos"
  private static let ending = ".sealed"

  /// Returns whether a name in the folder belongs to an upload.
  static func isUpload(_ name: String) -> Bool { name.hasSuffix(ending) }

  /// Scans the folder and updates the records.
  ///
  /// - Parameters:
  ///   - state: The folder of the service's store.
  ///   - records: The records of the files.
  ///   - ring: The keys.
  ///   - now: The current time.
  /// - Throws: `store-failed`.
  init(
    in state: String, records: UploadRecords, ring: KeyRing, now: Moment
  ) throws(RenderError) {
    folder = Files.join(state, UploadFolder.name)
    (self.records, self.ring) = (records, ring)
    do throws(PrivateFiles.Refusal) {
      try PrivateFiles.makeFolder(folder) { $0.hasSuffix(UploadFolder.ending) }
    } catch {
      throw .uploadsFailed(folder, error.reason, error.hint)
    }
    let found = Files.names(in: folder).compactMap { name -> (String, Int, Int)? in
      var status = stat()
      guard name.hasSuffix(UploadFolder.ending), lstat(Files.join(folder, name), &status) == 0
      else {
        return nil
      }
      return (name, Int(status.st_size), status.st_mtim.tv_sec)
    }
    let unowned = try records.reconcile(
      Dictionary(found.map { ($0.0, $0.1) }) { $1 }, now: now)
    content.withLock { content in
      content.unowned = unowned
      // Only the order of last uses matters, not the exact times.
      for (name, bytes, _) in found.sorted(by: { $0.2 < $1.2 }) {
        content.uses += 1
        content.files[name] = (bytes, content.uses)
        content.bytes += bytes
      }
    }
  }

  /// Size of all files in bytes.
  var bytes: Int { content.withLock(\.bytes) }

  /// Stores a file; evicts unpinned files if necessary.
  ///
  /// - Throws: `store-failed`, `store-full`.
  func keep(
    _ bytes: [UInt8], digest: String, of client: String, now: Moment
  ) throws(RenderError) {
    guard bytes.count + Seal.overhead <= records.mostBytes else {
      throw .noRoomForUpload(bytes.count)
    }
    try changes.withLock { (_) throws(RenderError) in
      if use(digest, of: client) { return }
      try add(bytes, digest, client, now)
    }
  }

  private func add(
    _ bytes: [UInt8], _ digest: String, _ client: String, _ now: Moment
  ) throws(RenderError) {
    let key = ring.addresses.first
    let name = UploadRecords.name(digest, client, key)
    let gone = try records.add(
      name, bytes: bytes.count + Seal.overhead, of: client, now: now,
      lastUse: { [self] name in content.withLock { $0.files[name]?.lastUse ?? 0 } })
    for name in gone { remove(name) }
    do throws(RenderError) {
      try write(bytes, as: name, key: UploadFolder.secret(digest, client, key))
    } catch {
      try? records.erase(name)
      throw error
    }
  }

  private func write(
    _ bytes: [UInt8], as name: String, key: [UInt8]
  ) throws(RenderError) {
    let sealed = Seal.sealed(bytes, key: key)
    let path = Files.join(folder, name)
    let reason = AtomicFile.replace(path, isDurable: true, mode: 0o600) { descriptor in
      sealed.withUnsafeBytes { AtomicFile.writeAll($0, to: descriptor) }
    }
    if let reason { throw .uploadsFailed(path, reason, nil) }
    content.withLock { content in
      content.uses += 1
      content.bytes += sealed.count - (content.files[name]?.bytes ?? 0)
      content.files[name] = (sealed.count, content.uses)
    }
  }

  /// Deletes a file whose record was removed.
  private func remove(_ name: String) {
    forget(name)
    unlink(Files.join(folder, name))
  }

  private func forget(_ name: String) {
    content.withLock { content in
      content.bytes -= content.files.removeValue(forKey: name)?.bytes ?? 0
      content.unowned.remove(name)
    }
  }

  /// Returns the bytes of a file, or `nil` if the file is not stored or is damaged.
  func bytes(_ digest: String, of client: String) -> [UInt8]? {
    guard use(digest, of: client) else { return nil }
    for key in ring.addresses.all {
      let name = UploadRecords.name(digest, client, key)
      guard content.withLock({ $0.files[name] != nil }) else { continue }
      if let bytes = read(name, key: UploadFolder.secret(digest, client, key)) { return bytes }
      // Forget the damaged file, so that an upload of the same bytes replaces it.
      forget(name)
    }
    return nil
  }

  private func read(_ name: String, key: [UInt8]) -> [UInt8]? {
    guard
      let sealed = try? Files.read(Files.join(folder, name), limit: records.mostBytes)
    else { return nil }
    return Seal.opened(sealed, key: key)
  }

  /// Erases a file; returns `false` if it is not stored.
  ///
  /// - Throws: `store-failed`.
  func erase(_ digest: String, of client: String) throws(RenderError) -> Bool {
    try changes.withLock { (_) throws(RenderError) in
      var wasKept = false
      for name in records.names(digest, of: client)
      where content.withLock({ $0.files[name] != nil }) {
        let path = Files.join(folder, name)
        guard unlink(path) == 0 || errno == ENOENT else {
          throw .uploadsFailed(path, SystemError.message(errno), nil)
        }
        forget(name)
        try records.erase(name)
        wasKept = true
      }
      return wasKept
    }
  }

  /// Records the use of a file; returns `false` if it is not stored.
  ///
  /// A file that was encrypted with an older key is encrypted again with the first key, so that
  /// the older key can be removed.
  @discardableResult
  func use(_ digest: String, of client: String) -> Bool {
    let keys = ring.addresses.all
    for (index, key) in keys.enumerated() {
      let name = UploadRecords.name(digest, client, key)
      guard use(name, by: client) else { continue }
      if index > 0, let bytes = read(name, key: UploadFolder.secret(digest, client, key)) {
        reseal(bytes, digest, client, from: name)
      }
      return true
    }
    return false
  }

  private func reseal(_ bytes: [UInt8], _ digest: String, _ client: String, from old: String) {
    let key = ring.addresses.first
    let new = UploadRecords.name(digest, client, key)
    do throws(RenderError) {
      try write(bytes, as: new, key: UploadFolder.secret(digest, client, key))
      try records.rename(old, to: new, bytes: bytes.count + Seal.overhead)
      try records.movePermissions(for: digest)
      remove(old)
    } catch {
      // The next use retries.
    }
  }

  private func use(_ name: String, by client: String) -> Bool {
    let (isThere, isUnowned) = content.withLock { content in
      guard let file = content.files[name] else { return (false, false) }
      content.uses += 1
      content.files[name] = (file.bytes, content.uses)
      return (true, content.unowned.remove(name) != nil)
    }
    // Update the modification time, which preserves the order of use for the next process.
    if isThere { utimensat(AT_FDCWD, Files.join(folder, name), nil, 0) }
    if isUnowned { try? records.adopt(name, by: client) }
    return isThere
  }

  /// Erases files that an earlier version stored and that have not been used for a long time.
  func tidy(now: Moment) {
    changes.withLock { _ in
      for name in (try? records.takeForgotten(now: now)) ?? [] { remove(name) }
    }
  }

  private static func secret(
    _ digest: String, _ client: String, _ key: AddressKeys.Key
  ) -> [UInt8] {
    key.code("photo seal", "\(client)\n\(digest)")
  }
}

extension RenderError {
  fileprivate static func uploadsFailed(
    _ path: String, _ reason: String, _ hint: String?
  ) -> RenderError {
    RenderError(
      .storeFailed, "uploads cannot be stored in '\(path)': \(reason)", origin: .file(path),
      hint: hint ?? "check the free space and permissions there")
  }
}
