/// A box of an ISO base media file (ISO/IEC 14496-12, 4.2).
package struct ISOBox: Sendable {
  package let name: FourCC
  package let offset: Int
  /// The byte range of the contents, which follow the header.
  package let body: Range<Int>

  /// Creates a flaw that names this box.
  package func wrong(_ problem: String) -> PhotoFlaw { .wrong(.box(name), at: offset, problem) }
}

/// Iterates over sibling boxes in a range and checks that each box fits in the range.
package struct ISOBoxes {
  private let bytes: PhotoBytes
  private let end: Int
  private var offset: Int

  package init(_ bytes: PhotoBytes, in range: Range<Int>) {
    (self.bytes, end, offset) = (bytes, range.upperBound, range.lowerBound)
  }

  /// Reads the next box; returns nil at the end of the range.
  package mutating func next() throws(PhotoFlaw) -> ISOBox? {
    guard offset < end else { return nil }
    try bytes.takePart()
    let box = try bytes.box(at: offset, before: end)
    offset = box.body.upperBound
    return box
  }
}

extension PhotoBytes {
  /// Reads a box header, which is 8 bytes long, or 16 bytes if the length is a 64-bit number.
  package func box(at offset: Int, before end: Int) throws(PhotoFlaw) -> ISOBox {
    let left = end - offset
    guard left >= 8, let short = number(at: offset, 4), let name = name(at: offset + 4) else {
      throw .tooLong(.box(nil), at: offset, says: 8, left: left)
    }
    var (header, length) = (8, short)
    if short == 1 {
      guard left >= 16, let long = number(at: offset + 8, 8) else {
        throw .tooLong(.box(name), at: offset, says: 16, left: left)
      }
      (header, length) = (16, long)
    } else if short == 0 {
      length = left
    }
    guard length >= header else {
      throw .shortLength(.box(name), at: offset, says: length, left: left)
    }
    guard length <= left else {
      throw .tooLong(.box(name), at: offset, says: length, left: left)
    }
    return ISOBox(name: name, offset: offset, body: offset + header..<offset + length)
  }

  /// Reads all boxes in a range.
  package func boxes(in range: Range<Int>) throws(PhotoFlaw) -> [ISOBox] {
    var (boxes, found) = (ISOBoxes(self, in: range), [ISOBox]())
    while let box = try boxes.next() { found.append(box) }
    return found
  }

  /// Finds the first box of a type in a range; later boxes are not read.
  package func firstBox(_ name: FourCC, in range: Range<Int>) throws(PhotoFlaw) -> ISOBox? {
    var boxes = ISOBoxes(self, in: range)
    while let box = try boxes.next() {
      if box.name == name { return box }
    }
    return nil
  }

  /// Reads the version and flags of a full box and returns a cursor for its contents.
  package func contents(
    of box: ISOBox
  ) throws(PhotoFlaw) -> (version: Int, flags: Int, cursor: BoxCursor) {
    guard box.body.count >= 4, let word = number(at: box.body.lowerBound, 4) else {
      throw .tooShort(.box(box.name), at: box.offset)
    }
    let cursor = BoxCursor(self, box.body.dropFirst(4), of: box)
    return (word >> 24, word & 0xFF_FFFF, cursor)
  }
}

/// Reads big-endian integers from a box without reading past its end.
package struct BoxCursor {
  private let bytes: PhotoBytes
  /// The range of bytes that have not been read.
  package private(set) var rest: Range<Int>
  private let box: ISOBox

  package init(_ bytes: PhotoBytes, _ range: Range<Int>, of box: ISOBox) {
    (self.bytes, rest, self.box) = (bytes, range, box)
  }

  /// Reads an integer of 0 to 8 bytes; an integer of 0 bytes is 0.
  package mutating func next(_ count: Int) throws(PhotoFlaw) -> Int {
    if count == 0 { return 0 }
    guard count <= rest.count, let number = bytes.number(at: rest.lowerBound, count) else {
      throw box.wrong("ends in the middle of a number")
    }
    rest = rest.lowerBound + count..<rest.upperBound
    return number
  }

  /// Reads a four-character code.
  mutating func nextName() throws(PhotoFlaw) -> FourCC {
    FourCC(UInt32(truncatingIfNeeded: try next(4)))
  }

  /// Skips `count` bytes in a list.
  mutating func skip(_ count: Int) throws(PhotoFlaw) {
    guard count <= rest.count else { throw box.wrong("ends in the middle of a list") }
    rest = rest.lowerBound + count..<rest.upperBound
  }
}
