import PhotoFormats
import WallfarmPluginKit

/// Reads the chunks of a WebP file (RFC 9649, section 2).
///
/// The size is in the first chunk, and the metadata follows the pixels.
struct WebPHead: HeadReader {
  private let bytes: PhotoBytes
  private(set) var parts = HeadParts()

  init(_ bytes: PhotoBytes) { self.bytes = bytes }

  mutating func read() throws(PhotoFlaw) {
    // Allow for writers that count one padding byte too many.
    guard let length = bytes.number(at: 4, 4, isLittle: true), length <= bytes.size - 8 + 1 else {
      throw .cut(.named("its container"), at: 0)
    }
    var chunks = RIFFChunks(bytes, in: 12..<max(12, min(bytes.size, 8 + length)))
    while let chunk = try chunks.next() { read(chunk.name, chunk.data) }
    if parts.pixels == nil { throw .noPicture }
  }

  private mutating func read(_ name: FourCC, _ data: Range<Int>) {
    switch name {
    case "VP8X" where parts.pixels == nil && data.count >= 10:
      parts.pixels = bytes.webPCanvas(at: data.lowerBound + 4)
    case "VP8 " where parts.pixels == nil && bytes.number(at: data.lowerBound + 3, 3) == 0x9D_012A:
      parts.pixels = bytes.webPLossySize(in: data).flatMap { $0.area > 0 ? $0 : nil }
    case "VP8L" where parts.pixels == nil && bytes.byte(at: data.lowerBound) == 0x2F:
      parts.pixels = bytes.webPLosslessSize(in: data)
    case "EXIF" where parts.exif == nil: parts.exif = ExifBlock(bytes, data).withoutMark
    case "XMP " where parts.xmp == nil: parts.xmp = data
    default: break
    }
  }
}
