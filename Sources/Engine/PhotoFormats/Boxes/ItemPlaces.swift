/// Iterates over the item locations in the `iloc` box (ISO/IEC 14496-12, 8.11.3).
package struct ItemPlaces {
  private let bytes: PhotoBytes
  private let box: ISOBox
  private let version: Int
  private let widths: Widths
  private var cursor: BoxCursor
  private var left: Int

  /// The sizes of the fields in bytes.
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
    else { throw box.wrong("has fields of an unsupported size") }
    left = try cursor.next(version < 2 ? 2 : 4)
  }

  /// Reads the next item location; returns nil after the last one.
  package mutating func next() throws(PhotoFlaw) -> ItemPlace? {
    guard left > 0 else { return nil }
    left -= 1
    try bytes.takePart()
    let id = try cursor.next(version < 2 ? 2 : 4)
    let method = version == 0 ? 0 : try cursor.next(2) & 15
    let file = try cursor.next(2)
    let base = try cursor.next(widths.base)
    let count = try cursor.next(2)
    // If all fields have a size of 0, extents take no bytes, so an item can declare 65,535 extents.
    // If the bytes come from a source, the maximum number of parts limits the extents.
    guard count <= 1 || widths.offset + widths.length + widths.index > 0 || bytes.isWindowed
    else { throw box.wrong("has \(count) extents whose fields have a size of 0") }
    var extents: [ItemPlace.Extent] = []
    for _ in 0..<count {
      try bytes.takePart()
      _ = try cursor.next(widths.index)
      extents.append((try cursor.next(widths.offset), try cursor.next(widths.length)))
    }
    return ItemPlace(id: id, method: method, file: file, base: base, extents: extents, box: box)
  }
}

/// The location of an item's data.
package struct ItemPlace {
  package typealias Extent = (offset: Int, length: Int)

  package let id: Int
  /// The construction method: 0 for file offsets, 1 for `idat`, 2 for another item.
  package let method: Int
  /// The data reference index; 0 means this file.
  package let file: Int
  /// The base offset, which is added to the offset of each extent.
  fileprivate let base: Int
  package let extents: [Extent]
  fileprivate let box: ISOBox

  /// Resolves the extents to byte ranges of the file.
  ///
  /// - Parameters:
  ///   - data: the byte range of the `idat` box's contents.
  ///   - size: the size of the file in bytes.
  /// - Returns: one range for each extent; an extent of length 0 extends to the end of the file or
  ///   of the `idat` box.
  /// - Throws: a flaw if an extent is outside the file or the `idat` box.
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
