internal import Graphics

/// The box `meta` of a HEIF or AVIF file (ISO/IEC 23008-12, 6): which picture is shown, how large it is and how
/// turned, and where its EXIF data is.
struct HEIFHead {
  private let bytes: HeaderBytes
  private var parts = HeadParts()
  /// The boxes within `meta`, of each kind the first.
  private var boxes: [Int: HEIFBoxes.Box] = [:]

  static func read(_ bytes: HeaderBytes) -> HeadParts {
    var head = HEIFHead(bytes: bytes)
    do throws(PhotoDamage) {
      try head.read()
    } catch {
      head.parts.damage = error
    }
    return head.parts
  }

  private init(bytes: HeaderBytes) { self.bytes = bytes }

  private mutating func read() throws(PhotoDamage) {
    guard let meta = try first("meta") else { return try readSequence(first("moov")) }
    let contents = try meta.contents(bytes).rest
    var boxes: [Int: HEIFBoxes.Box] = [:]
    try HEIFBoxes.forEach(in: contents.offset..<contents.end, of: bytes) { box in
      if boxes[box.name] == nil { boxes[box.name] = box }
      return true
    }
    self.boxes = boxes
    // A sequence may have a box for metadata, and no picture in it.
    guard self["pitm"] != nil else { return try readSequence(first("moov")) }
    let named = try primary()
    let primary = try shown(named)
    if let box = self["iprp"] { try readProperties(of: primary, box) }
    let exif = try exifItem(of: [primary, named])
    if let box = self["iloc"] {
      var reader = HEIFPlaces(bytes, box, data: self["idat"]?.body)
      try reader.read(exif)
      parts.exif = reader.block.flatMap(HEIFHead.tiff)
    }
  }

  /// The first box of a name in the file.
  private func first(_ name: StaticString) throws(PhotoDamage) -> HEIFBoxes.Box? {
    var found: HEIFBoxes.Box?
    try HEIFBoxes.forEach(in: 0..<bytes.size, of: bytes) { box in
      if box.name == HEIFBoxes.name(name) { found = box }
      return found == nil
    }
    return found
  }

  private subscript(_ name: StaticString) -> HEIFBoxes.Box? { boxes[HEIFBoxes.name(name)] }

  private func primary() throws(PhotoDamage) -> Int {
    guard let box = self["pitm"] else { throw .noPicture }
    var (version, _, cursor) = try box.contents(bytes)
    return try box.number(&cursor, version == 0 ? 2 : 4)
  }

  /// The picture to look at: of one that is mapped by a gain map (ISO 21496-1), the picture that the map would change.
  private func shown(_ picture: Int) throws(PhotoDamage) -> Int {
    let mapped = try items(of: HEIFBoxes.name("tmap"))
    guard mapped.contains(picture) else { return picture }
    let sources = try references(HEIFBoxes.name("dimg")).first { $0.from == picture }?.to ?? []
    return sources.first { !mapped.contains($0) } ?? picture
  }

  /// The items of a type, in their order.
  private func items(of type: Int) throws(PhotoDamage) -> [Int] {
    guard let box = self["iinf"] else { return [] }
    var (version, _, cursor) = try box.contents(bytes)
    _ = try box.number(&cursor, version == 0 ? 2 : 4)
    var items: [Int] = []
    try HEIFBoxes.forEach(in: cursor.offset..<cursor.end, of: bytes) { entry throws(PhotoDamage) in
      var (version, _, cursor) = try entry.contents(bytes)
      guard version >= 2 else { return true }
      let id = try entry.number(&cursor, version == 2 ? 2 : 4)
      _ = try entry.number(&cursor, 2)
      if try entry.number(&cursor, 4) == type { items.append(id) }
      return true
    }
    return items
  }

  /// The item with EXIF data that describes one of some pictures; the first one where none says which it describes.
  private func exifItem(of pictures: Set<Int>) throws(PhotoDamage) -> Int? {
    let items = try items(of: HEIFBoxes.name("Exif"))
    guard items.count > 1 else { return items.first }
    let describing = Set(
      try references(HEIFBoxes.name("cdsc")).filter { !pictures.isDisjoint(with: $0.to) }
        .map(\.from))
    return items.first { describing.contains($0) } ?? items.first
  }

  /// References of a kind, from one item to others.
  private func references(_ kind: Int) throws(PhotoDamage) -> [(from: Int, to: [Int])] {
    guard let box = self["iref"] else { return [] }
    let (version, _, cursor) = try box.contents(bytes)
    let width = version == 0 ? 2 : 4
    var found: [(from: Int, to: [Int])] = []
    try HEIFBoxes.forEach(in: cursor.offset..<cursor.end, of: bytes) { entry throws(PhotoDamage) in
      guard entry.name == kind else { return true }
      var cursor = HeaderCursor(bytes, entry.body)
      let from = try entry.number(&cursor, width)
      let others = try (0..<(try entry.number(&cursor, 2))).map { _ throws(PhotoDamage) in
        guard bytes.takePart() else { throw .tooManyParts }
        return try entry.number(&cursor, width)
      }
      found.append((from, others))
      return true
    }
    return found
  }

  /// Four bytes say how far behind them the TIFF header is (ISO/IEC 23008-12, A.2.1).
  private static func tiff(_ block: HeadParts.ExifBlock) -> HeadParts.ExifBlock? {
    guard let skipped = block.bytes.number(at: block.range.lowerBound, 4), block.range.count > 4,
      skipped < block.range.count - 4
    else { return nil }
    let start = block.range.lowerBound + 4 + skipped
    return HeadParts.ExifBlock(block.bytes, start..<block.range.upperBound).withoutMark
  }
}

// MARK: - Size and turn

extension HEIFHead {
  private mutating func readProperties(
    of picture: Int, _ box: HEIFBoxes.Box
  ) throws(PhotoDamage) {
    var list: HEIFBoxes.Box?
    var indices: [Int] = []
    try HEIFBoxes.forEach(in: box.body, of: bytes) { inner throws(PhotoDamage) in
      if inner.name == HEIFBoxes.name("ipco"), list == nil { list = inner }
      // Each picture is in one list, and stands there once.
      if inner.name == HEIFBoxes.name("ipma"), indices.isEmpty {
        indices = try HEIFHead.properties(of: picture, inner, bytes)
      }
      return true
    }
    guard let list else { return }
    var properties: [Int: HEIFBoxes.Box] = [:]
    var index = 0
    try HEIFBoxes.forEach(in: list.body, of: bytes) { property in
      index += 1
      if indices.contains(index) { properties[index] = property }
      return true
    }
    var turn = PictureTurn()
    // Turned in the order in which they are listed (ISO/IEC 23008-12, 6.3).
    for property in indices.compactMap({ properties[$0] }) { read(property, &turn) }
    parts.orientation = turn.orientation
  }

  private mutating func read(_ property: HEIFBoxes.Box, _ turn: inout PictureTurn) {
    let start = property.body.lowerBound
    switch property.name {
    case HEIFBoxes.name("ispe") where parts.pixels == nil && property.body.count >= 12:
      guard let width = bytes.number(at: start + 4, 4), width > 0,
        let height = bytes.number(at: start + 8, 4), height > 0
      else { return }
      parts.pixels = PhotoHeader.PixelSize(width: width, height: height)
    case HEIFBoxes.name("irot") where !property.body.isEmpty:
      if let angle = bytes.byte(at: start) { turn.rotateLeft(Int(angle & 3)) }
    case HEIFBoxes.name("imir") where !property.body.isEmpty:
      if let axis = bytes.byte(at: start) { turn.mirror(upsideDown: axis & 1 == 0) }
    default: break
    }
  }

  /// Which properties of the list a picture has, counted from 1.
  private static func properties(
    of picture: Int, _ box: HEIFBoxes.Box, _ bytes: HeaderBytes
  ) throws(PhotoDamage) -> [Int] {
    var (version, flags, cursor) = try box.contents(bytes)
    let (width, isWide) = (version == 0 ? 2 : 4, flags & 1 == 1)
    for _ in 0..<(try box.number(&cursor, 4)) {
      guard bytes.takePart() else { throw .tooManyParts }
      let id = try box.number(&cursor, width)
      let count = try box.number(&cursor, 1)
      guard id == picture else {
        guard cursor.skip(count * (isWide ? 2 : 1)) else {
          throw .malformed(box.title, at: box.offset, "ends in the middle of a list")
        }
        continue
      }
      return try (0..<count).map { _ throws(PhotoDamage) in
        try box.number(&cursor, isWide ? 2 : 1) & (isWide ? 0x7FFF : 0x7F)
      }
    }
    return []
  }
}

// MARK: - Sequences

extension HEIFHead {
  /// Reads the size and turn of the first picture track of a film without a picture beside it (ISO/IEC 23008-12, 7).
  private mutating func readSequence(_ film: HEIFBoxes.Box?) throws(PhotoDamage) {
    guard let film else { throw .noPicture }
    try HEIFBoxes.forEach(in: film.body, of: bytes) { track throws(PhotoDamage) in
      guard track.name == HEIFBoxes.name("trak"), parts.pixels == nil,
        let media = try child("mdia", of: track.body), let handler = try child("hdlr", of: media),
        ["pict", "vide"].contains(where: { bytes.has($0, at: handler.lowerBound + 8) }),
        let info = try child("minf", of: media), let table = try child("stbl", of: info),
        let description = try child("stsd", of: table)
      else { return parts.pixels == nil }
      try readEntry(description)
      return parts.pixels == nil
    }
    if parts.pixels == nil { throw .noPicture }
  }

  private func child(_ name: StaticString, of range: Range<Int>) throws(PhotoDamage) -> Range<Int>?
  {
    var found: Range<Int>?
    try HEIFBoxes.forEach(in: range, of: bytes) { box in
      if box.name == HEIFBoxes.name(name) { found = box.body }
      return found == nil
    }
    return found
  }

  /// Reads a visual sample entry (ISO/IEC 14496-12, section 12.1.3).
  ///
  /// Its size stands behind 24 bytes, and boxes behind 78.
  private mutating func readEntry(_ description: Range<Int>) throws(PhotoDamage) {
    guard description.count > 16 else { return }
    let entry = try HEIFBoxes.box(
      at: description.lowerBound + 8, before: description.upperBound, of: bytes)
    let start = entry.body.lowerBound
    guard entry.body.count >= 78, let width = bytes.number(at: start + 24, 2), width > 0,
      let height = bytes.number(at: start + 26, 2), height > 0
    else { return }
    parts.pixels = PhotoHeader.PixelSize(width: width, height: height)
    var turn = PictureTurn()
    try HEIFBoxes.forEach(in: start + 78..<entry.body.upperBound, of: bytes) { property in
      read(property, &turn)
      return true
    }
    parts.orientation = turn.orientation
  }
}
