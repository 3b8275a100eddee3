package import WallfarmPluginKit

/// Iterates over the chunks in a range of a WebP file (RFC 9649, section 2).
package struct RIFFChunks {
  package struct Chunk {
    package let name: FourCC
    package let data: Range<Int>
  }

  private let bytes: PhotoBytes
  private let range: Range<Int>
  private var offset: Int

  package init(_ bytes: PhotoBytes, in range: Range<Int>) {
    (self.bytes, self.range, offset) = (bytes, range, range.lowerBound)
  }

  /// Reads the next chunk; returns nil at the end of the range.
  package mutating func next() throws(PhotoFlaw) -> Chunk? {
    if offset > range.lowerBound { bytes.pieceBytes = PhotoBytes.hop }
    guard range.upperBound - offset >= 8, let name = bytes.name(at: offset),
      let length = bytes.number(at: offset + 4, 4, isLittle: true)
    else { return nil }
    try bytes.takePart()
    let start = offset + 8
    guard length <= range.upperBound - start else {
      throw .tooLong(.chunk(name), at: offset, says: length, left: range.upperBound - start)
    }
    // Chunks are padded to even sizes.
    offset = start + length + length % 2
    return Chunk(name: name, data: start..<start + length)
  }
}

// MARK: - Sizes

extension PhotoBytes {
  /// Reads a canvas size, which is stored as width − 1 and height − 1 in 24 bits each.
  package func webPCanvas(at offset: Int) -> PixelSize? {
    guard let width = number(at: offset, 3, isLittle: true),
      let height = number(at: offset + 3, 3, isLittle: true)
    else { return nil }
    return PixelSize(width: width + 1, height: height + 1)
  }

  /// Reads the size of a lossy picture, which follows the frame tag and the start code (RFC 6386,
  /// 9.1).
  ///
  /// The upper two bits of the width and of the height are a scaling hint.
  package func webPLossySize(in data: Range<Int>) -> PixelSize? {
    guard data.count >= 10, let bits = number(at: data.lowerBound + 6, 4, isLittle: true) else {
      return nil
    }
    return PixelSize(width: bits & 0x3FFF, height: bits >> 16 & 0x3FFF)
  }

  /// Reads the size of a lossless picture, which is stored as width − 1 and height − 1 in 14 bits
  /// each.
  package func webPLosslessSize(in data: Range<Int>) -> PixelSize? {
    guard data.count >= 5, let bits = number(at: data.lowerBound + 1, 4, isLittle: true) else {
      return nil
    }
    return PixelSize(width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1)
  }
}
