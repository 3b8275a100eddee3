/// The box `iloc` (ISO/IEC 14496-12, 8.11.3): where the data of one item is, and whether all is within the file.
struct HEIFPlaces {
  private let bytes: HeaderBytes
  private let box: HEIFBoxes.Box
  /// The body of the box `idat`, which places of the second kind count from.
  private let data: Range<Int>?
  /// The data of the item that was asked for.
  private(set) var block: HeadParts.ExifBlock?

  /// Much more than EXIF data has, even with the maker note of a camera.
  private static let mostBytes = 1 << 20

  init(_ bytes: HeaderBytes, _ box: HEIFBoxes.Box, data: Range<Int>?) {
    (self.bytes, self.box, self.data) = (bytes, box, data)
  }

  /// Bytes that each kind of number has.
  private struct Widths {
    let offset: Int
    let length: Int
    let base: Int
    let index: Int

    init(_ sizes: Int, version: Int) {
      (offset, length, base) = (sizes >> 12, sizes >> 8 & 15, sizes >> 4 & 15)
      index = version == 0 ? 0 : sizes & 15
    }

    var areKnown: Bool { [offset, length, base, index].allSatisfy { [0, 4, 8].contains($0) } }
  }

  /// Looks at the places of all items, and keeps those of one.
  mutating func read(_ wanted: Int?) throws(PhotoDamage) {
    var (version, _, cursor) = try box.contents(bytes)
    let widths = Widths(try box.number(&cursor, 2), version: version)
    guard version <= 2, widths.areKnown else {
      throw .malformed(box.title, at: box.offset, "has numbers of an unknown size")
    }
    let idWidth = version < 2 ? 2 : 4
    for _ in 0..<(try box.number(&cursor, idWidth)) {
      guard bytes.takePart() else { throw .tooManyParts }
      let id = try box.number(&cursor, idWidth)
      let method = version == 0 ? 0 : try box.number(&cursor, 2) & 15
      let file = try box.number(&cursor, 2)
      let base = try box.number(&cursor, widths.base)
      var extents: [Range<Int>] = []
      for _ in 0..<(try box.number(&cursor, 2)) {
        guard bytes.takePart() else { throw .tooManyParts }
        _ = try box.number(&cursor, widths.index)
        let offset = try box.number(&cursor, widths.offset)
        let length = try box.number(&cursor, widths.length)
        // The third method builds on the data of other items, and other files are not looked at.
        guard method < 2, file == 0 else { continue }
        let extent = try place(base, offset, length, isInData: method == 1)
        if id == wanted { extents.append(extent) }
      }
      if id == wanted, block == nil { block = joined(extents) }
    }
  }

  /// Where an extent is in the file; no length means all there is.
  private func place(
    _ base: Int, _ offset: Int, _ length: Int, isInData: Bool
  ) throws(PhotoDamage) -> Range<Int> {
    let room = isInData ? data ?? 0..<0 : 0..<bytes.size
    let (start, overflows) = base.addingReportingOverflow(offset)
    guard !overflows, start <= room.count, length <= room.count - start else {
      // In the file it is missing at the end, and elsewhere it was never there.
      throw isInData
        ? .malformed(box.title, at: box.offset, "has places outside of its data")
        : .cut("its data", at: overflows ? bytes.size : min(start, bytes.size))
    }
    let begin = room.lowerBound + start
    return begin..<(length == 0 ? room.upperBound : begin + length)
  }

  /// The data in one piece: almost always it is, and otherwise it is put together.
  private func joined(_ extents: [Range<Int>]) -> HeadParts.ExifBlock? {
    guard extents.count > 1 else {
      return extents.first.map { HeadParts.ExifBlock(bytes, $0) }
    }
    guard extents.reduce(0, { $0 + min($1.count, Self.mostBytes + 1) }) <= Self.mostBytes else {
      return nil
    }
    var whole: [UInt8] = []
    for extent in extents {
      guard let part = bytes.copy(extent) else { return nil }
      whole += part
    }
    return HeadParts.ExifBlock(HeaderBytes(MemorySource(whole)), 0..<whole.count)
  }
}
