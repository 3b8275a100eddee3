/// Reads the big-endian numbers of one table with bounds checks.
///
/// Offsets are relative to the start of the table. All numbers have at most 32 bits, so sums and
/// small multiples of them cannot overflow.
struct FontTable: Sendable {
  let tag: FontTag
  /// The byte range of the table, which is inside the file.
  let range: Range<Int>
  private let bytes: [UInt8]

  /// Creates a reader; nil if the range is not completely inside the file.
  init?(_ tag: FontTag, _ bytes: [UInt8], at offset: Int, count: Int) {
    guard offset >= 0, count >= 0, count <= bytes.count, offset <= bytes.count - count else {
      return nil
    }
    (self.tag, self.bytes, range) = (tag, bytes, offset..<offset + count)
  }

  /// The size of the table in bytes.
  var count: Int { range.count }

  func uint8(at offset: Int) throws(FontFlaw) -> Int {
    let place = try place(of: offset, 1)
    return Int(bytes[place])
  }

  func uint16(at offset: Int) throws(FontFlaw) -> Int {
    let place = try place(of: offset, 2)
    return Int(bytes[place]) << 8 | Int(bytes[place + 1])
  }

  func int16(at offset: Int) throws(FontFlaw) -> Int {
    let number = try uint16(at: offset)
    return number < 0x8000 ? number : number - 0x1_0000
  }

  func uint32(at offset: Int) throws(FontFlaw) -> Int {
    let place = try place(of: offset, 4)
    return Int(bytes[place]) << 24 | Int(bytes[place + 1]) << 16 | Int(bytes[place + 2]) << 8
      | Int(bytes[place + 3])
  }

  /// Reads an unsigned number of 1 to 4 bytes.
  func number(at offset: Int, bytes count: Int) throws(FontFlaw) -> Int {
    let place = try place(of: offset, count)
    var number = 0
    for index in place..<place + count { number = number << 8 | Int(bytes[index]) }
    return number
  }

  /// Reads a number with 16 integer bits and 16 fraction bits.
  func fixed(at offset: Int) throws(FontFlaw) -> Double {
    Double(Int32(truncatingIfNeeded: try uint32(at: offset))) / 65_536
  }

  func tag(at offset: Int) throws(FontFlaw) -> FontTag {
    FontTag(UInt32(truncatingIfNeeded: try uint32(at: offset)))
  }

  /// Returns the bytes in a part of the table, without copying them.
  func slice(at offset: Int, count: Int) throws(FontFlaw) -> ArraySlice<UInt8> {
    let place = try place(of: offset, count)
    return bytes[place..<place + count]
  }

  /// Checks that a part of the table is completely inside the table.
  func require(_ count: Int, at offset: Int) throws(FontFlaw) {
    _ = try place(of: offset, count)
  }

  /// Returns the error for an invalid value at an offset in the table.
  func flaw(at offset: Int, _ problem: String) -> FontFlaw {
    .table(tag, at: range.lowerBound + offset, problem)
  }

  /// Returns the position in the file of a part of the table.
  private func place(of offset: Int, _ count: Int) throws(FontFlaw) -> Int {
    guard offset >= 0, count >= 0, count <= range.count, offset <= range.count - count else {
      throw .cut(tag, at: range.lowerBound + max(0, offset))
    }
    return range.lowerBound + offset
  }
}
