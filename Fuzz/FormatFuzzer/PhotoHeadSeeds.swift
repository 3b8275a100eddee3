/// Seeds: a small photo with EXIF data in each format, and file names.
///
/// The tests contain similar builders, which a fuzzer cannot import.
enum PhotoHeadSeeds {
  static let all: [[UInt8]] = photos.map { [200] + $0 } + names.map { [255] + Array($0.utf8) }

  private static let names = [
    "IMG_20240315_142233.jpg", "PXL_20240315_142233123.MP.jpg", "IMG-20240315-WA0007.jpg",
    "Screenshot 2024-03-15 at 2.22.33\u{202F}PM.png", "photo_2024-03-15_14-22-33.jpg",
  ]

  private static var photos: [[UInt8]] {
    let (motorola, intel) = (exif(isLittle: false), exif(isLittle: true))
    return [
      motorola, intel, jpeg(motorola), jpeg(intel), png(motorola), webp(intel),
      heif(motorola, isInData: false),
      heif(intel, isInData: true),
    ]
  }

  private static func big(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> ((count - 1 - $0) * 8)) }
  }

  /// Returns a TIFF directory that refers to an EXIF directory with a date, and to a GPS directory.
  private static func exif(isLittle: Bool) -> [UInt8] {
    func number(_ number: Int, _ count: Int) -> [UInt8] {
      isLittle ? big(number, count).reversed() : big(number, count)
    }
    func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: [UInt8]) -> [UInt8] {
      number(tag, 2) + number(type, 2) + number(count, 4) + value
        + [UInt8](repeating: 0, count: 4 - value.count)
    }
    let (second, third, values) = (8 + 54, 8 + 54 + 42, 8 + 54 + 42 + 78)
    let first =
      number(4, 2) + entry(0x010F, 2, 3, Array("Ab\0".utf8)) + entry(0x0112, 3, 1, number(6, 2))
      + entry(0x8769, 4, 1, number(second, 4)) + entry(0x8825, 4, 1, number(third, 4)) + [
        0, 0, 0, 0,
      ]
    let exif =
      number(3, 2) + entry(0x9003, 2, 20, number(values, 4))
      + entry(0x9011, 2, 7, number(values + 20, 4)) + entry(0x9291, 2, 3, Array("25\0".utf8))
      + [0, 0, 0, 0]
    let gps =
      number(6, 2) + entry(1, 2, 2, Array("N\0".utf8)) + entry(2, 5, 3, number(values + 28, 4))
      + entry(3, 2, 2, Array("W\0".utf8)) + entry(4, 5, 3, number(values + 28, 4))
      + entry(7, 5, 3, number(values + 28, 4)) + entry(0x1D, 2, 11, number(values, 4)) + [
        0, 0, 0, 0,
      ]
    let angle = [(7, 1), (30, 1), (26_463, 1000)].flatMap { number($0.0, 4) + number($0.1, 4) }
    return Array((isLittle ? "II" : "MM").utf8) + number(42, 2) + number(8, 4) + first + exif + gps
      + Array("2024:03:15 14:22:33\0+05:45\0\0".utf8) + angle
  }

  private static func jpeg(_ exif: [UInt8]) -> [UInt8] {
    func segment(_ marker: UInt8, _ data: [UInt8]) -> [UInt8] {
      [0xFF, marker] + big(data.count + 2, 2) + data
    }
    let xmp = "http://ns.adobe.com/xap/1.0/\0<a photoshop:DateCreated=\"2024-03-15T14:22:33Z\"/>"
    return [0xFF, 0xD8] + segment(0xE1, Array("Exif\0\0".utf8) + exif)
      + segment(0xE1, Array(xmp.utf8))
      + segment(0xC0, [8, 0, 32, 0, 48, 1, 1, 0x11, 0]) + segment(0xDA, [1, 1, 0, 0, 63, 0])
      + [1, 2, 0xFF, 0, 3, 0xFF, 0xD9]
  }

  private static func png(_ exif: [UInt8]) -> [UInt8] {
    func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
      big(data.count, 4) + Array(name.utf8) + data + [0xAE, 0x42, 0x60, 0x82]
    }
    let xmp = "XML:com.adobe.xmp\0\0\0\0\0<exif:DateTimeOriginal>2024-03-15</exif:DateTimeOriginal>"
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", big(48, 4) + big(32, 4) + [8, 2, 0, 0, 0])
      + chunk("tIME", [7, 232, 3, 15, 1, 2, 3])
      + chunk("iTXt", Array(xmp.utf8)) + chunk("IDAT", [1, 2]) + chunk("eXIf", exif)
      + chunk("IEND", [])
  }

  private static func webp(_ exif: [UInt8]) -> [UInt8] {
    func part(_ name: String, _ data: [UInt8]) -> [UInt8] {
      Array(name.utf8) + big(data.count, 4).reversed() + data + (data.count % 2 == 1 ? [0] : [])
    }
    let body =
      Array("WEBP".utf8) + part("VP8X", [8, 0, 0, 0, 47, 0, 0, 31, 0, 0])
      + part("VP8L", [0x2F, 1, 2, 3, 4])
      + part("EXIF", exif)
    return part("RIFF", body)
  }

  private static func heif(_ exif: [UInt8], isInData: Bool) -> [UInt8] {
    func box(_ name: String, _ data: [UInt8]) -> [UInt8] {
      big(data.count + 8, 4) + Array(name.utf8) + data
    }
    func full(_ name: String, _ version: Int, _ data: [UInt8]) -> [UInt8] {
      box(name, big(version << 24, 4) + data)
    }
    let item = big(0, 4) + exif
    func meta(_ start: Int) -> [UInt8] {
      let place =
        big(2, 2) + big(isInData ? 1 : 0, 2) + big(0, 2) + big(isInData ? 0 : start, 4) + big(1, 2)
        + big(0, 4) + big(item.count, 4)
      let properties =
        full("ispe", 0, big(48, 4) + big(32, 4)) + box("irot", [1]) + box("imir", [1])
      return full(
        "meta", 0,
        full("pitm", 0, [0, 1])
          + full(
            "iinf", 0,
            [0, 2] + full("infe", 2, [0, 1, 0, 0] + Array("av01".utf8))
              + full("infe", 2, [0, 2, 0, 0] + Array("Exif".utf8)))
          + full("iref", 0, box("cdsc", [0, 2, 0, 1, 0, 1]))
          + box("iprp", box("ipco", properties) + full("ipma", 0, big(1, 4) + [0, 1, 3, 1, 2, 3]))
          + full("iloc", 1, [0x44, 0x40, 0, 1] + place) + (isInData ? box("idat", item) : []))
    }
    let head = box("ftyp", Array("avif\0\0\0\0mif1heic".utf8))
    let start = head.count + meta(0).count + 8
    return head + meta(start) + box("mdat", isInData ? [] : item)
  }
}
