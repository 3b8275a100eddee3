package import PhotoFormats
package import WallfarmPluginKit

/// The items of a HEIF file with their properties and references (ISO/IEC 23008-12).
package struct HEIFItems {
  package struct Item {
    package var type = ""
    /// Indices into the list of properties, counted from 1.
    var properties: [Int] = []
    /// The byte ranges of the item's data in the file.
    package var extents: [Range<Int>] = []
    /// The items from which this item is derived.
    package var sources: [Int] = []
    /// The items that this item supplements, for example with an alpha plane.
    var auxiliaryOf: [Int] = []
    /// The alpha items by which the colors of this item are premultiplied.
    var premultipliedBy: [Int] = []
    /// The size from a track's sample entry, which is used if there is no `ispe` property.
    var trackSize: PixelSize?
  }

  package struct Property {
    let name: FourCC
    package let body: Range<Int>
  }

  /// The bytes of the whole file.
  let bytes: PhotoBytes
  package var items: [Int: Item] = [:]
  var properties: [Property] = []
  /// The ID of the primary item.
  package var primary = 0
  /// Whether the primary picture is the first sample of a track.
  private(set) var isFilm = false

  package init(_ bytes: PhotoBytes) throws(PhotoFlaw) {
    self.bytes = bytes
    let top = try bytes.boxes(in: 0..<bytes.size)
    if let meta = top.first(where: { $0.name == "meta" }) {
      let inner = try bytes.boxes(in: try bytes.contents(of: meta).cursor.rest)
      let data = inner.first { $0.name == "idat" }?.body
      for box in inner {
        switch box.name {
        case "pitm": primary = try bytes.primaryItem(in: box)
        case "iinf": try readTypes(box)
        case "iloc": try readPlaces(box, data: data)
        case "iref": try readReferences(box)
        case "iprp": try readProperties(box)
        default: break
        }
      }
    }
    // An image sequence may contain only a track and no items.
    if items[primary] == nil, let film = top.first(where: { $0.name == "moov" }) {
      try readTracks(film)
      isFilm = true
    }
    primary = shown(primary)
  }

  /// Resolves a gain-mapped picture (ISO 21496-1) to its base picture.
  private func shown(_ id: Int) -> Int {
    guard let item = items[id], item.type == "tmap" else { return id }
    return item.sources.first { items[$0].map { $0.type != "tmap" } ?? false } ?? id
  }

  private mutating func readTypes(_ box: ISOBox) throws(PhotoFlaw) {
    for entry in try bytes.itemEntries(in: box) {
      items[entry.id, default: Item()].type = entry.type?.description ?? ""
    }
  }

  private mutating func readReferences(_ box: ISOBox) throws(PhotoFlaw) {
    try bytes.forEachReference(in: box) { references in
      let (from, to) = (references.from, references.to)
      switch references.box.name {
      case "dimg": items[from, default: Item()].sources += to
      case "prem": items[from, default: Item()].premultipliedBy += to
      case "auxl": items[from, default: Item()].auxiliaryOf += to
      default: break
      }
    }
  }

  private mutating func readPlaces(_ box: ISOBox, data: Range<Int>?) throws(PhotoFlaw) {
    var places = try ItemPlaces(bytes, box)
    while let place = try places.next() {
      // Skip items with construction method 2, which take their data from other items, and items
      // whose data is in another file.
      guard place.method < 2, place.file == 0 else { continue }
      let ranges = try place.ranges(data: data, size: bytes.size)
      // Without this check, overlapping extents could multiply the amount of data.
      guard place.extents.reduce(0, { $0 + $1.length }) <= bytes.size else {
        throw box.wrong("assigns more bytes to item \(place.id) than the file contains")
      }
      items[place.id, default: Item()].extents += ranges
    }
  }

  private mutating func readProperties(_ box: ISOBox) throws(PhotoFlaw) {
    let inner = try bytes.boxes(in: box.body)
    for list in inner where list.name == "ipco" {
      properties += try bytes.boxes(in: list.body).map { Property(name: $0.name, body: $0.body) }
    }
    for map in inner where map.name == "ipma" {
      try bytes.forEachAssociation(in: map) { id, indices in
        if !indices.isEmpty { items[id, default: Item()].properties += indices }
      }
    }
  }

  /// Returns the properties of an item that have the given type.
  package func properties(_ name: FourCC, of item: Item) -> [Property] {
    item.properties.compactMap { index in
      guard properties.indices.contains(index - 1) else { return nil }
      let property = properties[index - 1]
      return property.name == name ? property : nil
    }
  }

  // MARK: - Related items

  /// Returns the concatenated data of an item.
  func data(of item: Item) -> [UInt8] { item.extents.flatMap { Array(bytes[$0]) } }

  /// Returns the ID of a picture's alpha plane; nil if there is none.
  func alpha(of id: Int) -> Int? {
    items.filter { $0.value.auxiliaryOf.contains(id) && isAlpha($0.value) }.keys.min()
  }

  /// Whether an auxiliary picture is an alpha plane rather than a depth map or gain map.
  private func isAlpha(_ item: Item) -> Bool {
    properties("auxC", of: item).contains { property in
      let name = String(
        decoding: bytes[property.body].dropFirst(4).prefix { $0 != 0 }, as: UTF8.self)
      return name.hasSuffix(":auxid:1") || name.hasSuffix(":alpha")
    }
  }

  /// Returns the declared size of a picture before cropping and rotation.
  package func size(of item: Item) -> PixelSize? {
    guard let body = properties("ispe", of: item).first?.body else { return item.trackSize }
    return bytes.itemSize(in: body).map {
      PixelSize(width: min($0.width, 1 << 20), height: min($0.height, 1 << 20))
    }
  }
}
