/// The boxes of an ISO base media file (ISO/IEC 14496-12, 4.2), each held against what is round it.
enum HEIFBoxes {
  struct Box {
    /// Four characters as a number.
    let name: Int
    let offset: Int
    /// What is in it, behind its length and name.
    let body: Range<Int>

    /// For messages, without what a terminal would act on.
    var title: String {
      let characters = (0..<4).map { UInt8(truncatingIfNeeded: name >> (24 - $0 * 8)) }
      let shown = characters.map { (33..<127).contains($0) ? $0 : UInt8(ascii: "?") }
      return "its box '\(String(decoding: shown, as: UTF8.self))'"
    }
  }

  /// Four characters as a number.
  static func name(_ text: StaticString) -> Int {
    text.withUTF8Buffer { $0.reduce(0) { $0 << 8 | Int($1) } }
  }

  /// Shows the boxes that stand one after another in a range, until `look` says not to go on.
  static func forEach(
    in range: Range<Int>, of bytes: HeaderBytes, _ look: (Box) throws(PhotoDamage) -> Bool
  ) throws(PhotoDamage) {
    var offset = range.lowerBound
    while offset < range.upperBound {
      guard bytes.takePart() else { throw .tooManyParts }
      let box = try box(at: offset, before: range.upperBound, of: bytes)
      guard try look(box) else { return }
      offset = box.body.upperBound
    }
  }

  /// Reads length and name, which have eight bytes or sixteen.
  static func box(
    at offset: Int, before end: Int, of bytes: HeaderBytes
  ) throws(PhotoDamage) -> Box {
    guard end - offset >= 8, let short = bytes.number(at: offset, 4),
      let name = bytes.number(at: offset + 4, 4)
    else { throw .cut("a box", at: offset) }
    var (header, length) = (8, short)
    if short == 1 {
      guard end - offset >= 16, let long = bytes.number(at: offset + 8, 8) else {
        throw .cut(Box(name: name, offset: offset, body: offset..<offset).title, at: offset)
      }
      (header, length) = (16, long)
    } else if short == 0 {
      length = end - offset
    }
    let box = Box(name: name, offset: offset, body: offset..<offset)
    guard length >= header else {
      throw .malformed(box.title, at: offset, "is shorter than its header")
    }
    guard length <= end - offset else { throw .cut(box.title, at: offset) }
    return Box(name: name, offset: offset, body: offset + header..<offset + length)
  }
}

extension HEIFBoxes.Box {
  /// Reads what is in a box that begins with a version and flags.
  func contents(
    _ bytes: HeaderBytes
  ) throws(PhotoDamage) -> (version: Int, flags: Int, rest: HeaderCursor) {
    var cursor = HeaderCursor(bytes, body)
    let word = try number(&cursor, 4)
    return (word >> 24, word & 0xFF_FFFF, cursor)
  }

  /// The next number of a box.
  func number(_ cursor: inout HeaderCursor, _ count: Int) throws(PhotoDamage) -> Int {
    guard let number = cursor.next(count) else {
      throw .malformed(title, at: offset, "ends in the middle of a number")
    }
    return number
  }
}
