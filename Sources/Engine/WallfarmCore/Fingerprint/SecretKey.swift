internal import Digests

/// The HMAC key for notes in digests, which prevents guessing the notes from a digest.
///
/// It is never printed, and written only to its own file; see ``KeyFile``.
public struct SecretKey: Sendable {
  private let bytes: [UInt8]

  /// The allowed lengths in bytes; a new key has the minimum length.
  public static let lengths = 32...1024

  /// Creates a key from bytes; `nil` if their number is not allowed.
  public init?(_ bytes: [UInt8]) {
    guard SecretKey.lengths.contains(bytes.count) else { return nil }
    self.bytes = bytes
  }

  /// A new key from the system's random generator.
  public static func random() -> SecretKey { SecretKey(new: SecretKey.randomBytes()) }

  /// A publicly known key for pictures whose notes are not secret: snapshots, whose notes are
  /// stored next to their references.
  public static let known = SecretKey(new: [UInt8](repeating: 0x77, count: 32))

  private init(new bytes: [UInt8]) { self.bytes = bytes }

  static func randomBytes() -> [UInt8] {
    RandomBytes.make(SecretKey.lengths.lowerBound)
  }

  /// The HMAC-SHA-256 of an encoding as 64 lowercase hex digits; the purpose at its start separates
  /// domains.
  package func code(of encoding: CanonicalEncoding) -> String {
    HMACSHA256.hex(of: encoding.bytes, key: bytes)
  }

  /// A check value that distinguishes keys without revealing them.
  package var check: Int {
    let code = code(of: CanonicalEncoding("wallfarm key", format: 1))
    return Int(code.prefix(15), radix: 16) ?? 0
  }
}

extension SecretKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// A constant that does not reveal the key.
  public var description: String { "a secret key" }
  /// A constant that does not reveal the key.
  public var debugDescription: String { description }
  /// A mirror without children, which does not reveal the key.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
