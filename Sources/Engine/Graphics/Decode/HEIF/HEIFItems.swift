import PhotoFormats
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
    let name: FourCC
    let body: Range<Int>
  }

  /// The whole file.
  let bytes: PhotoBytes
  var items: [Int: Item] = [:]
  var properties: [Property] = []
  /// The picture that the file names.
  var primary = 0
  /// Whether the picture is the first one of a track.
  private(set) var isFilm = false

  init(_ bytes: PhotoBytes) throws(PhotoFlaw) {
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
    // A sequence may have no picture beside its track.
    if items[primary] == nil, let film = top.first(where: { $0.name == "moov" }) {
      try readTracks(film)
      isFilm = true
    }
    primary = shown(primary)
  }

  /// The picture to draw: of one that is mapped by a gain map (ISO 21496-1), the picture that the map would change.
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
    for references in try bytes.itemReferences(in: box) {
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
      // The third method builds on the data of other items, and other files are not looked at.
      guard place.method < 2, place.file == 0 else { continue }
      let ranges = try place.ranges(data: data, size: bytes.size)
      // Parts that overlap would be copied again and again.
      guard place.extents.reduce(0, { $0 + $1.length }) <= bytes.size else {
        throw box.wrong("gives item \(place.id) more bytes than there are")
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
      for (id, indices) in try bytes.itemProperties(in: map) where !indices.isEmpty {
        items[id, default: Item()].properties += indices
      }
    }
  }

  /// The properties of an item that have a name.
  func properties(_ name: FourCC, of item: Item) -> [Property] {
    item.properties.compactMap { index in
      guard properties.indices.contains(index - 1) else { return nil }
      let property = properties[index - 1]
      return property.name == name ? property : nil
    }
  }

  // MARK: - What belongs to a picture

  /// All bytes of an item.
  func data(of item: Item) -> [UInt8] { item.extents.flatMap { Array(bytes[$0]) } }

  /// The transparency of a picture.
  func alpha(of id: Int) -> Int? {
    items.filter { $0.value.auxiliaryOf.contains(id) && isAlpha($0.value) }.keys.min()
  }

  /// Whether an auxiliary picture is transparency: not a depth map, a gain map, or something else.
  private func isAlpha(_ item: Item) -> Bool {
    properties("auxC", of: item).contains { property in
      let name = String(
        decoding: bytes[property.body].dropFirst(4).prefix { $0 != 0 }, as: UTF8.self)
      return name.hasSuffix(":auxid:1") || name.hasSuffix(":alpha")
    }
  }

  /// The size that a picture is announced with, before it is cropped and turned.
  func size(of item: Item) -> PixelSize? {
    guard let body = properties("ispe", of: item).first?.body else { return item.trackSize }
    return bytes.itemSize(in: body).map {
      PixelSize(width: min($0.width, 1 << 20), height: min($0.height, 1 << 20))
    }
  }
}
