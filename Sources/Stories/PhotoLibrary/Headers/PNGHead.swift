import PhotoFormats
import WallfarmPluginKit

/// Reads all chunks of a PNG file (PNG, third edition, sections 5 and 11).
///
/// Phones write metadata before the pixels, but other programs write it after them.
struct PNGHead: HeadReader {
  private let bytes: PhotoBytes
  private(set) var parts = HeadParts()

  init(_ bytes: PhotoBytes) { self.bytes = bytes }

  mutating func read() throws(PhotoFlaw) {
    var chunks = PNGChunks(bytes)
    do throws(PhotoFlaw) {
      while let chunk = try chunks.next() {
        try checkHeader(chunk.name, chunk.offset)
        try read(chunk.name, chunk.data)
      }
    } catch {
      switch error {
      case .tooLong(.chunk(let name), let offset, _, _), .wrong(.chunk(let name), let offset, _):
        try checkHeader(name, offset)
      default: break
      }
      throw error
    }
  }

  /// Checks that IHDR is the first chunk and the only chunk of its type.
  private func checkHeader(_ name: FourCC, _ offset: Int) throws(PhotoFlaw) {
    guard (offset == 8) == (name == "IHDR") else {
      throw .wrong(.named("its header"), at: 8, offset == 8 ? "is missing" : "occurs twice")
    }
  }

  private mutating func read(_ name: FourCC, _ data: Range<Int>) throws(PhotoFlaw) {
    switch name {
    case "IHDR":
      guard let width = bytes.number(at: data.lowerBound, 4),
        let height = bytes.number(at: data.lowerBound + 4, 4), data.count == 13,
        (1...0x7FFF_FFFF).contains(width), (1...0x7FFF_FFFF).contains(height)
      else { throw .wrong(.named("its header"), at: 8, "has no size") }
      parts.pixels = PixelSize(width: width, height: height)
    case "eXIf" where parts.exif == nil:
      parts.exif = ExifBlock(bytes, data).withoutMark
    case "tIME" where parts.saved == nil: parts.saved = time(data)
    case "iTXt" where parts.xmp == nil: parts.xmp = xmp(data)
    default: break
    }
  }

  /// The time of the last change from a tIME chunk, in UTC (11.3.4.3); its seconds can be 60.
  private func time(_ data: Range<Int>) -> TakenDate? {
    guard data.count == 7, let field = bytes.copy(data)?.map(Int.init),
      let day = Day(year: field[0] << 8 | field[1], month: field[2], day: field[3]),
      field[4] < 24, field[5] < 60, field[6] <= 60
    else { return nil }
    let seconds = field[4] * 3600 + field[5] * 60 + min(field[6], 59)
    return TakenDate(day: day, time: ClockTime(seconds: seconds), clock: .utc, source: .saved)
  }

  /// The range of the XMP text in an iTXt chunk; the text is never compressed (XMP part 3, 1.1.5).
  ///
  /// The keyword is followed by two compression bytes, an empty language tag and an empty
  /// translated keyword.
  private func xmp(_ data: Range<Int>) -> Range<Int>? {
    let mark: StaticString = "XML:com.adobe.xmp\0\0\0\0\0"
    guard data.count > mark.utf8CodeUnitCount, bytes.has(mark, at: data.lowerBound) else {
      return nil
    }
    return data.lowerBound + mark.utf8CodeUnitCount..<data.upperBound
  }
}
