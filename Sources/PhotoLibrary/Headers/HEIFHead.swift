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
    var meta: HEIFBoxes.Box?
    try HEIFBoxes.forEach(in: 0..<bytes.size, of: bytes) { box in
      if box.name == HEIFBoxes.name("meta") { meta = box }
      return meta == nil
    }
    guard let meta else { throw .noPicture }
    let contents = try meta.contents(bytes).rest
    var boxes: [Int: HEIFBoxes.Box] = [:]
    try HEIFBoxes.forEach(in: contents.offset..<contents.end, of: bytes) { box in
      if boxes[box.name] == nil { boxes[box.name] = box }
      return true
    }
    self.boxes = boxes
    let primary = try primary()
    if let box = self["iprp"] { try readProperties(of: primary, box) }
    let exif = try exifItem(of: primary)
    if let box = self["iloc"] {
      var reader = HEIFPlaces(bytes, box, data: self["idat"]?.body)
      try reader.read(exif)
      parts.exif = reader.block.flatMap(HEIFHead.tiff)
    }
  }

  private subscript(_ name: StaticString) -> HEIFBoxes.Box? { boxes[HEIFBoxes.name(name)] }

  private func primary() throws(PhotoDamage) -> Int {
    guard let box = self["pitm"] else { throw .noPicture }
    var (version, _, cursor) = try box.contents(bytes)
    return try box.number(&cursor, version == 0 ? 2 : 4)
  }

  /// The item with EXIF data that describes a picture; the first one where none says which it describes.
  private func exifItem(of picture: Int) throws(PhotoDamage) -> Int? {
    guard let box = self["iinf"] else { return nil }
    var (version, _, cursor) = try box.contents(bytes)
    _ = try box.number(&cursor, version == 0 ? 2 : 4)
    var items: [Int] = []
    try HEIFBoxes.forEach(in: cursor.offset..<cursor.end, of: bytes) { entry throws(PhotoDamage) in
      var (version, _, cursor) = try entry.contents(bytes)
      guard version >= 2 else { return true }
      let id = try entry.number(&cursor, version == 2 ? 2 : 4)
      _ = try entry.number(&cursor, 2)
      if try entry.number(&cursor, 4) == HEIFBoxes.name("Exif") { items.append(id) }
      return true
    }
    guard items.count > 1, let describing = try describing(picture) else { return items.first }
    return items.first { describing.contains($0) } ?? items.first
  }

  /// What describes a picture: references of the kind `cdsc` go to it.
  private func describing(_ picture: Int) throws(PhotoDamage) -> Set<Int>? {
    guard let box = self["iref"] else { return nil }
    let (version, _, cursor) = try box.contents(bytes)
    let width = version == 0 ? 2 : 4
    var found: Set<Int> = []
    try HEIFBoxes.forEach(in: cursor.offset..<cursor.end, of: bytes) { entry throws(PhotoDamage) in
      guard entry.name == HEIFBoxes.name("cdsc") else { return true }
      var cursor = HeaderCursor(bytes, entry.body)
      let from = try entry.number(&cursor, width)
      for _ in 0..<(try entry.number(&cursor, 2)) {
        guard bytes.takePart() else { throw .tooManyParts }
        if try entry.number(&cursor, width) == picture { found.insert(from) }
      }
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
