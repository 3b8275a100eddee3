/// The chunks of a WebP file (RFC 9649, section 2): the size stands in the first, metadata behind the pixels.
struct WebPHead {
  private let bytes: HeaderBytes
  private var parts = HeadParts()

  static func read(_ bytes: HeaderBytes) -> HeadParts {
    var head = WebPHead(bytes: bytes)
    head.parts.damage = head.walk()
    return head.parts
  }

  private init(bytes: HeaderBytes) { self.bytes = bytes }

  private mutating func walk() -> PhotoDamage? {
    // Some programs count a byte too many for what they fill up to an even number.
    guard let length = bytes.number(at: 4, 4, isLittle: true), length <= bytes.size - 8 + 1 else {
      return .cut("its container", at: 0)
    }
    let end = min(bytes.size, 8 + length)
    var offset = 12
    while offset <= end - 8, let name = bytes.copy(offset..<offset + 4),
      let length = bytes.number(at: offset + 4, 4, isLittle: true)
    {
      guard bytes.takePart() else { return .tooManyParts }
      let start = offset + 8
      guard length <= end - start else { return .cut("a chunk", at: offset) }
      read(String(decoding: name, as: UTF8.self), start..<start + length)
      // Chunks begin at even places.
      offset = start + length + length % 2
      bytes.pieceBytes = HeaderBytes.hop
    }
    return parts.pixels == nil ? .noPicture : nil
  }

  private mutating func read(_ name: String, _ data: Range<Int>) {
    switch name {
    case "VP8X" where parts.pixels == nil && data.count >= 10:
      // One less than width and height.
      parts.pixels = size(data.lowerBound + 4, 3, 3, mask: 0xFF_FFFF, more: 1)
    case "VP8 " where parts.pixels == nil && data.count >= 10:
      // Behind a frame tag and a start code; two bits of each say how to scale it (RFC 6386, 9.1).
      guard bytes.number(at: data.lowerBound + 3, 3) == 0x9D_012A else { return }
      parts.pixels = size(data.lowerBound + 6, 2, 2, mask: 0x3FFF, more: 0)
    case "VP8L" where parts.pixels == nil && data.count >= 5: parts.pixels = lossless(data)
    case "EXIF" where parts.exif == nil:
      parts.exif = HeadParts.ExifBlock(bytes, data).withoutMark
    case "XMP " where parts.xmp == nil: parts.xmp = data
    default: break
    }
  }

  private func size(
    _ offset: Int, _ count: Int, _ step: Int, mask: Int, more: Int
  ) -> PhotoHeader.PixelSize? {
    guard let width = bytes.number(at: offset, count, isLittle: true),
      let height = bytes.number(at: offset + step, count, isLittle: true),
      width & mask + more > 0, height & mask + more > 0
    else { return nil }
    return PhotoHeader.PixelSize(width: width & mask + more, height: height & mask + more)
  }

  /// Two numbers of 14 bits, one less than width and height, behind a byte that is always 2F.
  private func lossless(_ data: Range<Int>) -> PhotoHeader.PixelSize? {
    guard bytes.byte(at: data.lowerBound) == 0x2F,
      let bits = bytes.number(at: data.lowerBound + 1, 4, isLittle: true)
    else { return nil }
    return PhotoHeader.PixelSize(width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1)
  }
}
