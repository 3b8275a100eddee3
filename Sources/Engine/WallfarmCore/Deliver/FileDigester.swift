internal import Digests
import Graphics

/// Computes the SHA-256 of files, and goes on from where two files in a row stop being the same.
///
/// The file of an edited note begins like the one before: its head and first bands are the very
/// pieces that the encoder kept. Of a photo's file of 5.8 MB in 3.3 ms, half is saved that way.
struct FileDigester {
  /// Pieces of the last file, each with the digest up to its end; keeping them keeps their memory
  /// from being used for others, so the same address is the same piece.
  private var last: [(piece: [UInt8], digest: SHA256)] = []

  /// The digest of a file, 64 lower-case hex digits.
  mutating func digest(of file: EncodedFile) -> String {
    let known = zip(last, file.pieces).prefix { isSame($0.piece, $1) }.count
    last.removeSubrange(known...)
    var digest = last.last?.digest ?? SHA256()
    for piece in file.pieces[known...] {
      piece.withUnsafeBytes { digest.update($0) }
      last.append((piece, digest))
    }
    return digest.finish()
  }

  private func isSame(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    one.withUnsafeBufferPointer { one in
      other.withUnsafeBufferPointer { one.baseAddress == $0.baseAddress && one.count == $0.count }
    } || (one.count < 4096 && one == other)
  }
}
