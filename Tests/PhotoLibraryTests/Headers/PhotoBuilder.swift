import PhotoFormats
import PhotoLibrary

/// Assembles minimal files, byte by byte, in each format that can contain metadata.
enum PhotoBuilder {
  static func big(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> ((count - 1 - $0) * 8)) }
  }

  static func little(_ number: Int, _ count: Int) -> [UInt8] { big(number, count).reversed() }

  static func segment(_ marker: UInt8, _ data: [UInt8]) -> [UInt8] {
    [0xFF, marker] + big(data.count + 2, 2) + data
  }

  static func exifSegment(_ exif: [UInt8]) -> [UInt8] {
    segment(0xE1, Array("Exif\0\0".utf8) + exif)
  }

  static let frame = segment(0xC0, [8, 0, 32, 0, 48, 1, 1, 0x11, 0])
  static let scan = segment(0xDA, [1, 1, 0, 0, 63, 0]) + [0x12, 0xFF, 0, 0x34, 0xFF, 0xD0, 0x56]

  /// Returns a JPEG file with segments before its frame.
  static func jpeg(_ segments: [UInt8]..., end: [UInt8] = [0xFF, 0xD9]) -> [UInt8] {
    [0xFF, 0xD8] + segments.flatMap { $0 } + frame + scan + end
  }

  static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    // Readers check only the CRC of the last chunk.
    big(data.count, 4) + Array(name.utf8) + data
      + (name == "IEND" ? [0xAE, 0x42, 0x60, 0x82] : [1, 2, 3, 4])
  }

  static func png(
    before: [UInt8] = [], behind: [UInt8] = [], width: Int = 48, height: Int = 32
  ) -> [UInt8] {
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", big(width, 4) + big(height, 4) + [8, 2, 0, 0, 0]) + before
      + chunk("IDAT", [UInt8](repeating: 7, count: 100)) + behind + chunk("IEND", [])
  }

  static func part(_ name: String, _ data: [UInt8]) -> [UInt8] {
    Array(name.utf8) + little(data.count, 4) + data + (data.count % 2 == 1 ? [0] : [])
  }

  static func webp(_ parts: [UInt8]...) -> [UInt8] {
    let lossless: [UInt8] = [0x2F] + little(47 | 31 << 14, 4) + [1, 2, 3]
    let body = Array("WEBP".utf8) + part("VP8L", lossless) + parts.flatMap { $0 }
    return Array("RIFF".utf8) + little(body.count, 4) + body
  }

  static func box(_ name: String, _ data: [UInt8]) -> [UInt8] {
    big(data.count + 8, 4) + Array(name.utf8) + data
  }

  /// Returns a box with a version and flags.
  static func full(_ name: String, version: Int = 0, flags: Int = 0, _ data: [UInt8]) -> [UInt8] {
    box(name, big(version << 24 | flags, 4) + data)
  }

  /// The encoding of item locations in a HEIF file.
  struct Places {
    var version = 1
    /// 0 for the file, 1 for the box `idat`.
    var method = 0
    /// Whether the EXIF data is in three extents.
    var isCut = false
    /// Whether item ids have four bytes.
    var isWide = false
    /// Whether the boxes in `meta` are in reverse order.
    var isReversed = false
  }

  /// Returns a HEIF file with picture 1 and its properties, and with EXIF items 2 and 3; only item
  /// 3 describes the picture.
  static func heif(
    _ exif: [UInt8], brand: String = "heic", places: Places = Places(),
    properties: [[UInt8]] = [full("ispe", big(48, 4) + big(32, 4)), box("irot", [1])]
  ) -> [UInt8] {
    let wide = places.isWide ? 4 : 2
    let head = box("ftyp", Array(brand.utf8) + big(0, 4) + Array("mif1".utf8) + Array(brand.utf8))
    let item = big(0, 4) + exif
    let picture = [UInt8](repeating: 9, count: 40)
    let entries = [(1, "hvc1"), (2, "Exif"), (3, "Exif")].flatMap { id, type in
      full("infe", version: places.isWide ? 3 : 2, big(id, wide) + big(0, 2) + Array(type.utf8))
    }
    let isInData = places.method == 1
    func meta(dataStart: Int) -> [UInt8] {
      let parts =
        places.isCut
        ? [(0, 5), (5, 6), (11, item.count - 11)] : [(0, item.count)]
      func extents(_ list: [(Int, Int)], base: Int, method: Int) -> [UInt8] {
        let start = method == 1 ? 0 : base
        return (places.version > 0 ? big(method, 2) : []) + big(0, 2) + big(start, 4)
          + big(list.count, 2) + list.flatMap { big($0.0, 4) + big($0.1, 4) }
      }
      let idWidth = places.version < 2 ? 2 : 4
      let lists =
        big(1, idWidth) + extents([(0, picture.count)], base: dataStart, method: 0)
        + big(2, idWidth) + extents([(0, 4)], base: dataStart, method: 0) + big(3, idWidth)
        + extents(parts, base: dataStart + picture.count, method: places.method)
      var boxes = [
        full("hdlr", big(0, 4) + Array("pict".utf8) + big(0, 13)),
        full("pitm", version: places.isWide ? 1 : 0, big(1, wide)),
        full("iinf", version: places.isWide ? 1 : 0, big(3, wide) + entries),
        full(
          "iref", version: places.isWide ? 1 : 0,
          box("cdsc", big(3, wide) + big(1, 2) + big(1, wide))),
        box(
          "iprp",
          box("ipco", properties.flatMap { $0 })
            + full(
              "ipma", version: places.isWide ? 1 : 0,
              big(1, 4) + big(1, wide) + [UInt8(properties.count)]
                + properties.indices.map { UInt8($0 + 1) })),
        full(
          "iloc", version: places.version, [0x44, 0x40] + big(3, idWidth) + lists),
      ]
      if isInData { boxes.append(box("idat", item)) }
      if places.isReversed { boxes.reverse() }
      return full("meta", boxes.flatMap { $0 })
    }
    // The length of the box `meta` does not depend on the offset that it stores.
    let start = head.count + meta(dataStart: 0).count + 8
    return head + meta(dataStart: start) + box("mdat", picture + (isInData ? [] : item))
  }

  /// Returns a file of each format, all with the same EXIF data.
  static func all(_ exif: [UInt8]) -> [(name: String, bytes: [UInt8])] {
    [
      ("jpeg", jpeg(exifSegment(exif))),
      ("png", png(before: chunk("eXIf", exif))),
      ("png, data behind", png(behind: chunk("eXIf", exif))),
      ("webp", webp(part("EXIF", exif))),
      ("webp, marked", webp(part("EXIF", Array("Exif\0\0".utf8) + exif))),
      ("heic", heif(exif)), ("avif", heif(exif, brand: "avif")),
      ("heic, in idat", heif(exif, places: Places(method: 1))),
      ("heic, in parts", heif(exif, places: Places(isCut: true))),
      ("heic, wide", heif(exif, places: Places(version: 2, isWide: true, isReversed: true))),
      ("heic, oldest", heif(exif, places: Places(version: 0))),
    ]
  }

  static func read(_ bytes: [UInt8], places: Bool = true) throws -> PhotoHeader {
    try PhotoHeader.read(from: MemorySource(bytes), readsPlaces: places)
  }

  /// Returns the header read from a JPEG file with the EXIF data.
  static func read(exif: [UInt8]) throws -> PhotoHeader { try read(jpeg(exifSegment(exif))) }
}
