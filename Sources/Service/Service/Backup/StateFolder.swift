internal import Digests
internal import Files
internal import Glibc
import WallfarmPluginKit

/// The files that backups use in the state folder of a service.
///
/// `wallfarm state backup` writes a request with a random token. The service creates a snapshot in
/// a folder named after the token, or a file with the error. While the command runs, it holds a
/// lock on the state folder. Everything that is left without this lock is removed, because data
/// that is erased later must not remain in forgotten snapshots.
enum StateFolder {
  /// The manifest of a backup, which is removed when a service uses the folder.
  static let manifest = "backup.json"
  /// The request for a snapshot, which contains a token.
  static let request = "backup.wanted"
  private static let prefix = "backup."
  private static let (partial, failed) = (".partial", ".failed")
  /// The number of characters of a token.
  private static let tokenLength = 32

  /// Returns a random token.
  static func token() -> String {
    RandomBytes.make(tokenLength / 2).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }

  /// Returns the path of a finished snapshot.
  static func snapshot(_ token: String, in folder: String) -> String {
    Files.join(folder, prefix + token)
  }

  /// Returns the path of a snapshot in progress.
  static func partial(_ token: String, in folder: String) -> String {
    snapshot(token, in: folder) + partial
  }

  /// Returns the path of the error of a snapshot that failed.
  static func failure(_ token: String, in folder: String) -> String {
    snapshot(token, in: folder) + failed
  }

  /// Returns the requested token, or `nil` if there is no valid request.
  static func requested(in folder: String) -> String? {
    let path = Files.join(folder, request)
    guard access(path, F_OK) == 0, EntryKind(at: path) == .file,
      let bytes = try? Files.read(path, limit: 2 * tokenLength)
    else { return nil }
    let token = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    return isToken(token) ? token : nil
  }

  private static func isToken(_ text: some StringProtocol) -> Bool {
    text.utf8.count == tokenLength
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  /// Returns whether a name in a state folder belongs to a backup.
  static func isOfBackup(_ name: String) -> Bool { name == manifest || isLeftover(name) }

  /// Returns whether a name belongs to a request or a snapshot, which exist only during a backup.
  static func isLeftover(_ name: String) -> Bool {
    guard name != request, name.hasPrefix(prefix) else { return name == request }
    let rest = name.dropFirst(prefix.count)
    let end = [partial, failed].first { rest.hasSuffix($0) } ?? ""
    return isToken(rest.dropLast(end.count))
  }

  /// Returns the names of the uploads of a state folder or a snapshot.
  ///
  /// - Throws: `file-unreadable`; an unreadable folder must not pass for an empty one.
  static func uploads(in folder: String) throws(RenderError) -> [String] {
    let uploads = Files.join(folder, UploadFolder.name)
    guard EntryKind(at: uploads) != nil else { return [] }
    return try OpenFolder(uploads).entries().map(\.name).filter { !$0.hasPrefix(".") }
  }

  /// Removes requests and snapshots, unless a running command needs them.
  ///
  /// - Parameters:
  ///   - folder: The state folder.
  ///   - token: The token of a snapshot in progress, which is kept.
  static func removeLeftovers(in folder: String, except token: String? = nil) {
    let names = Files.namesWithHidden(in: folder).filter { name in
      isLeftover(name) && token.map { !name.contains($0) } ?? true
    }
    guard !names.isEmpty, BackupLock(folder) != nil else { return }
    for name in names { try? WholeFile.removeAll(Files.join(folder, name)) }
  }

  /// Turns a restored backup into an ordinary state folder, and removes leftovers; called when a
  /// service has opened the folder.
  ///
  /// The manifest is removed, because the service is about to change the files.
  static func settle(_ folder: String) {
    unlink(Files.join(folder, manifest))
    removeLeftovers(in: folder)
  }
}

/// The lock on a state folder that a running `wallfarm state backup` holds.
final class BackupLock {
  private let descriptor: Int32

  /// Acquires the lock; returns `nil` if another process holds it.
  init?(_ folder: String) {
    descriptor = Files.untilNotInterrupted { open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return nil }
  }

  deinit {
    guard descriptor >= 0 else { return }
    _ = flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}

/// The lock that a running service holds on its database.
enum StoreLock {
  /// The bytes that SQLite locks (https://sqlite.org/fileformat2.html, "The Lock-Byte Page").
  private static let (first, count): (off_t, off_t) = (0x4000_0000, 512)

  /// Returns whether another process uses a database.
  ///
  /// This process must not have the database open: closing the descriptor would release its locks.
  static func isHeld(_ path: String) -> Bool {
    let descriptor = Files.untilNotInterrupted { open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC) }
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var lock = Glibc.flock()
    (lock.l_type, lock.l_whence) = (Int16(F_WRLCK), Int16(SEEK_SET))
    (lock.l_start, lock.l_len) = (first, count)
    return fcntl(descriptor, F_GETLK, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
  }
}
