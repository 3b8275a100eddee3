internal import Digests
internal import Files
internal import Glibc

/// The comment at the end of the program's ZIP files, with a digest that shows whether a file was
/// modified.
///
/// Only an unmodified file may be replaced.
enum ZipSeal {
  private static let words = "wallfarm bundle sha256 "
  private static let length = words.utf8.count + 64
  /// Length of the end-of-central-directory record without a comment (APPNOTE.TXT, 4.3.16).
  private static let recordLength = 22

  /// Adds the comment to a finished file that does not have a comment yet.
  ///
  /// - Returns: the reason for a failure, or nil.
  static func add(to descriptor: Int32) -> String? {
    let path = "/proc/self/fd/\(descriptor)"
    guard let bytes = try? WrittenFile.bytes(of: path, limit: 1 << 30), bytes.count >= recordLength
    else { return "it cannot be read back" }
    let digest = SHA256.hex(of: Array(bytes.dropLast(recordLength)))
    let end = [UInt8(length), 0] + Array((words + digest).utf8)
    let place = off_t(bytes.count - 2)
    return pwrite(descriptor, end, end.count, place) == end.count
      ? nil : SystemError.message(errno)
  }

  /// Whether a file ends with the comment and was not modified since.
  static func isWhole(_ bytes: [UInt8]) -> Bool {
    let comment = String(decoding: bytes.suffix(length), as: UTF8.self)
    guard bytes.count >= recordLength + length, comment.hasPrefix(words) else { return false }
    let content = Array(bytes.dropLast(recordLength + length))
    return comment == words + SHA256.hex(of: content)
  }
}
