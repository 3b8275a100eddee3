internal import Digests
internal import Files
internal import Glibc
import Graphics

/// The key that authenticates a cache's entries; only processes of the cache's owner can read it.
///
/// It is stored as 32 random bytes in a file in the cache folder.
struct CacheKey: Sendable, Hashable, CustomStringConvertible {
  static let fileName = "key"
  private static let length = 32

  private let bytes: [UInt8]

  /// A constant that does not reveal the key.
  var description: String { "key of a cache" }

  /// Reads the key in a folder, or creates a key if there is none.
  ///
  /// Concurrent processes can safely do this, because a key file appears atomically and the first
  /// key file is kept. A key file that is truncated or that others can read is discarded and
  /// replaced, which invalidates all entries.
  init(folder: String) throws(PrivateFiles.Refusal) {
    let path = "\(folder)/\(Self.fileName)"
    for _ in 0..<8 {
      switch Self.read(path) {
      case .good(let bytes):
        self.bytes = bytes
        return
      case .useless: unlink(path)
      case .missing: break
      }
      if let reason = Self.make(path) {
        throw PrivateFiles.Refusal(reason: reason, hint: nil)
      }
    }
    throw PrivateFiles.Refusal(reason: "its file '\(Self.fileName)' cannot be created", hint: nil)
  }

  private enum Found {
    case good([UInt8]), useless, missing
  }

  private static func read(_ path: String) -> Found {
    let descriptor = Files.untilNotInterrupted {
      open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    }
    guard descriptor >= 0 else { return errno == ENOENT ? .missing : .useless }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, EntryKind(status.st_mode) == .file,
      status.st_uid == geteuid(), status.st_mode & 0o077 == 0, status.st_size == length
    else { return .useless }
    let bytes = [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
      count = max(0, pread(descriptor, buffer.baseAddress, length, 0))
    }
    return bytes.count == length ? .good(bytes) : .useless
  }

  private static func make(_ path: String) -> String? {
    // The system's random source (getrandom).
    var random = SystemRandomNumberGenerator()
    let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
    let reason = AtomicFile.replace(path, isDurable: true, mode: 0o600, isNew: true) { descriptor in
      bytes.withUnsafeBytes { AtomicFile.writeAll($0, to: descriptor) }
    }
    // A failure does not matter if another process has created the key in the meantime.
    return EntryKind(at: path) == nil ? reason : nil
  }

  // MARK: - Seals

  /// Returns the HMAC of a string as 64 hex digits.
  func seal(_ text: String) -> String {
    HMACSHA256.hex(of: Array("head\n\(text)".utf8), key: bytes)
  }

  /// Returns a keyed digest of an entry's pixels and the given text as 32 hex digits.
  ///
  /// The key of this digest is derived from the cache key and the text. The text contains a new
  /// nonce, so each derived key is used only once.
  func seal(_ surface: borrowing ImageSurface, of text: String) -> String {
    let own = HMACSHA256.code(of: Array("pixels\n\(text)".utf8), key: bytes)
    return surface.withPixels { pixels in
      Self.hex(KeyedDigest.quick(of: pixels, key: Array(own[..<16]), nonce: Array(own[16...])))
    }
  }

  /// Returns 16 random bytes as 32 hex digits.
  static func nonce() -> String {
    hex((0..<16).map { _ in UInt8.random(in: 0...255) })
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
