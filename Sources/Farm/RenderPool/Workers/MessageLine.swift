import Files

/// Frames messages between a pool and a worker, and detects truncated and corrupted lines.
///
/// A line consists of the CRC-32 of the message as eight hex digits, its length in bytes, the
/// message and a line feed: `9ae0daaf 14 {"alive":true}`. Compact JSON contains no line feed.
package enum MessageLine {
  /// Encodes a message as a line.
  package static func line(_ message: String) -> String {
    let bytes = Array(message.utf8)
    return "\(FileDigest.crc32(of: bytes)) \(bytes.count) \(message)\n"
  }

  /// Decodes a line without its line feed; returns `nil` if it is truncated or corrupted.
  package static func message(in line: [UInt8]) -> [UInt8]? {
    let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
    guard parts.count == 3, Int(String(decoding: parts[1], as: UTF8.self)) == parts[2].count else {
      return nil
    }
    let message = Array(parts[2])
    guard FileDigest.crc32(of: message) == String(decoding: parts[0], as: UTF8.self) else {
      return nil
    }
    return message
  }
}
