public import Diagnostics
internal import Digests

/// SHA-256 of files and bytes, 64 lower-case hex digits.
public enum FileDigest {
  /// The digest of some bytes.
  public static func sha256(of bytes: [UInt8]) -> String { SHA256.hex(of: bytes) }

  /// The CRC-32 of some bytes, eight lower-case hex digits: for accidents, not against intent.
  package static func crc32(of bytes: [UInt8]) -> String {
    let digits = String(CRC32.checksum(of: bytes), radix: 16)
    return String(repeating: "0", count: 8 - digits.utf8.count) + digits
  }

  /// The digest of a file, read piece by piece.
  ///
  /// - Throws: `file-unreadable`.
  public static func sha256(ofFile path: String) throws(RenderError) -> String {
    var digest = SHA256()
    try Files.readPieces(of: path) { piece in digest.update(piece) }
    return digest.finish()
  }
}
