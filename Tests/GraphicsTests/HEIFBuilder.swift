import Graphics
import PhotoFormats
import Testing
import WallfarmPluginKit

/// Builds HEIF files from pictures that other programs have encoded.
struct HEIFBuilder {
  /// A picture, or an item that belongs to a picture.
  struct Item {
    let id: Int
    let type: String
    var data: [UInt8] = []
    /// 1-based indices into the list of properties.
    var properties: [Int] = []
  }

  /// An encoded picture, extracted from a file with one picture.
  struct Coded {
    let type: String
    let size: PixelSize
    let configuration: [UInt8]
    let data: [UInt8]

    init(of file: [UInt8]) throws {
      let items = try HEIFItems(PhotoBytes(file))
      let primary = try #require(items.items[items.primary])
      // A small picture may be stored as a grid with one tile.
      let coded = primary.type == "grid" ? primary.sources.first : items.primary
      let item = try #require(coded.flatMap { items.items[$0] })
      type = item.type
      let name = type == "av01" ? "av1C" : "hvcC"
      let body = try #require(items.properties(type == "av01" ? "av1C" : "hvcC", of: item).first)
        .body
      configuration = HEIFBuilder.box(name, Array(file[body]))
      data = item.extents.flatMap { Array(file[$0]) }
      size = try #require(items.size(of: item))
    }

    var extent: [UInt8] {
      HEIFBuilder.box(
        "ispe",
        [UInt8](repeating: 0, count: 4) + PNGFile.four(size.width) + PNGFile.four(size.height))
    }
  }

  var brand = "heic"
  var primary = 1
  var items: [Item] = []
  var properties: [[UInt8]] = []
  var references: [(kind: String, from: Int, to: [Int])] = []
  /// Additional boxes in `meta`.
  var more: [UInt8] = []

  static func box(_ name: String, _ data: [UInt8]) -> [UInt8] {
    PNGFile.four(data.count + 8) + Array(name.utf8) + data
  }

  static func full(_ name: String, _ data: [UInt8]) -> [UInt8] { box(name, [0, 0, 0, 0] + data) }

  static func two(_ number: Int) -> [UInt8] { [UInt8(number >> 8 & 255), UInt8(number & 255)] }

  var bytes: [UInt8] {
    let (box, full, two) = (HEIFBuilder.box, HEIFBuilder.full, HEIFBuilder.two)
    let start = box("ftyp", Array(brand.utf8) + [0, 0, 0, 0] + Array("mif1\(brand)".utf8))
    func meta(_ first: Int) -> [UInt8] {
      var (place, places, entries, maps): (Int, [UInt8], [UInt8], [UInt8]) = (first, [], [], [])
      for item in items {
        places += two(item.id) + [0, 0, 0, 1] + PNGFile.four(place) + PNGFile.four(item.data.count)
        place += item.data.count
        entries += box("infe", [2, 0, 0, 0] + two(item.id) + [0, 0] + Array(item.type.utf8) + [0])
        maps += two(item.id) + [UInt8(item.properties.count)] + item.properties.map { UInt8($0) }
      }
      let references = references.flatMap {
        box($0.kind, two($0.from) + two($0.to.count) + $0.to.flatMap(two))
      }
      let handler =
        [UInt8](repeating: 0, count: 4) + Array("pict".utf8) + [UInt8](repeating: 0, count: 13)
      let list = box("ipco", properties.flatMap(\.self))
      let map = full("ipma", PNGFile.four(items.count) + maps)
      return full(
        "meta",
        full("hdlr", handler) + full("pitm", two(primary))
          + full("iloc", [0x44, 0] + two(items.count) + places)
          + full("iinf", two(items.count) + entries) + box("iprp", list + map)
          + (references.isEmpty ? [] : full("iref", references)) + more)
    }
    let size = start.count + meta(0).count + 8
    return start + meta(size) + box("mdat", items.flatMap(\.data))
  }

  /// Returns an image sequence with one picture in one track and without a still picture.
  static func sequence(_ coded: Coded, brand: String, properties: [UInt8] = []) -> [UInt8] {
    let zeros = { [UInt8](repeating: 0, count: $0) }
    let start = box("ftyp", Array(brand.utf8) + zeros(4) + Array("\(brand)msf1iso8".utf8))
    func film(_ place: Int) -> [UInt8] {
      let entry =
        zeros(6) + two(1) + zeros(16) + two(coded.size.width) + two(coded.size.height) + zeros(50)
        + coded.configuration + properties
      let table = box(
        "stbl",
        full("stsd", PNGFile.four(1) + box(coded.type, entry))
          + full("stsz", zeros(4) + PNGFile.four(1) + PNGFile.four(coded.data.count))
          + full("stco", PNGFile.four(1) + PNGFile.four(place)))
      let handler = full("hdlr", zeros(4) + Array("pict".utf8) + zeros(13))
      let media = box("mdia", handler + box("minf", table))
      return box("moov", box("trak", full("tkhd", zeros(8) + PNGFile.four(1) + zeros(68)) + media))
    }
    return start + film(start.count + film(0).count + 8) + box("mdat", coded.data)
  }
}
