package import WallfarmPluginKit

/// The chunks in a range of a WebP file, one after another (RFC 9649, section 2).
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

  /// Reads the next chunk; nil at the end of the range.
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
    // Chunks begin at even places.
    offset = start + length + length % 2
    return Chunk(name: name, data: start..<start + length)
  }
}

// MARK: - Sizes

extension PhotoBytes {
  /// Width and height less one, in three bytes each.
  package func webPCanvas(at offset: Int) -> PixelSize? {
    guard let width = number(at: offset, 3, isLittle: true),
      let height = number(at: offset + 3, 3, isLittle: true)
    else { return nil }
    return PixelSize(width: width + 1, height: height + 1)
  }

  /// The size of a picture with losses, behind a frame tag and a start code (RFC 6386, 9.1).
  ///
  /// Two bits of each side say how to scale it.
  package func webPLossySize(in data: Range<Int>) -> PixelSize? {
    guard data.count >= 10, let bits = number(at: data.lowerBound + 6, 4, isLittle: true) else {
      return nil
    }
    return PixelSize(width: bits & 0x3FFF, height: bits >> 16 & 0x3FFF)
  }

  /// The size of a lossless picture: two numbers of 14 bits, one less than width and height.
  package func webPLosslessSize(in data: Range<Int>) -> PixelSize? {
    guard data.count >= 5, let bits = number(at: data.lowerBound + 1, 4, isLittle: true) else {
      return nil
    }
    return PixelSize(width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1)
  }
}
