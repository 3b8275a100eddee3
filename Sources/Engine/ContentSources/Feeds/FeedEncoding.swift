internal import CExpat
internal import Glibc

/// Single-byte encodings of feeds that Expat does not know.
enum FeedEncoding {
  /// The supported names; the list is closed so that a feed cannot load other converters.
  private static let names: Set<String> = Set(
    (1250...1258).flatMap { ["windows-\($0)", "cp\($0)"] } + (2...16).map { "iso-8859-\($0)" }
      + ["koi8-r", "koi8-u", "macintosh"])

  /// Fills the table of an encoding; returns false if the encoding is not supported.
  static func fill(_ encoding: inout XML_Encoding, for name: String) -> Bool {
    let name = name.lowercased()
    guard names.contains(name) else { return false }
    let converter = iconv_open("UTF-32LE", name == "macintosh" ? "MACINTOSH" : name)
    guard converter != iconv_t(bitPattern: -1) else { return false }
    defer { iconv_close(converter) }
    withUnsafeMutableBytes(of: &encoding.map) { map in
      let table = map.bindMemory(to: Int32.self)
      for byte in 0..<256 { table[byte] = scalar(UInt8(byte), converter) }
    }
    (encoding.data, encoding.convert, encoding.release) = (nil, nil, nil)
    return true
  }

  /// Returns the code point of a byte; -1 if the byte is invalid.
  private static func scalar(_ byte: UInt8, _ converter: iconv_t?) -> Int32 {
    var (input, output) = (CChar(bitPattern: byte), UInt32(0))
    var (inputLeft, outputLeft) = (1, 4)
    let converted = withUnsafeMutablePointer(to: &input) { start in
      withUnsafeMutableBytes(of: &output) { bytes in
        var from: UnsafeMutablePointer<CChar>? = start
        var to = bytes.bindMemory(to: CChar.self).baseAddress
        return iconv(converter, &from, &inputLeft, &to, &outputLeft)
      }
    }
    guard converted == 0, outputLeft == 0 else {
      _ = iconv(converter, nil, nil, nil, nil)
      return -1
    }
    return Int32(UInt32(littleEndian: output))
  }
}
