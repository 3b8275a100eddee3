/// The segments of a JPEG file, one after another (ISO/IEC 10918-1, annex B).
///
/// As in libjpeg, bytes between segments that belong to none are skipped.
package struct JPEGSegments {
  /// One part between two markers.
  package struct Segment {
    /// The second byte of the marker.
    package let marker: UInt8
    package let offset: Int
    /// Behind the length.
    package let data: Range<Int>
  }

  private let bytes: PhotoBytes
  /// Maximum number of bytes from one segment to the marker of the next.
  private let mostGarbage: Int
  /// Where the next marker is looked for.
  package private(set) var offset = 2
  /// Whether the mark of the end was read.
  package private(set) var isAtEnd = false

  /// Behind the metadata follow tables and the size, all of which one read gets.
  private static let tables = 1024

  package init(_ bytes: PhotoBytes, mostGarbage: Int = .max) {
    (self.bytes, self.mostGarbage) = (bytes, mostGarbage)
  }

  /// Reads the next segment; nil at the mark of the end, and where there is no marker.
  package mutating func next() throws(PhotoFlaw) -> Segment? {
    if offset > 2 { bytes.pieceBytes = Self.tables }
    while let place = nextMarker(), let marker = bytes.byte(at: place + 1) {
      switch marker {
      // Without a length: TEM and the restarts, and a beginning again.
      case 0x01, 0xD0...0xD8:
        try bytes.takeEntry()
        offset = place + 2
        continue
      case 0xD9:
        isAtEnd = true
        return nil
      default: break
      }
      let start = place + 2
      let length = bytes.number(at: start, 2) ?? 0
      guard length >= 2, length <= bytes.size - start else {
        throw .tooLong(.segment(marker), at: place, says: length, left: bytes.size - start)
      }
      try bytes.takePart()
      offset = start + length
      return Segment(marker: marker, offset: place, data: start + 2..<offset)
    }
    return nil
  }

  /// The next FF with a byte behind it that is neither a fill byte nor the zero within pixels (B.1.1.2).
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
