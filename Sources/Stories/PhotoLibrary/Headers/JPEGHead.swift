/// The segments of a JPEG file up to its pixels (ISO/IEC 10918-1, annex B; Exif 2.32, 4.7).
struct JPEGHead {
  private let bytes: HeaderBytes
  private var parts = HeadParts()
  private var hasFrame = false
  /// Segments that may hold metadata are looked into.
  private var segmentsLeft = JPEGHead.mostSegments

  /// A photo has two or three; large XMP in parts, which is not read, can be some hundreds behind them.
  private static let mostSegments = 64
  /// Behind the metadata follow tables and the size, all of which one read gets.
  private static let tables = 1024
  /// What stands between segments and belongs to none, or fills them up, as libjpeg skips it too.
  private static let mostGarbage = 4096

  static func read(_ bytes: HeaderBytes) -> HeadParts {
    var head = JPEGHead(bytes: bytes)
    head.parts.damage = head.walk()
    return head.parts
  }

  private init(bytes: HeaderBytes) { self.bytes = bytes }

  /// Goes from segment to segment, and says where that does not work.
  private mutating func walk() -> PhotoDamage? {
    var offset = 2
    while let found = marker(from: offset) {
      guard bytes.takePart() else { return .tooManyParts }
      let (marker, start) = found
      switch marker {
      // Without a length: TEM and the restarts, and a beginning again.
      case 0x01, 0xD0...0xD8:
        offset = start
        continue
      case 0xD9: return .noPicture
      default: break
      }
      guard let length = bytes.number(at: start, 2) else { break }
      guard length >= 2 else {
        return .malformed("its segment \(Self.name(marker))", at: start - 2, "has no length")
      }
      guard length <= bytes.size - start else {
        return .cut("its segment \(Self.name(marker))", at: start - 2)
      }
      if let damage = read(marker, start + 2..<start + length) { return damage }
      offset = start + length
      if marker == 0xDA {
        parts.scanStart = offset
        return hasFrame ? nil : .noPicture
      }
      bytes.pieceBytes = Self.tables
    }
    return damage(at: offset)
  }

  private mutating func read(_ marker: UInt8, _ data: Range<Int>) -> PhotoDamage? {
    switch marker {
    case 0xC4, 0xC8, 0xCC: break
    case 0xC0...0xCF where !hasFrame:
      guard data.count >= 6, let height = bytes.number(at: data.lowerBound + 1, 2),
        let width = bytes.number(at: data.lowerBound + 3, 2), width > 0
      else { return .malformed("its frame", at: data.lowerBound - 4, "has no size") }
      hasFrame = true
      // A height of 0 is told behind the first scan, which nobody makes.
      if height > 0 { parts.pixels = PhotoHeader.PixelSize(width: width, height: height) }
    case 0xE1 where segmentsLeft > 0:
      segmentsLeft -= 1
      readMetadata(data)
    case 0xED where parts.iptc == nil && bytes.has(Self.photoshopMark, at: data.lowerBound):
      let start = min(data.upperBound, data.lowerBound + Self.photoshopMark.utf8CodeUnitCount)
      parts.iptc = bytes.copy(start..<data.upperBound).flatMap(IPTCDate.data)
    default: break
    }
    return nil
  }

  /// EXIF data or XMP; of each, the first counts.
  private mutating func readMetadata(_ data: Range<Int>) {
    if parts.exif == nil, data.count > 6, bytes.has("Exif\0", at: data.lowerBound) {
      let block = HeadParts.ExifBlock(bytes, data).withoutMark
      // A second part of data that one segment cannot hold has no header of its own.
      if TIFFReader(bytes, block.range) != nil { parts.exif = block }
    } else if parts.xmp == nil, data.count > Self.xmpBytes,
      bytes.has(Self.xmpMark, at: data.lowerBound)
    {
      parts.xmp = data.lowerBound + Self.xmpBytes..<data.upperBound
    }
  }

  private static let photoshopMark: StaticString = "Photoshop 3.0\0"
  private static let xmpMark: StaticString = "http://ns.adobe.com/xap/1.0/\0"
  private static let xmpBytes = xmpMark.utf8CodeUnitCount

  /// The next marker and the place behind it: FF, any number of times, and what is neither FF nor 0 (B.1.1.2).
  private func marker(from start: Int) -> (UInt8, Int)? {
    var isMarker = false
    for offset in start..<start + Self.mostGarbage {
      guard let byte = bytes.byte(at: offset) else { return nil }
      if isMarker, byte != 0, byte != 0xFF { return (byte, offset + 1) }
      isMarker = byte == 0xFF
    }
    return nil
  }

  /// Why there is no further segment.
  private func damage(at offset: Int) -> PhotoDamage {
    bytes.size - offset > Self.mostGarbage
      ? .malformed("what follows a segment", at: offset, "is no segment")
      : .cut("its head", at: offset)
  }

  private static func name(_ marker: UInt8) -> String {
    "FF" + (marker < 16 ? "0" : "") + String(marker, radix: 16, uppercase: true)
  }
}
