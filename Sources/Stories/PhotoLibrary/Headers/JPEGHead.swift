import PhotoFormats
import WallfarmPluginKit

/// The segments of a JPEG file up to its pixels (ISO/IEC 10918-1, annex B; Exif 2.32, 4.7).
struct JPEGHead: HeadReader {
  private let bytes: PhotoBytes
  private(set) var parts = HeadParts()
  private var hasFrame = false
  /// Segments that may hold metadata are looked into.
  private var segmentsLeft = JPEGHead.mostSegments

  /// A photo has two or three; large XMP in parts, which is not read, can be some hundreds behind them.
  private static let mostSegments = 64
  /// What stands between segments and belongs to none, or fills them up, as libjpeg skips it too.
  private static let mostGarbage = 4096

  init(_ bytes: PhotoBytes) { self.bytes = bytes }

  /// Goes from segment to segment up to the pixels.
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
      // A length that is not all there is no segment yet.
      if case .tooLong(_, _, _, ..<2) = error {} else { throw error }
    }
    if segments.isAtEnd { throw .noPicture }
    throw bytes.size - segments.offset > Self.mostGarbage
      ? .wrong(.named("what follows a segment"), at: segments.offset, "is no segment")
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
      // A height of 0 is told behind the first scan, which nobody makes.
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

  /// EXIF data or XMP; of each, the first counts.
  private mutating func readMetadata(_ data: Range<Int>) {
    let exif = ExifBlock(bytes, data)
    if parts.exif == nil, exif.isMarked {
      // A second part of data that one segment cannot hold has no header of its own.
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
