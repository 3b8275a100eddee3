import WallfarmPluginKit

/// The pictures of a HEIF file and how they belong together (ISO/IEC 23008-12), without their pixels.
struct HEIFItems {
  struct Item {
    var type = ""
    /// Places in the list of properties, from 1.
    var properties: [Int] = []
    /// Where the data stands, in the file.
    var extents: [Range<Int>] = []
    /// Pictures it is put together from.
    var sources: [Int] = []
    /// Pictures it is transparency or more of.
    var auxiliaryOf: [Int] = []
    /// Transparency that its colors are multiplied with already.
    var premultipliedBy: [Int] = []
    /// Width and height that a track tells instead of a property.
    var trackSize: PixelSize?
  }

  struct Property {
    let name: String
    let body: Range<Int>
  }

  var items: [Int: Item] = [:]
  var properties: [Property] = []
  /// The picture that the file names.
  var primary = 0
  private(set) var boxCount = 0
  /// Whether the picture is the first one of a track.
  private(set) var isFilm = false

  init(_ bytes: UnsafeBufferPointer<UInt8>) throws(FileFlaw) {
    var boxes = Boxes(bytes)
    let top = try boxes.list(in: 0..<bytes.count)
    if let meta = top.first(where: { $0.name == "meta" }) {
      let inner = try boxes.list(in: try boxes.version(of: meta).body)
      let data = inner.first { $0.name == "idat" }?.body
      for box in inner {
        switch box.name {
        case "pitm": try readPrimary(box, boxes)
        case "iinf": try readTypes(box, &boxes)
        case "iloc": try readPlaces(box, boxes, idat: data)
        case "iref": try readReferences(box, &boxes)
        case "iprp": try readProperties(box, &boxes)
        default: break
        }
      }
    }
    // A sequence may have no picture beside its track.
    if items[primary] == nil, let film = top.first(where: { $0.name == "moov" }) {
      try readTracks(film, &boxes)
      isFilm = true
    }
    primary = shown(primary)
    boxCount = boxes.count
  }

  /// The picture to draw: of one that is mapped by a gain map (ISO 21496-1), the picture that the map would change.
  private func shown(_ id: Int) -> Int {
    guard let item = items[id], item.type == "tmap" else { return id }
    return item.sources.first { items[$0].map { $0.type != "tmap" } ?? false } ?? id
  }

  private mutating func readPrimary(_ box: Boxes.Box, _ boxes: Boxes) throws(FileFlaw) {
    let (version, _, body) = try boxes.version(of: box)
    var cursor = boxes.cursor(body, in: box)
    primary = try cursor.next(version == 0 ? 2 : 4)
  }

  private mutating func readTypes(_ box: Boxes.Box, _ boxes: inout Boxes) throws(FileFlaw) {
    let (version, _, body) = try boxes.version(of: box)
    let header = version == 0 ? 2 : 4
    guard body.count >= header else {
      throw .wrong("its box 'iinf'", at: box.offset, "is too short")
    }
    for entry in try boxes.list(in: body.lowerBound + header..<body.upperBound)
    where entry.name == "infe" {
      let (version, _, body) = try boxes.version(of: entry)
      guard version >= 2 else { continue }
      var cursor = boxes.cursor(body, in: entry)
      let id = try cursor.next(version == 2 ? 2 : 4)
      _ = try cursor.next(2)
      let start = cursor.offset
      _ = try cursor.next(4)
      items[id, default: Item()].type = boxes.bytes[start..<start + 4].partName
    }
  }

  private mutating func readReferences(_ box: Boxes.Box, _ boxes: inout Boxes) throws(FileFlaw) {
    let (version, _, body) = try boxes.version(of: box)
    let width = version == 0 ? 2 : 4
    for entry in try boxes.list(in: body) {
      var cursor = boxes.cursor(entry.body, in: entry)
      let from = try cursor.next(width)
      var others: [Int] = []
      for _ in 0..<(try cursor.next(2)) { others.append(try cursor.next(width)) }
      if entry.name == "dimg" { items[from, default: Item()].sources += others }
      if entry.name == "prem" { items[from, default: Item()].premultipliedBy += others }
      if entry.name == "auxl" { items[from, default: Item()].auxiliaryOf += others }
    }
  }

  private mutating func readPlaces(
    _ box: Boxes.Box, _ boxes: Boxes, idat: Range<Int>?
  ) throws(FileFlaw) {
    try ItemPlace.forEach(in: box, of: boxes) { (place) throws(FileFlaw) in
      // The third method builds on the data of other items, and other files are not looked at.
      guard place.method < 2, place.file == 0 else { return }
      let ranges = try place.ranges(idat: idat, count: boxes.bytes.count)
      // Parts that overlap would be copied again and again.
      guard ranges.reduce(0, { $0 + $1.length }) <= boxes.bytes.count else {
        throw .wrong(
          "its box 'iloc'", at: box.offset, "gives item \(place.id) more bytes than there are")
      }
      // No length means all there is.
      items[place.id, default: Item()].extents += ranges.map {
        $0.start..<($0.length == 0 ? $0.room.upperBound : $0.start + $0.length)
      }
    }
  }

  private mutating func readProperties(_ box: Boxes.Box, _ boxes: inout Boxes) throws(FileFlaw) {
    let inner = try boxes.list(in: box.body)
    for list in inner where list.name == "ipco" {
      properties += try boxes.list(in: list.body).map { Property(name: $0.name, body: $0.body) }
    }
    for map in inner where map.name == "ipma" {
      let (version, flags, body) = try boxes.version(of: map)
      var cursor = boxes.cursor(body, in: map)
      for _ in 0..<(try cursor.next(4)) {
        let id = try cursor.next(version == 0 ? 2 : 4)
        for _ in 0..<(try cursor.next(1)) {
          let index = try cursor.next(flags & 1 == 1 ? 2 : 1) & (flags & 1 == 1 ? 0x7FFF : 0x7F)
          items[id, default: Item()].properties.append(index)
        }
      }
    }
  }

  /// The properties of an item that have a name.
  func properties(_ name: String, of item: Item) -> [Property] {
    item.properties.compactMap { index in
      guard properties.indices.contains(index - 1) else { return nil }
      let property = properties[index - 1]
      return property.name == name ? property : nil
    }
  }

  // MARK: - What belongs to a picture

  /// The transparency of a picture.
  func alpha(of id: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    items.filter { $0.value.auxiliaryOf.contains(id) && isAlpha($0.value, bytes) }.keys.min()
  }

  /// Whether an auxiliary picture is transparency: not a depth map, a gain map, or something else.
  private func isAlpha(_ item: Item, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    properties("auxC", of: item).contains { property in
      let name = String(
        decoding: bytes[property.body].dropFirst(4).prefix { $0 != 0 }, as: UTF8.self)
      return name.hasSuffix(":auxid:1") || name.hasSuffix(":alpha")
    }
  }

  /// The size that a picture is announced with, before it is cropped and turned.
  func size(of item: Item, _ bytes: UnsafeBufferPointer<UInt8>) -> PixelSize? {
    guard let body = properties("ispe", of: item).first?.body else { return item.trackSize }
    guard body.count >= 12, let width = bytes.number(at: body.lowerBound + 4, 4),
      let height = bytes.number(at: body.lowerBound + 8, 4)
    else { return nil }
    return PixelSize(width: min(width, 1 << 20), height: min(height, 1 << 20))
  }
}
