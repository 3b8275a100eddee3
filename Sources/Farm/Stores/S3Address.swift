public import Diagnostics

/// A bucket and a key in the bucket, such as `s3://wallpapers/june/a.png`.
public struct S3Address: Sendable, Hashable, CustomStringConvertible {
  /// The name of the bucket.
  public let bucket: String
  /// The unescaped key without a leading slash, or an empty string for the bucket itself.
  public let key: String

  /// The prefix of every address.
  public static let scheme = "s3://"

  /// Maximum key size in bytes (S3 user guide, "Object key naming guidelines").
  public static let longestKey = 1024

  /// Whether a string begins with `s3://`.
  public static func isAddress(_ text: String) -> Bool { text.hasPrefix(scheme) }

  /// Parses an address of the form `s3://BUCKET/KEY`, in which the key is not escaped.
  public init(_ text: String) throws(RenderError) {
    guard S3Address.isAddress(text) else {
      throw .notAnAddress(text, "it does not begin with s3://")
    }
    let rest = text.dropFirst(S3Address.scheme.count)
    let bucket = rest.prefix { $0 != "/" }
    guard S3Address.isBucket(bucket) else {
      throw .notAnAddress(
        text, "a bucket name must have 3 to 63 lowercase letters, digits, hyphens and dots")
    }
    let key = rest.dropFirst(bucket.count + 1)
    guard key.utf8.count <= S3Address.longestKey else {
      throw .notAnAddress(text, "a key can have at most \(S3Address.longestKey) bytes")
    }
    (self.bucket, self.key) = (String(bucket), String(key))
  }

  init(bucket: String, key: String) { (self.bucket, self.key) = (bucket, key) }

  /// Checks a bucket name (S3 user guide, "General purpose bucket naming rules").
  private static func isBucket(_ name: Substring) -> Bool {
    func isPlain(_ byte: UInt8) -> Bool {
      (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
    }
    guard (3...63).contains(name.utf8.count), let first = name.utf8.first, let last = name.utf8.last
    else { return false }
    return isPlain(first) && isPlain(last)
      && name.utf8.allSatisfy { isPlain($0) || $0 == 0x2D || $0 == 0x2E }
  }

  /// The address as text.
  public var description: String { S3Address.scheme + bucket + (key.isEmpty ? "" : "/" + key) }
}
