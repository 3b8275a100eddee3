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
  }

  struct Property {
    let name: String
    let body: Range<Int>
  }

  private(set) var items: [Int: Item] = [:]
  private(set) var properties: [Property] = []
  private(set) var primary = 0
  private(set) var boxCount = 0

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
    boxCount = boxes.count
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
      if entry.name == "auxl" { items[from, default: Item()].auxiliaryOf += others }
    }
  }

  private mutating func readPlaces(
    _ box: Boxes.Box, _ boxes: Boxes, idat: Range<Int>?
  ) throws(FileFlaw) {
    try ItemPlace.forEach(in: box, of: boxes) { (place) throws(FileFlaw) in
      let ranges = try place.ranges(idat: idat, count: boxes.bytes.count)
      // Parts that overlap would be copied again and again.
      guard ranges.reduce(0, { $0 + $1.length }) <= boxes.bytes.count else {
        throw .wrong(
          "its box 'iloc'", at: box.offset, "gives item \(place.id) more bytes than there are")
      }
      items[place.id, default: Item()].extents += ranges.map { $0.start..<$0.start + $0.length }
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
}
