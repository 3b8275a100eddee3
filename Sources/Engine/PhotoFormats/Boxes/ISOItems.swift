package import WallfarmPluginKit

/// Reads the lists in the `meta` box of HEIF and AVIF files (ISO/IEC 14496-12, 8.11; ISO/IEC
/// 23008-12, 6).
extension PhotoBytes {
  /// Reads the ID of the primary item from the `pitm` box.
  package func primaryItem(in box: ISOBox) throws(PhotoFlaw) -> Int {
    var (version, _, cursor) = try contents(of: box)
    return try cursor.next(version == 0 ? 2 : 4)
  }

  /// An entry of the `iinf` box.
  package struct ItemEntry {
    package let box: ISOBox
    package let id: Int
    /// The item type; nil in entries of versions 0 and 1.
    package let type: FourCC?
    /// The byte range of the strings for the item name and the content type.
    package let texts: Range<Int>
  }

  /// Reads the entries of the `iinf` box.
  ///
  /// Entries of versions 0 and 1 are included only if `hasOld` is true.
  package func itemEntries(
    in box: ISOBox, hasOld: Bool = false
  ) throws(PhotoFlaw) -> [ItemEntry] {
    let (version, _, list) = try contents(of: box)
    let header = version == 0 ? 2 : 4
    guard list.rest.count >= header else { throw .tooShort(.box(box.name), at: box.offset) }
    var entries: [ItemEntry] = []
    var boxes = ISOBoxes(self, in: list.rest.dropFirst(header))
    while let entry = try boxes.next() {
      guard entry.name == "infe" else { continue }
      var (version, _, cursor) = try contents(of: entry)
      guard version >= 2 || hasOld else { continue }
      let id = try cursor.next(version < 3 ? 2 : 4)
      _ = try cursor.next(2)
      let type = version < 2 ? nil : try cursor.nextName()
      entries.append(ItemEntry(box: entry, id: id, type: type, texts: cursor.rest))
    }
    return entries
  }

  /// A reference box, which contains references of one type from one item to others.
  package struct ItemReferences {
    /// The reference box, whose type is the reference type.
    package let box: ISOBox
    package let from: Int
    package let to: [Int]
  }

  /// Calls `body` for each reference box in the `iref` box; if a type is given, only for the boxes
  /// of that type.
  package func forEachReference(
    in box: ISOBox, of kind: FourCC? = nil,
    _ body: (ItemReferences) throws(PhotoFlaw) -> Void
  ) throws(PhotoFlaw) {
    let (version, _, list) = try contents(of: box)
    let width = version == 0 ? 2 : 4
    var boxes = ISOBoxes(self, in: list.rest)
    while let entry = try boxes.next() {
      guard kind == nil || entry.name == kind else { continue }
      var cursor = BoxCursor(self, entry.body, of: entry)
      let from = try cursor.next(width)
      var to: [Int] = []
      for _ in 0..<(try cursor.next(2)) {
        try takePart()
        to.append(try cursor.next(width))
      }
      try body(ItemReferences(box: entry, from: from, to: to))
    }
  }

  /// Calls `body` for each association in the `ipma` box; property indices are counted from 1.
  ///
  /// If `item` is given, only the first association of that item is visited.
  package func forEachAssociation(
    in box: ISOBox, of item: Int? = nil, _ body: (_ id: Int, _ indices: [Int]) -> Void
  ) throws(PhotoFlaw) {
    var (version, flags, cursor) = try contents(of: box)
    let (width, mask) = flags & 1 == 1 ? (2, 0x7FFF) : (1, 0x7F)
    for _ in 0..<(try cursor.next(4)) {
      try takePart()
      let id = try cursor.next(version == 0 ? 2 : 4)
      let count = try cursor.next(1)
      guard item == nil || item == id else {
        try cursor.skip(count * width)
        continue
      }
      var indices: [Int] = []
      for _ in 0..<count { indices.append(try cursor.next(width) & mask) }
      body(id, indices)
      if item != nil { break }
    }
  }

  /// Reads the width and height from the contents of an `ispe` property; nil if the property is too
  /// short.
  package func itemSize(in body: Range<Int>) -> PixelSize? {
    guard body.count >= 12, let width = number(at: body.lowerBound + 4, 4),
      let height = number(at: body.lowerBound + 8, 4)
    else { return nil }
    return PixelSize(width: width, height: height)
  }

  /// Reads the width and height from the contents of a visual sample entry (ISO/IEC 14496-12,
  /// 12.1.3).
  ///
  /// The child boxes of the entry begin at byte 78.
  package func sampleSize(in body: Range<Int>) -> PixelSize? {
    guard let width = number(at: body.lowerBound + 24, 2),
      let height = number(at: body.lowerBound + 26, 2)
    else { return nil }
    return PixelSize(width: width, height: height)
  }
}
