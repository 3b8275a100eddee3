internal import Digests

/// The HMAC key for digests of notes, which ensures that the notes cannot be guessed from a digest.
///
/// The key is never printed, and it is written only to its own file; see ``KeyFile``.
public struct SecretKey: Sendable {
  private let bytes: [UInt8]

  /// The allowed lengths in bytes; a new key has the minimum length.
  public static let lengths = 32...1024

  /// Creates a key from bytes; `nil` if the number of bytes is not in ``lengths``.
  public init?(_ bytes: [UInt8]) {
    guard SecretKey.lengths.contains(bytes.count) else { return nil }
    self.bytes = bytes
  }

  /// Creates a key with the system's random number generator.
  public static func random() -> SecretKey { SecretKey(new: SecretKey.randomBytes()) }

  /// A publicly known key for snapshots, whose notes are not secret because they are stored next to
  /// the reference pictures.
  public static let known = SecretKey(new: [UInt8](repeating: 0x77, count: 32))

  private init(new bytes: [UInt8]) { self.bytes = bytes }

  static func randomBytes() -> [UInt8] {
    RandomBytes.make(SecretKey.lengths.lowerBound)
  }

  /// Returns the HMAC-SHA-256 of an encoding as 64 lowercase hex digits.
  ///
  /// Each encoding starts with its purpose, for domain separation.
  package func code(of encoding: CanonicalEncoding) -> String {
    HMACSHA256.hex(of: encoding.bytes, key: bytes)
  }

  /// Returns the HMAC-SHA-256 of an encoding as 43 characters that need no escaping in addresses.
  package func addressText(of encoding: CanonicalEncoding) -> String {
    Base64.addressText(of: HMACSHA256.code(of: encoding.bytes, key: bytes))
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
