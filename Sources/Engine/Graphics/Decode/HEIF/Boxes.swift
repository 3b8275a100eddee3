/// The boxes of an ISO base media file (ISO/IEC 14496-12), each held against what is round it.
struct Boxes {
  struct Box {
    let name: String
    let offset: Int
    /// What is in it, behind its length and name.
    let body: Range<Int>
  }

  let bytes: UnsafeBufferPointer<UInt8>
  /// Boxes seen so far.
  private(set) var count = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// The boxes that stand one after another in a range.
  mutating func list(in range: Range<Int>) throws(FileFlaw) -> [Box] {
    var boxes: [Box] = []
    var offset = range.lowerBound
    while offset < range.upperBound {
      let left = range.upperBound - offset
      guard left >= 8, let short = bytes.number(at: offset, 4) else {
        throw .tooLong("its box", at: offset, says: 8, left: left)
      }
      let name = bytes[offset + 4..<offset + 8].partName
      var (header, length) = (8, short)
      if short == 1 {
        // A length of eight bytes stands behind the name.
        guard left >= 16, let long = bytes.number(at: offset + 8, 8) else {
          throw .tooLong("its box '\(name)'", at: offset, says: 16, left: left)
        }
        (header, length) = (16, long)
      } else if short == 0 {
        length = left
      }
      guard length >= header, length <= left else {
        throw .tooLong("its box '\(name)'", at: offset, says: length, left: left)
      }
      count += 1
      guard count <= PhotoLimits.parts else { return boxes }
      boxes.append(Box(name: name, offset: offset, body: offset + header..<offset + length))
      offset += length
    }
    return boxes
  }

  /// Version and flags of a box that begins with them.
  func version(of box: Box) throws(FileFlaw) -> (version: Int, flags: Int, body: Range<Int>) {
    guard box.body.count >= 4, let word = bytes.number(at: box.body.lowerBound, 4) else {
      throw .wrong("its box '\(box.name)'", at: box.offset, "is too short")
    }
    return (word >> 24, word & 0xFF_FFFF, box.body.lowerBound + 4..<box.body.upperBound)
  }

  /// Reads numbers one after another out of a box.
  func cursor(_ range: Range<Int>, in box: Box) -> Cursor {
    Cursor(bytes: bytes, offset: range.lowerBound, end: range.upperBound, box: box)
  }

  struct Cursor {
    let bytes: UnsafeBufferPointer<UInt8>
    private(set) var offset: Int
    let end: Int
    let box: Box

    fileprivate init(bytes: UnsafeBufferPointer<UInt8>, offset: Int, end: Int, box: Box) {
      (self.bytes, self.offset, self.end, self.box) = (bytes, offset, end, box)
    }

    mutating func next(_ count: Int) throws(FileFlaw) -> Int {
      if count == 0 { return 0 }
      guard count <= end - offset, let number = bytes.number(at: offset, count) else {
        throw .wrong("its box '\(box.name)'", at: box.offset, "ends in the middle of a number")
      }
      offset += count
      return number
    }
  }
}
