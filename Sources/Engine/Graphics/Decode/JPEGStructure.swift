internal import Glibc

/// The segments of a JPEG file up to its end, and the frame and scans among them (ISO/IEC 10918-1,
/// annex B).
struct JPEGStructure {
  /// One part between two markers: the marker's second byte, its place, and the data behind the
  /// length.
  struct Segment {
    let marker: UInt8
    let offset: Int
    let data: Range<Int>
  }

  /// Markers that stand alone: TEM, restarts and the beginning.
  private static func standsAlone(_ marker: UInt8) -> Bool {
    marker == 0x01 || (0xD0...0xD8).contains(marker)
  }

  /// Goes from segment to segment up to the end of the picture, and says where that does not work.
  ///
  /// As in libjpeg, bytes that belong to nothing are skipped.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - visit: returns false to stop.
  /// - Returns: what is wrong, and where; nil for nothing.
  static func walk(
    _ bytes: UnsafeBufferPointer<UInt8>, _ visit: (Segment) -> Bool
  ) -> FileFlaw? {
    var offset = 2
    while let place = nextMarker(in: bytes, from: offset) {
      let marker = bytes[place + 1]
      if marker == 0xD9 { return nil }
      offset = place + 2
      if standsAlone(marker) { continue }
      guard let length = bytes.number(at: offset, 2), length >= 2, length <= bytes.count - offset
      else {
        let says = bytes.number(at: offset, 2) ?? 0
        return .tooLong(
          "its segment FF\(hex(marker))", at: place, says: says, left: bytes.count - offset)
      }
      guard visit(Segment(marker: marker, offset: place, data: offset + 2..<offset + length))
      else { return nil }
      offset += length
    }
    // libjpeg says what is missing where a file has no end.
    return nil
  }

  /// The next FF with a byte behind it that is neither a fill byte nor the zero within pixels.
  private static func nextMarker(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int? {
    guard let base = bytes.baseAddress else { return nil }
    var offset = start
    while offset + 1 < bytes.count,
      let found = memchr(base + offset, 0xFF, bytes.count - offset - 1)
    {
      offset = UnsafeRawPointer(found) - UnsafeRawPointer(base)
      let next = bytes[offset + 1]
      if next == 0xFF {
        offset += 1
      } else if next == 0 {
        offset += 2
      } else {
        return offset
      }
    }
    return nil
  }

  private static func hex(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.count == 1 ? "0" + digits : digits
  }

  static func structure(of bytes: UnsafeBufferPointer<UInt8>) -> Result<PhotoStructure, FileFlaw> {
    var structure = PhotoStructure()
    var frame: Frame?
    var (scans, isInterleaved) = (0, true)
    let flaw = walk(bytes) { segment in
      structure.parts += 1
      switch segment.marker {
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
        frame = frame ?? Frame(bytes, segment)
      case 0xDA:
        scans += 1
        let members = segment.data.isEmpty ? 0 : Int(bytes[segment.data.lowerBound])
        if let frame, scans == 1 { isInterleaved = members == frame.components.count }
      default: break
      }
      // Nobody draws so many; counting goes no further.
      return structure.parts <= PhotoLimits.parts
    }
    if let flaw { return .failure(flaw) }
    structure.scans = scans
    if let frame {
      structure.workingBytes = frame.rowBytes
      if frame.isProgressive || !isInterleaved { structure.workingBytes += frame.coefficientBytes }
    }
    return .success(structure)
  }

  /// What the frame header says, in so far as memory depends on it.
  private struct Frame {
    let width: Int
    let height: Int
    let isProgressive: Bool
    /// How many samples across and down each component has in a block of the picture.
    let components: [(across: Int, down: Int)]

    init?(_ bytes: UnsafeBufferPointer<UInt8>, _ segment: Segment) {
      let start = segment.data.lowerBound
      guard segment.data.count >= 6, let height = bytes.number(at: start + 1, 2),
        let width = bytes.number(at: start + 3, 2), let count = bytes.number(at: start + 5, 1),
        segment.data.count >= 6 + 3 * count
      else { return nil }
      (self.width, self.height) = (width, height)
      isProgressive = [0xC2, 0xC6, 0xCA, 0xCE].contains(segment.marker)
      components = (0..<count).map { index in
        let sampling = bytes[start + 6 + 3 * index + 1]
        return (max(1, Int(sampling >> 4)), max(1, Int(sampling & 15)))
      }
    }

    /// A picture of several scans is kept as 64 coefficients of two bytes for each block.
    var coefficientBytes: Int {
      let (across, down) = largest
      // Blocks come in groups, one group for the largest component's sampling.
      let columns = (width + 8 * across - 1) / (8 * across)
      let rows = (height + 8 * down - 1) / (8 * down)
      return components.reduce(0) { $0 + columns * $1.across * rows * $1.down * 128 }
    }

    /// Some rows of blocks of each component, before and after they are scaled up to the picture.
    var rowBytes: Int { width * components.count * 8 * largest.down * 6 + 1 << 20 }

    private var largest: (across: Int, down: Int) {
      components.reduce((1, 1)) { (max($0.0, $1.across), max($0.1, $1.down)) }
    }
  }
}
