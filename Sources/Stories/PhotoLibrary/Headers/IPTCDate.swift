import WallfarmPluginKit

/// Reads the date of a photo from IPTC data (IIM 4.2, chapter 6).
///
/// JPEG files store IPTC data in a Photoshop resource.
package enum IPTCDate {
  /// Maximum size in bytes of the data that is read.
  static let mostBytes = 65_536

  /// The IPTC data in the resources of a `Photoshop 3.0` segment; nil if there is none.
  package static func data(in segment: [UInt8]) -> [UInt8]? {
    var rest = segment[...]
    while rest.count >= 12, rest.starts(with: "8BIM".utf8) {
      let number = Int(rest[rest.startIndex + 4]) << 8 | Int(rest[rest.startIndex + 5])
      // Skip a length-prefixed name, which is padded to an even size, and read the size of the
      // data.
      let name = Int(rest[rest.startIndex + 6]) + 1
      rest = rest.dropFirst(6 + name + name % 2)
      guard rest.count >= 4 else { return nil }
      let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      rest = rest.dropFirst(4)
      guard length <= rest.count else { return nil }
      if number == 0x0404 { return Array(rest.prefix(length)) }
      rest = rest.dropFirst(length + length % 2)
    }
    return nil
  }

  /// The creation date, or the digitization date if the creation date is invalid or a placeholder;
  /// nil if neither is valid.
  package static func read(_ data: [UInt8]) -> TakenDate? {
    var values: [UInt8: [UInt8]] = [:]
    var rest = data[...]
    while rest.count >= 5, rest[rest.startIndex] == 0x1C {
      let (record, number) = (rest[rest.startIndex + 1], rest[rest.startIndex + 2])
      let length = Int(rest[rest.startIndex + 3]) << 8 | Int(rest[rest.startIndex + 4])
      rest = rest.dropFirst(5)
      // Data sets larger than 32,767 bytes have an extended length field and cannot be dates.
      guard length < 0x8000, length <= rest.count else { break }
      if record == 2, values[number] == nil { values[number] = Array(rest.prefix(length)) }
      rest = rest.dropFirst(length)
    }
    return [(55, 60), (62, 63)].lazy.compactMap { date(values[$0.0], values[$0.1]) }.preferred
  }

  /// Reads `20130923` and `142233+0200`.
  private static func date(_ day: [UInt8]?, _ time: [UInt8]?) -> TakenDate? {
    guard let day, day.count == 8, day.allSatisfy(isDigit) else { return nil }
    let parts = [day[..<4], day[4..<6], day[6...]]
    var text = [UInt8](parts.joined(separator: [UInt8(ascii: "-")]))
    if let time, time.count >= 6, time[..<6].allSatisfy(isDigit) {
      let clock = [time[..<2], time[2..<4], time[4..<6]]
      text.append(UInt8(ascii: "T"))
      text.append(contentsOf: clock.joined(separator: [UInt8(ascii: ":")]))
      text.append(contentsOf: time[6...])
    }
    return DateText(text).flatMap {
      TakenDate(day: $0.day, time: $0.time, offset: $0.offset, source: .description)
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}

extension Sequence<TakenDate> {
  /// The first date that is not a placeholder; if all dates are placeholders, the first date.
  package var preferred: TakenDate? {
    var first: TakenDate?
    for date in self {
      if !date.isPlaceholder { return date }
      first = first ?? date
    }
    return first
  }
}
