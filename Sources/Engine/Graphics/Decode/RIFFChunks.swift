/// The chunks of a WebP file (RFC 9649), each held against the size of the file.
enum RIFFChunks {
  static func structure(of bytes: UnsafeBufferPointer<UInt8>) -> Result<PhotoStructure, FileFlaw> {
    var structure = PhotoStructure()
    var picture: Picture?
    guard let length = bytes.littleNumber(at: 4), (4...max(4, bytes.count - 8)).contains(length)
    else {
      let says = bytes.littleNumber(at: 4) ?? 0
      return .failure(.tooLong("its chunk 'RIFF'", at: 0, says: says, left: bytes.count - 8))
    }
    let flaw = walk(bytes, 12..<8 + length) { name, data in
      structure.parts += 1
      switch name {
      // Only the first frame of an animation is decoded. Its picture and its transparency are
      // chunks of their own behind a header of 16 bytes.
      case "ANMF" where picture == nil && data.count >= 16:
        var frame = Picture(bytes, size: data.lowerBound + 6)
        let inner = walk(bytes, data.lowerBound + 16..<data.upperBound) { name, data in
          structure.parts += 1
          frame.note(name)
          return nil
        }
        picture = frame
        return inner
      case "VP8 ", "VP8L":
        if picture == nil { picture = Picture(bytes, name: name, data: data) }
        picture?.note(name)
      case "ALPH":
        // Transparency comes before the picture, whose size is that of the canvas.
        if picture == nil { picture = Picture(bytes, size: 24) }
        picture?.note(name)
      default: break
      }
      return nil
    }
    if let flaw { return .failure(flaw) }
    structure.workingBytes = (picture?.workingBytes ?? 0) + 1 << 20
    return .success(structure)
  }

  /// Goes from chunk to chunk; `visit` may find a flaw within one.
  private static func walk(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>,
    _ visit: (String, Range<Int>) -> FileFlaw?
  ) -> FileFlaw? {
    var offset = range.lowerBound
    while range.upperBound - offset >= 8, let length = bytes.littleNumber(at: offset + 4) {
      let name = bytes[offset..<offset + 4].partName
      let start = offset + 8
      guard length <= range.upperBound - start else {
        return .tooLong(
          "its chunk '\(name)'", at: offset, says: length, left: range.upperBound - start)
      }
      if let flaw = visit(name, start..<start + length) { return flaw }
      // Chunks begin at even places.
      offset = start + length + length % 2
    }
    return nil
  }

  /// The picture that will be decoded, in so far as memory depends on it.
  private struct Picture {
    private let pixels: Int
    private var isLossless = false
    private var hasAlpha = false

    /// Width and height less one, in three bytes each.
    init(_ bytes: UnsafeBufferPointer<UInt8>, size offset: Int) {
      func side(_ offset: Int) -> Int {
        guard offset + 3 <= bytes.count else { return 0 }
        return bytes[offset..<offset + 3].reversed().reduce(0) { $0 << 8 | Int($1) } + 1
      }
      pixels = side(offset) * side(offset + 3)
    }

    /// A picture that stands alone says its size itself.
    init(_ bytes: UnsafeBufferPointer<UInt8>, name: String, data: Range<Int>) {
      let start = data.lowerBound
      if name == "VP8L", data.count >= 5, let bits = bytes.littleNumber(at: start + 1) {
        pixels = (bits & 0x3FFF + 1) * (bits >> 14 & 0x3FFF + 1)
      } else if name == "VP8 ", data.count >= 10, let bits = bytes.littleNumber(at: start + 6) {
        pixels = (bits & 0x3FFF) * (bits >> 16 & 0x3FFF)
      } else {
        pixels = 0
      }
    }

    mutating func note(_ name: String) {
      if name == "VP8L" { isLossless = true }
      if name == "ALPH" { hasAlpha = true }
    }

    /// libwebp decodes a lossless picture as a whole before it hands out rows, and transparency as a
    /// plane of its own, through an index of another; of the rest it keeps some rows.
    var workingBytes: Int {
      let rows = 16384 * 64
      if isLossless { return pixels * 4 + rows }
      return (hasAlpha ? pixels * 2 : 0) + rows
    }
  }
}
