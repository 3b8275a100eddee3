import PhotoFormats
import WallfarmPluginKit

/// Reads the segments of a JPEG file up to the first scan (ISO/IEC 10918-1, annex B; Exif 2.32,
/// 4.7).
struct JPEGHead: HeadReader {
  private let bytes: PhotoBytes
  private(set) var parts = HeadParts()
  private var hasFrame = false
  /// The number of APP1 segments that may still be read.
  private var segmentsLeft = JPEGHead.mostSegments

  /// The maximum number of APP1 segments to read.
  ///
  /// A photo has two or three APP1 segments, possibly followed by hundreds with extended XMP, which
  /// is not read.
  private static let mostSegments = 64
  /// The maximum number of stray bytes to skip between segments; libjpeg also skips such bytes.
  private static let mostGarbage = 4096

  init(_ bytes: PhotoBytes) { self.bytes = bytes }

  /// Reads segment by segment up to the first scan.
  mutating func read() throws(PhotoFlaw) {
    var segments = JPEGSegments(bytes, mostGarbage: Self.mostGarbage)
    do throws(PhotoFlaw) {
      while let segment = try segments.next() {
        try read(segment.marker, segment.data)
        guard segment.marker == 0xDA else { continue }
        parts.scanStart = segment.data.upperBound
        if hasFrame { return }
        throw .noPicture
      }
    } catch {
      // If the file ends within a length field, report that the head is truncated, not that the
      // segment is truncated.
      guard case .tooLong(_, _, ..<2, _) = error else { throw error }
    }
    if segments.isAtEnd { throw .noPicture }
    throw bytes.size - segments.offset > Self.mostGarbage
      ? .wrong(.named("the data after a segment"), at: segments.offset, "is not a segment")
      : .cut(.named("its head"), at: segments.offset)
  }

  private mutating func read(_ marker: UInt8, _ data: Range<Int>) throws(PhotoFlaw) {
    switch marker {
    case 0xC4, 0xC8, 0xCC: break
    case 0xC0...0xCF where !hasFrame:
      guard data.count >= 6, let height = bytes.number(at: data.lowerBound + 1, 2),
        let width = bytes.number(at: data.lowerBound + 3, 2), width > 0
      else { throw .wrong(.named("its frame"), at: data.lowerBound - 4, "has no size") }
      hasFrame = true
      // If the height is 0, a DNL segment after the first scan defines it. No current encoder
      // writes such files.
      if height > 0 { parts.pixels = PixelSize(width: width, height: height) }
    case 0xE1 where segmentsLeft > 0:
      segmentsLeft -= 1
      readMetadata(data)
    case 0xED where parts.iptc == nil && bytes.has(Self.photoshopMark, at: data.lowerBound):
      let start = min(data.upperBound, data.lowerBound + Self.photoshopMark.utf8CodeUnitCount)
      parts.iptc = bytes.copy(start..<data.upperBound).flatMap(IPTCDate.data)
    default: break
    }
  }

  /// Reads EXIF or XMP data from a segment; only the first data of each kind counts.
  private mutating func readMetadata(_ data: Range<Int>) {
    let exif = ExifBlock(bytes, data)
    if parts.exif == nil, exif.isMarked {
      // Continuation segments of EXIF data have no TIFF header.
      if TIFFReader(exif.withoutMark) != nil { parts.exif = exif.withoutMark }
    } else if parts.xmp == nil, data.count > Self.xmpBytes,
      bytes.has(Self.xmpMark, at: data.lowerBound)
    {
      parts.xmp = data.lowerBound + Self.xmpBytes..<data.upperBound
    }
  }

  private static let photoshopMark: StaticString = "Photoshop 3.0\0"
  private static let xmpMark: StaticString = "http://ns.adobe.com/xap/1.0/\0"
  private static let xmpBytes = xmpMark.utf8CodeUnitCount
}
