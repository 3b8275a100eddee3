internal import Digests
internal import Files
internal import Glibc
internal import Synchronization
import WallfarmPluginKit

/// Photos on a disk, sealed, so that they outlive the process.
///
/// A name is a code of client and digest under a key of addresses, and so is what it is sealed with: who has the folder
/// alone sees how many there are, and how large.
final class PhotoFolder: Sendable {
  private struct Content {
    /// Bytes and last use, by name.
    var files: [String: (bytes: Int, lastUse: Int)] = [:]
    var bytes = 0
    var uses = 0
  }

  private let folder: String
  private let mostBytes: Int
  private let ring: KeyRing
  private let content = Mutex(Content())

  /// Names of its folder and of what is in it.
  static let name = "photos"
  private static let ending = ".sealed"

  /// Looks at what is there.
  ///
  /// - Parameters:
  ///   - state: the folder of the service.
  ///   - mostBytes: most bytes of all photos together.
  ///   - ring: the keys.
  /// - Throws: `store-failed`.
  init(in state: String, mostBytes: Int, ring: KeyRing) throws(RenderError) {
    folder = Files.join(state, PhotoFolder.name)
    (self.mostBytes, self.ring) = (mostBytes, ring)
    do throws(PrivateFiles.Refusal) {
      try PrivateFiles.makeFolder(folder) { $0.hasSuffix(PhotoFolder.ending) }
    } catch {
      throw .photosFailed(folder, error.reason, error.hint)
    }
    let found = Files.names(in: folder).compactMap { name -> (String, Int, Int)? in
      var status = stat()
      guard name.hasSuffix(PhotoFolder.ending), lstat(Files.join(folder, name), &status) == 0 else {
        return nil
      }
      return (name, Int(status.st_size), status.st_mtim.tv_sec)
    }
    content.withLock { content in
      // The order of their last uses counts, and not the times.
      for (name, bytes, _) in found.sorted(by: { $0.2 < $1.2 }) {
        content.uses += 1
        content.files[name] = (bytes, content.uses)
        content.bytes += bytes
      }
    }
  }

  /// How much there is.
  var bytes: Int { content.withLock(\.bytes) }

  /// Keeps a photo; those go that were not used for the longest time.
  ///
  /// - Throws: `store-failed`, `store-full`.
  func keep(_ bytes: [UInt8], digest: String, of client: String) throws(RenderError) {
    let key = ring.addresses.first
    let name = PhotoFolder.name(digest, client, key)
    let path = Files.join(folder, name)
    if use(name) { return }
    guard bytes.count + Seal.overhead <= mostBytes else { throw .noRoomForPhoto(bytes.count) }
    let sealed = Seal.sealed(bytes, key: key.code("photo seal", "\(client)\n\(digest)"))
    let reason = AtomicFile.replace(path, isDurable: true, mode: 0o600) { descriptor in
      sealed.withUnsafeBytes { AtomicFile.writeAll($0, to: descriptor) }
    }
    if let reason { throw .photosFailed(path, reason, nil) }
    let gone = content.withLock { content -> [String] in
      content.uses += 1
      content.bytes += sealed.count - (content.files[name]?.bytes ?? 0)
      content.files[name] = (sealed.count, content.uses)
      var gone: [String] = []
      while content.bytes > mostBytes,
        let oldest = content.files.min(by: { $0.value.lastUse < $1.value.lastUse })
      {
        content.bytes -= oldest.value.bytes
        content.files[oldest.key] = nil
        gone.append(oldest.key)
      }
      return gone
    }
    for name in gone { unlink(Files.join(folder, name)) }
  }

  /// A photo; nil where it is not kept, or was changed.
  func photo(_ digest: String, of client: String) -> [UInt8]? {
    for key in ring.addresses.all {
      let name = PhotoFolder.name(digest, client, key)
      guard use(name) else { continue }
      let secret = key.code("photo seal", "\(client)\n\(digest)")
      if let sealed = try? Files.read(Files.join(folder, name), limit: mostBytes),
        let bytes = Seal.opened(sealed, key: secret)
      {
        return bytes
      }
      // Brought once more, it is written once more.
      content.withLock { content in
        content.bytes -= content.files.removeValue(forKey: name)?.bytes ?? 0
      }
    }
    return nil
  }

  /// Erases a photo; false where it is not kept.
  ///
  /// - Throws: `store-failed`.
  func erase(_ digest: String, of client: String) throws(RenderError) -> Bool {
    var wasKept = false
    for key in ring.addresses.all {
      let name = PhotoFolder.name(digest, client, key)
      let file = content.withLock { content in
        let file = content.files.removeValue(forKey: name)
        content.bytes -= file?.bytes ?? 0
        return file
      }
      guard file != nil else { continue }
      let path = Files.join(folder, name)
      guard unlink(path) == 0 || errno == ENOENT else {
        throw .photosFailed(path, SystemError.message(errno), nil)
      }
      wasKept = true
    }
    return wasKept
  }

  /// Notes that a photo is used that is in memory too.
  func use(_ digest: String, of client: String) {
    for key in ring.addresses.all { _ = use(PhotoFolder.name(digest, client, key)) }
  }

  /// Notes that a photo is used; false where it is not there.
  private func use(_ name: String) -> Bool {
    let isThere = content.withLock { content in
      guard let file = content.files[name] else { return false }
      content.uses += 1
      content.files[name] = (file.bytes, content.uses)
      return true
    }
    // The next process takes the order from the files.
    if isThere { utimensat(AT_FDCWD, Files.join(folder, name), nil, 0) }
    return isThere
  }

  private static func name(_ digest: String, _ client: String, _ key: AddressKeys.Key) -> String {
    Base64.addressText(of: key.code("photo name", "\(client)\n\(digest)")) + ending
  }
}

extension RenderError {
  fileprivate static func photosFailed(
    _ path: String, _ reason: String, _ hint: String?
  ) -> RenderError {
    RenderError(
      .storeFailed, "photos cannot be kept in '\(path)': \(reason)", origin: .file(path),
      hint: hint ?? "see to room and permissions there")
  }

  fileprivate static func noRoomForPhoto(_ bytes: Int) -> RenderError {
    RenderError(
      .storeFull, "there is no room for a photo of \(bytes) bytes",
      hint: "send a smaller one; the operator sets --max-store-bytes")
  }
}
