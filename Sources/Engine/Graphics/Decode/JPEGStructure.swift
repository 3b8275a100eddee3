import PhotoFormats

/// Checks the segments of a JPEG file and estimates the decoder memory (ISO/IEC 10918-1, annex B).
enum JPEGStructure {
  static func structure(of bytes: PhotoBytes) throws(PhotoFlaw) -> PhotoStructure {
    var frame: Frame?
    var (scans, isInterleaved) = (0, true)
    var segments = JPEGSegments(bytes)
    // A missing EOI marker is not checked here, because libjpeg reports it.
    while let segment = try segments.next() {
      switch segment.marker {
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
        frame = frame ?? Frame(bytes, segment)
      case 0xDA:
        scans += 1
        let members = bytes[segment.data].first.map(Int.init) ?? 0
        if let frame, scans == 1 { isInterleaved = members == frame.components.count }
      default: break
      }
    }
    var structure = PhotoStructure()
    structure.scans = scans
    if let frame {
      structure.workingBytes = frame.rowBytes
      if frame.isProgressive || !isInterleaved { structure.workingBytes += frame.coefficientBytes }
    }
    return structure
  }

  /// The fields of the frame header that determine decoder memory.
  private struct Frame {
    let width: Int
    let height: Int
    let isProgressive: Bool
    /// The sampling factors of each component.
    let components: [(across: Int, down: Int)]

    init?(_ bytes: PhotoBytes, _ segment: JPEGSegments.Segment) {
      let start = segment.data.lowerBound
      guard segment.data.count >= 6, let height = bytes.number(at: start + 1, 2),
        let width = bytes.number(at: start + 3, 2), let count = bytes.number(at: start + 5, 1),
        segment.data.count >= 6 + 3 * count
      else { return nil }
      (self.width, self.height) = (width, height)
      isProgressive = [0xC2, 0xC6, 0xCA, 0xCE].contains(segment.marker)
      components = (0..<count).map { index in
        let sampling = bytes.byte(at: start + 6 + 3 * index + 1) ?? 0
        return (max(1, Int(sampling >> 4)), max(1, Int(sampling & 15)))
      }
    }

    /// The coefficient memory of a multi-scan picture: 64 coefficients of 2 bytes per block.
    var coefficientBytes: Int {
      let (across, down) = largest
      // Each component is padded to whole MCUs.
      let columns = (width + 8 * across - 1) / (8 * across)
      let rows = (height + 8 * down - 1) / (8 * down)
      return components.reduce(0) { $0 + columns * $1.across * rows * $1.down * 128 }
    }

    /// The memory for row buffers: a few block rows of each component, before and after upsampling.
    var rowBytes: Int { width * components.count * 8 * largest.down * 6 + 1 << 20 }

    private var largest: (across: Int, down: Int) {
      components.reduce((1, 1)) { (max($0.0, $1.across), max($0.1, $1.down)) }
    }
  }
}
