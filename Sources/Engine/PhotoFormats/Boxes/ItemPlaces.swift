/// The items in the box `iloc`, one after another: where the data of each is (ISO/IEC 14496-12, 8.11.3).
package struct ItemPlaces {
  private let bytes: PhotoBytes
  private let box: ISOBox
  private let version: Int
  private let widths: Widths
  private var cursor: BoxCursor
  private var left: Int

  /// Bytes that each kind of number has.
  private struct Widths {
    let offset: Int
    let length: Int
    let base: Int
    let index: Int
  }

  package init(_ bytes: PhotoBytes, _ box: ISOBox) throws(PhotoFlaw) {
    (self.bytes, self.box) = (bytes, box)
    (version, _, cursor) = try bytes.contents(of: box)
    let sizes = try cursor.next(2)
    widths = Widths(
      offset: sizes >> 12, length: sizes >> 8 & 15, base: sizes >> 4 & 15,
      index: version == 0 ? 0 : sizes & 15)
    guard
      [widths.offset, widths.length, widths.base, widths.index].allSatisfy([0, 4, 8].contains)
    else { throw box.wrong("has numbers of an unknown size") }
    left = try cursor.next(version < 2 ? 2 : 4)
  }

  /// Reads the next item; nil behind the last one.
  package mutating func next() throws(PhotoFlaw) -> ItemPlace? {
    guard left > 0 else { return nil }
    left -= 1
    try bytes.takeEntry()
    let id = try cursor.next(version < 2 ? 2 : 4)
    let method = version == 0 ? 0 : try cursor.next(2) & 15
    let file = try cursor.next(2)
    let base = try cursor.next(widths.base)
    let count = try cursor.next(2)
    // Extents without numbers cost no bytes, and there could be 65,535 of them for each item.
    guard count <= 1 || widths.offset + widths.length + widths.index > 0 || bytes.limitsEntries
    else { throw box.wrong("has \(count) extents without numbers") }
    var extents: [ItemPlace.Extent] = []
    for _ in 0..<count {
      try bytes.takeEntry()
      _ = try cursor.next(widths.index)
      extents.append((try cursor.next(widths.offset), try cursor.next(widths.length)))
    }
    return ItemPlace(id: id, method: method, file: file, base: base, extents: extents, box: box)
  }
}

/// Where the data of an item is.
package struct ItemPlace {
  package typealias Extent = (offset: Int, length: Int)

  package let id: Int
  /// 0 for the file, 1 for the box `idat`, 2 for the data of another item.
  package let method: Int
  /// 0 for this file.
  package let file: Int
  /// What all offsets are counted from.
  fileprivate let base: Int
  package let extents: [Extent]
  fileprivate let box: ISOBox

  /// The bytes of the file that its extents mean.
  ///
  /// - Parameters:
  ///   - data: the body of the box `idat`.
  ///   - size: how long the file is.
  /// - Returns: a range for each extent; no length means all there is.
  /// - Throws: where an extent lies outside of the file, or of the box.
  package func ranges(data: Range<Int>?, size: Int) throws(PhotoFlaw) -> [Range<Int>] {
    let room = method == 1 ? data ?? 0..<0 : 0..<size
    return try extents.map { (extent) throws(PhotoFlaw) in
      let (start, overflows) = base.addingReportingOverflow(extent.offset)
      guard !overflows, start <= room.count, extent.length <= room.count - start else {
        throw .misplaced(
          .box(box.name), at: box.offset,
          PhotoFlaw.ItemExtent(
            item: id, start: start, length: extent.length, room: room.count, isInFile: method != 1))
      }
      let first = room.lowerBound + start
      return first..<(extent.length == 0 ? room.upperBound : first + extent.length)
    }
  }
}
