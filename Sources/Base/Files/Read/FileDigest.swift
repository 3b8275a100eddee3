public import Diagnostics
internal import Digests

/// Digests of files and bytes.
public enum FileDigest {
  /// SHA-256 of bytes, as 64 lowercase hex digits.
  public static func sha256(of bytes: [UInt8]) -> String { SHA256.hex(of: bytes) }

  /// CRC-32 of bytes, as 8 lowercase hex digits; detects only accidental damage.
  package static func crc32(of bytes: [UInt8]) -> String {
    let digits = String(CRC32.checksum(of: bytes), radix: 16)
    return String(repeating: "0", count: 8 - digits.utf8.count) + digits
  }

  /// SHA-256 of a file, as 64 lowercase hex digits; reads the file in pieces.
  ///
  /// - Throws: `file-unreadable`.
  public static func sha256(ofFile path: String) throws(RenderError) -> String {
    var digest = SHA256()
    try Files.readPieces(of: path) { piece in digest.update(piece) }
    return digest.finish()
  }
}
