/// Iterates over the chunks of a PNG file up to IEND (PNG, third edition, section 5).
package struct PNGChunks {
  package struct Chunk {
    package let name: FourCC
    package let offset: Int
    package let data: Range<Int>
  }

  private let bytes: PhotoBytes
  private var offset = 8
  private var isAtEnd = false

  package init(_ bytes: PhotoBytes) { self.bytes = bytes }

  /// Reads the next chunk; returns nil after IEND.
  ///
  /// - Throws: a flaw if the file ends without an IEND chunk.
  package mutating func next() throws(PhotoFlaw) -> Chunk? {
    if isAtEnd { return nil }
    if offset > 8 { bytes.pieceBytes = PhotoBytes.hop }
    guard let length = bytes.number(at: offset, 4), let name = bytes.name(at: offset + 4) else {
      throw .noEnd(at: offset)
    }
    try bytes.takePart()
    let start = offset + 8
    // The 4-byte CRC that follows the data is part of the chunk.
    guard length <= bytes.size - start - 4 else {
      throw .tooLong(.chunk(name), at: offset, says: length, left: bytes.size - start - 4)
    }
    guard offset > 8 || name == "IHDR" else {
      throw .wrong(.chunk(name), at: offset, "appears in place of the header chunk")
    }
    defer { offset = start + length + 4 }
    isAtEnd = name == "IEND"
    return Chunk(name: name, offset: offset, data: start..<start + length)
  }
}
