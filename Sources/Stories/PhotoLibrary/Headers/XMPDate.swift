import PhotoFormats

/// Finds the date of a photo in XMP, as an attribute or an element, without parsing the XML.
///
/// `exif:DateTimeOriginal` corresponds to EXIF, `photoshop:DateCreated` corresponds to IPTC, and
/// `xmp:CreateDate`, formerly `xap:CreateDate`, is the time of digitization (XMP parts 1 and 2).
package enum XMPDate {
  private static let names = [
    "exif:DateTimeOriginal", "photoshop:DateCreated", "exif:DateTimeDigitized", "xmp:CreateDate",
    "xap:CreateDate",
  ]
  /// The maximum number of bytes of XMP data to read.
  ///
  /// It is the maximum size of a JPEG segment; a packet typically takes a few kilobytes.
  static let mostBytes = 65_536

  static func read(_ bytes: PhotoBytes, _ range: Range<Int>) -> TakenDate? {
    bytes.copy(range.lowerBound..<min(range.upperBound, range.lowerBound + mostBytes))
      .flatMap(read)
  }

  /// The first date in a packet, skipping placeholders; if all dates are placeholders, the first
  /// date.
  package static func read(_ text: [UInt8]) -> TakenDate? {
    names.lazy.compactMap { date(of: Array($0.utf8), in: text) }.preferred
  }

  private static func date(of name: [UInt8], in text: [UInt8]) -> TakenDate? {
    guard let value = value(of: name, in: text), let read = DateText(value) else { return nil }
    return TakenDate(
      day: read.day, time: read.time, milliseconds: read.milliseconds, offset: read.offset,
      source: .description)
  }

  /// The value that follows a name, in the form `name="…"`, `name='…'` or `<name>…<`.
  private static func value(of name: [UInt8], in text: [UInt8]) -> [UInt8]? {
    var place = 0
    while place + name.count + 2 < text.count {
      guard let start = text[place...].firstIndex(of: name[0]) else { return nil }
      place = start + 1
      guard text[start...].starts(with: name) else { continue }
      var rest = text[(start + name.count)...].drop { isBlank($0) }
      if rest.first == UInt8(ascii: "=") {
        rest = rest.dropFirst().drop { isBlank($0) }
        guard let quote = rest.first, quote == 0x22 || quote == 0x27 else { continue }
        return Array(rest.dropFirst().prefix { $0 != quote }.prefix(ExifTime.longest))
      }
      guard rest.first == UInt8(ascii: ">") else { continue }
      let value = rest.dropFirst().prefix { $0 != UInt8(ascii: "<") }
      return Array(value.filter { !isBlank($0) }.prefix(ExifTime.longest))
    }
    return nil
  }

  private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
}
