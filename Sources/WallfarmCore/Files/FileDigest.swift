import Graphics
public import WallfarmPluginKit

/// SHA-256 of files and bytes, 64 lower-case hex digits.
public enum FileDigest {
  /// The digest of some bytes.
  public static func sha256(of bytes: [UInt8]) -> String { SHA256.hex(of: bytes) }

  /// The digest of a file, read piece by piece.
  ///
  /// - Throws: `file-unreadable`.
  public static func sha256(ofFile path: String) throws(RenderError) -> String {
    var digest = SHA256()
    try Files.readPieces(of: path) { piece in digest.update(piece) }
    return digest.finish()
  }
}
