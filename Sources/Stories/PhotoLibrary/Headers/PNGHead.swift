import WallfarmPluginKit

/// The chunks of a PNG file (PNG, third edition, sections 5 and 11), from the first to the last one that tells
/// something: phones write them before the pixels, other programs behind them.
struct PNGHead {
  private let bytes: HeaderBytes
  private var parts = HeadParts()

  static func read(_ bytes: HeaderBytes) -> HeadParts {
    var head = PNGHead(bytes: bytes)
    head.parts.damage = head.walk()
    return head.parts
  }

  private init(bytes: HeaderBytes) { self.bytes = bytes }

  private mutating func walk() -> PhotoDamage? {
    var offset = 8
    while let length = bytes.number(at: offset, 4), let name = bytes.number(at: offset + 4, 4) {
      guard bytes.takePart() else { return .tooManyParts }
      guard (offset == 8) == (name == Name.header) else {
        return .malformed("its header", at: 8, offset == 8 ? "is missing" : "is there twice")
      }
      let start = offset + 8
      // The checksum behind the data belongs to the chunk.
      guard length <= bytes.size - start - 4 else { return .cut("a chunk", at: offset) }
      if let damage = read(name, start..<start + length) { return damage }
      if name == Name.end { return nil }
      offset = start + length + 4
      bytes.pieceBytes = HeaderBytes.hop
    }
    return .cut("a chunk", at: offset)
  }

  private mutating func read(_ name: Int, _ data: Range<Int>) -> PhotoDamage? {
    switch name {
    case Name.header:
      guard let width = bytes.number(at: data.lowerBound, 4),
        let height = bytes.number(at: data.lowerBound + 4, 4), data.count == 13,
        (1...0x7FFF_FFFF).contains(width), (1...0x7FFF_FFFF).contains(height)
      else { return .malformed("its header", at: 8, "has no size") }
      parts.pixels = PhotoHeader.PixelSize(width: width, height: height)
    case Name.exif where parts.exif == nil:
      parts.exif = HeadParts.ExifBlock(bytes, data).withoutMark
    case Name.time where parts.saved == nil: parts.saved = time(data)
    case Name.text where parts.xmp == nil: parts.xmp = xmp(data)
    default: break
    }
    return nil
  }

  /// When the picture was last changed, in UTC (11.3.4.3); a second may be 60.
  private func time(_ data: Range<Int>) -> TakenDate? {
    guard data.count == 7, let field = bytes.copy(data)?.map(Int.init),
      let day = Day(year: field[0] << 8 | field[1], month: field[2], day: field[3]),
      field[4] < 24, field[5] < 60, field[6] <= 60
    else { return nil }
    let seconds = field[4] * 3600 + field[5] * 60 + min(field[6], 59)
    return TakenDate(day: day, time: ClockTime(seconds: seconds), clock: .utc, source: .saved)
  }

  /// The text of an iTXt chunk with XMP, which is never compressed (XMP part 3, 1.1.5).
  ///
  /// Behind the keyword: two bytes about compression, and a language and a translation that are empty.
  private func xmp(_ data: Range<Int>) -> Range<Int>? {
    let mark: StaticString = "XML:com.adobe.xmp\0\0\0\0\0"
    guard data.count > mark.utf8CodeUnitCount, bytes.has(mark, at: data.lowerBound) else {
      return nil
    }
    return data.lowerBound + mark.utf8CodeUnitCount..<data.upperBound
  }

  /// Names of chunks, as numbers.
  private enum Name {
    static let header = 0x4948_4452  // IHDR
    static let exif = 0x6558_4966  // eXIf
    static let time = 0x7449_4D45  // tIME
    static let text = 0x6954_5874  // iTXt
    static let end = 0x4945_4E44  // IEND
  }
}
