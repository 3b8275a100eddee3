package import WallfarmPluginKit

/// The lists in the box `meta` of a HEIF or AVIF file (ISO/IEC 14496-12, 8.11; ISO/IEC 23008-12, 6).
extension PhotoBytes {
  /// The item that the box `pitm` names.
  package func primaryItem(in box: ISOBox) throws(PhotoFlaw) -> Int {
    var (version, _, cursor) = try contents(of: box)
    return try cursor.next(version == 0 ? 2 : 4)
  }

  /// An item in the box `iinf`.
  package struct ItemEntry {
    package let box: ISOBox
    package let id: Int
    /// Nil for the first two versions of an entry.
    package let type: FourCC?
    /// The name of the item, and what kind of text it has.
    package let texts: Range<Int>
  }

  /// The items that the box `iinf` lists.
  ///
  /// Entries of the first two versions are left out unless `hasOld` is set, and boxes of another name than `infe`
  /// unless `hasOthers` is set.
  package func itemEntries(
    in box: ISOBox, hasOld: Bool = false, hasOthers: Bool = false
  ) throws(PhotoFlaw) -> [ItemEntry] {
    let (version, _, list) = try contents(of: box)
    let header = version == 0 ? 2 : 4
    guard list.rest.count >= header else { throw .tooShort(.box(box.name), at: box.offset) }
    var entries: [ItemEntry] = []
    var boxes = ISOBoxes(self, in: list.rest.dropFirst(header))
    while let entry = try boxes.next() {
      guard entry.name == "infe" || hasOthers else { continue }
      var (version, _, cursor) = try contents(of: entry)
      guard version >= 2 || hasOld else { continue }
      let id = try cursor.next(version < 3 ? 2 : 4)
      _ = try cursor.next(2)
      let type = version < 2 ? nil : try cursor.nextName()
      entries.append(ItemEntry(box: entry, id: id, type: type, texts: cursor.rest))
    }
    return entries
  }

  /// References of one kind from an item to others, in the box `iref`.
  package struct ItemReferences {
    /// Its name is the kind.
    package let box: ISOBox
    package let from: Int
    package let to: [Int]
  }

  /// The references of the box `iref`, of one kind or of all.
  package func itemReferences(
    in box: ISOBox, of kind: FourCC? = nil
  ) throws(PhotoFlaw) -> [ItemReferences] {
    let (version, _, list) = try contents(of: box)
    let width = version == 0 ? 2 : 4
    var found: [ItemReferences] = []
    var boxes = ISOBoxes(self, in: list.rest)
    while let entry = try boxes.next() {
      guard kind == nil || entry.name == kind else { continue }
      var cursor = BoxCursor(self, entry.body, of: entry)
      let from = try cursor.next(width)
      var to: [Int] = []
      for _ in 0..<(try cursor.next(2)) {
        try takeEntry()
        to.append(try cursor.next(width))
      }
      found.append(ItemReferences(box: entry, from: from, to: to))
    }
    return found
  }

  /// The properties of items that the box `ipma` gives, as places in the list of properties, from 1.
  ///
  /// With `item`, the first that are given to that item.
  package func itemProperties(
    in box: ISOBox, of item: Int? = nil
  ) throws(PhotoFlaw) -> [(id: Int, indices: [Int])] {
    var (version, flags, cursor) = try contents(of: box)
    let (width, mask) = flags & 1 == 1 ? (2, 0x7FFF) : (1, 0x7F)
    var found: [(id: Int, indices: [Int])] = []
    for _ in 0..<(try cursor.next(4)) {
      try takeEntry()
      let id = try cursor.next(version == 0 ? 2 : 4)
      let count = try cursor.next(1)
      guard item == nil || item == id else {
        try cursor.skip(count * width)
        continue
      }
      var indices: [Int] = []
      for _ in 0..<count { indices.append(try cursor.next(width) & mask) }
      found.append((id, indices))
      if item != nil { break }
    }
    return found
  }

  /// Width and height in the body of a property `ispe`; nil where they are not there.
  package func itemSize(in body: Range<Int>) -> PixelSize? {
    guard body.count >= 12, let width = number(at: body.lowerBound + 4, 4),
      let height = number(at: body.lowerBound + 8, 4)
    else { return nil }
    return PixelSize(width: width, height: height)
  }

  /// Width and height in the body of a visual sample entry, whose boxes begin 78 bytes behind its start
  /// (ISO/IEC 14496-12, 12.1.3).
  package func sampleSize(in body: Range<Int>) -> PixelSize? {
    guard let width = number(at: body.lowerBound + 24, 2),
      let height = number(at: body.lowerBound + 26, 2)
    else { return nil }
    return PixelSize(width: width, height: height)
  }
}
