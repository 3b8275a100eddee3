/// Where the data of an item is, as the box `iloc` says it (ISO/IEC 14496-12, 8.11.3).
struct ItemPlace {
  let id: Int
  /// 0 for the file, 1 for the box `idat`, 2 for the data of another item.
  let method: Int
  /// 0 for this file.
  let file: Int
  /// What all offsets are counted from.
  private let base: Int
  private let extents: [(offset: Int, length: Int)]
  private let box: Boxes.Box

  /// Reads a box, and shows each item in it.
  static func forEach(
    in box: Boxes.Box, of boxes: Boxes, _ look: (ItemPlace) throws(FileFlaw) -> Void
  ) throws(FileFlaw) {
    let (version, _, body) = try boxes.version(of: box)
    var cursor = boxes.cursor(body, in: box)
    let sizes = try cursor.next(2)
    let (offsetSize, lengthSize) = (sizes >> 12, sizes >> 8 & 15)
    let (baseSize, indexSize) = (sizes >> 4 & 15, version == 0 ? 0 : sizes & 15)
    guard [offsetSize, lengthSize, baseSize, indexSize].allSatisfy({ [0, 4, 8].contains($0) })
    else { throw .wrong("its box 'iloc'", at: box.offset, "has numbers of an unknown size") }
    for _ in 0..<(try cursor.next(version < 2 ? 2 : 4)) {
      let id = try cursor.next(version < 2 ? 2 : 4)
      let method = version == 0 ? 0 : try cursor.next(2) & 15
      let file = try cursor.next(2)
      let base = try cursor.next(baseSize)
      let count = try cursor.next(2)
      // Extents without numbers cost no bytes, and there could be 65,535 of them for each item.
      guard count <= 1 || offsetSize + lengthSize + indexSize > 0 else {
        throw .wrong("its box 'iloc'", at: box.offset, "has \(count) extents without numbers")
      }
      var extents: [(offset: Int, length: Int)] = []
      for _ in 0..<count {
        _ = try cursor.next(indexSize)
        extents.append((try cursor.next(offsetSize), try cursor.next(lengthSize)))
      }
      try look(
        ItemPlace(id: id, method: method, file: file, base: base, extents: extents, box: box))
    }
  }

  /// The bytes that its extents mean.
  ///
  /// - Parameters:
  ///   - idat: the data of the box of that name.
  ///   - count: how long the file is.
  /// - Returns: for each extent its first byte, its length, and what it lies in.
  /// - Throws: where one lies outside of it.
  func ranges(
    idat: Range<Int>?, count: Int
  ) throws(FileFlaw) -> [(start: Int, length: Int, room: Range<Int>)] {
    let room = method == 1 ? idat ?? 0..<0 : 0..<count
    return try extents.map { (extent) throws(FileFlaw) in
      let (start, overflows) = base.addingReportingOverflow(extent.offset)
      guard !overflows, start <= room.count, extent.length <= room.count - start else {
        throw .wrong(
          "its box 'iloc'", at: box.offset,
          "puts item \(id) at bytes \(start) to \(start &+ extent.length) of \(room.count)")
      }
      return (room.lowerBound + start, extent.length, room)
    }
  }
}
