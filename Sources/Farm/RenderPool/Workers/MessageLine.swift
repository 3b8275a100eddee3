import Files

/// A message between a pool and its worker as a line that shows when it was cut or changed on its way.
///
/// The CRC-32 of the message as eight hex digits, its length in bytes, the message, a line end:
/// `9ae0daaf 14 {"alive":true}`. Compact JSON has no line ends, so a line is a message.
package enum MessageLine {
  /// The line of a message.
  package static func line(_ message: String) -> String {
    let bytes = Array(message.utf8)
    return "\(FileDigest.crc32(of: bytes)) \(bytes.count) \(message)\n"
  }

  /// The message of a line without its end; nil where the line is not as it was written.
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
