/// Iterates over the segments of a JPEG file (ISO/IEC 10918-1, annex B).
///
/// Like libjpeg, the iterator skips any bytes between segments.
package struct JPEGSegments {
  /// A marker and the segment that follows it.
  package struct Segment {
    /// The second byte of the marker.
    package let marker: UInt8
    package let offset: Int
    /// The range of the segment's data, after the length field.
    package let data: Range<Int>
  }

  private let bytes: PhotoBytes
  /// The maximum number of bytes to skip between the end of a segment and the next marker.
  private let mostGarbage: Int
  /// The offset at which the search for the next marker starts.
  package private(set) var offset = 2
  /// Whether the EOI marker has been read.
  package private(set) var isAtEnd = false

  /// The minimum number of bytes per read after the first segment.
  ///
  /// The tables and the frame header are read after the metadata.
  private static let tables = 1024

  package init(_ bytes: PhotoBytes, mostGarbage: Int = .max) {
    (self.bytes, self.mostGarbage) = (bytes, mostGarbage)
  }

  /// Reads the next segment; returns nil at EOI or if there are no more markers.
  package mutating func next() throws(PhotoFlaw) -> Segment? {
    if offset > 2 { bytes.pieceBytes = Self.tables }
    while let place = nextMarker(), let marker = bytes.byte(at: place + 1) {
      switch marker {
      // TEM, RSTn and SOI are markers without a length.
      case 0x01, 0xD0...0xD8:
        try bytes.takeMarker()
        offset = place + 2
        continue
      case 0xD9:
        isAtEnd = true
        return nil
      default: break
      }
      let start = place + 2
      let left = bytes.size - start
      guard let length = bytes.number(at: start, 2) else {
        throw .tooLong(.segment(marker), at: place, says: 0, left: left)
      }
      guard length >= 2 else {
        throw .shortLength(.segment(marker), at: place, says: length, left: left)
      }
      guard length <= left else {
        throw .tooLong(.segment(marker), at: place, says: length, left: left)
      }
      try bytes.takePart()
      offset = start + length
      return Segment(marker: marker, offset: place, data: start + 2..<offset)
    }
    return nil
  }

  /// Returns the offset of the next marker; skips fill bytes and stuffed zeros (B.1.1.2).
  private func nextMarker() -> Int? {
    let end = mostGarbage < bytes.size - offset ? offset + mostGarbage : bytes.size
    var offset = offset
    while offset < end - 1, let place = bytes.firstOffset(of: 0xFF, in: offset..<end - 1),
      let next = bytes.byte(at: place + 1)
    {
      switch next {
      case 0xFF: offset = place + 1
      case 0: offset = place + 2
      default: return place
      }
    }
    return nil
  }
}
