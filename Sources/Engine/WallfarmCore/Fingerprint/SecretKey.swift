internal import Digests

/// A secret that notes enter digests with: who has a digest and not the key cannot try out notes.
///
/// Never printed, never written but into its own file; see ``KeyFile``.
public struct SecretKey: Sendable {
  private let bytes: [UInt8]

  /// How many bytes a key may have; one that is made has the least.
  public static let lengths = 32...1024

  /// A key of given bytes; nil for too few or too many.
  public init?(_ bytes: [UInt8]) {
    guard SecretKey.lengths.contains(bytes.count) else { return nil }
    self.bytes = bytes
  }

  /// A new one, from the system's generator.
  public static func random() -> SecretKey { SecretKey(new: SecretKey.randomBytes()) }

  /// What everyone knows, for pictures whose notes are no secret: those of snapshots, which stand
  /// in a file beside their references.
  public static let known = SecretKey(new: [UInt8](repeating: 0x77, count: 32))

  private init(new bytes: [UInt8]) { self.bytes = bytes }

  static func randomBytes() -> [UInt8] {
    RandomBytes.make(SecretKey.lengths.lowerBound)
  }

  /// HMAC-SHA-256 of what was written, 64 lower-case hex digits; its beginning keeps the codes of
  /// one purpose apart from those of another.
  package func code(of encoding: CanonicalEncoding) -> String {
    HMACSHA256.hex(of: encoding.bytes, key: bytes)
  }

  /// A number that tells keys apart and gives nothing away of them.
  package var check: Int {
    let code = code(of: CanonicalEncoding("wallfarm key", format: 1))
    return Int(code.prefix(15), radix: 16) ?? 0
  }
}

extension SecretKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Nothing of the key.
  public var description: String { "a secret key" }
  /// Nothing of the key.
  public var debugDescription: String { description }
  /// Nothing of the key.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
