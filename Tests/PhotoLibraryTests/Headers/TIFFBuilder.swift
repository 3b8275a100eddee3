/// Writes valid and invalid EXIF data by hand.
struct TIFFBuilder {
  var isLittle = false
  /// The magic number after the byte order.
  var mark = 42
  private var image: [Entry] = []
  private var exif: [Entry] = []
  private var gps: [Entry] = []

  /// An entry with its value bytes; its count and offset may be wrong.
  private struct Entry {
    let tag: Int
    let type: Int
    let count: Int
    let value: [UInt8]
    let offset: Int?
  }

  enum Directory {
    case image
    case exif
    case gps
  }

  init(isLittle: Bool = false) { self.isLittle = isLittle }

  func bytes(_ number: Int, _ count: Int) -> [UInt8] {
    let big = (0..<count).map { UInt8(truncatingIfNeeded: number >> ((count - 1 - $0) * 8)) }
    return isLittle ? big.reversed() : big
  }

  mutating func add(
    _ tag: Int, _ type: Int, count: Int, _ value: [UInt8], at offset: Int? = nil,
    to directory: Directory = .image
  ) {
    let entry = Entry(tag: tag, type: type, count: count, value: value, offset: offset)
    switch directory {
    case .image: image.append(entry)
    case .exif: exif.append(entry)
    case .gps: gps.append(entry)
    }
  }

  mutating func text(_ tag: Int, _ text: String, to directory: Directory = .image) {
    add(tag, 2, count: text.utf8.count + 1, Array(text.utf8) + [0], to: directory)
  }

  mutating func short(_ tag: Int, _ number: Int, to directory: Directory = .image) {
    add(tag, 3, count: 1, bytes(number, 2), to: directory)
  }

  mutating func rationals(_ tag: Int, _ numbers: [(Int, Int)], type: Int = 5) {
    let value = numbers.flatMap { bytes($0.0, 4) + bytes($0.1, 4) }
    add(tag, type, count: numbers.count, value, to: .gps)
  }

  mutating func place(_ north: String, _ east: String) {
    text(1, north, to: .gps)
    rationals(2, [(51, 1), (30, 1), (26_463, 1000)])
    text(3, east, to: .gps)
    rationals(4, [(0, 1), (7, 1), (39_930, 1000)])
  }

  /// Returns the complete data: the header, then all directories, then the values.
  func built() -> [UInt8] {
    let pointers = (exif.isEmpty ? 0 : 1) + (gps.isEmpty ? 0 : 1)
    func length(_ count: Int) -> Int { 2 + count * 12 + 4 }
    let exifStart = 8 + length(image.count + pointers)
    let gpsStart = exifStart + (exif.isEmpty ? 0 : length(exif.count))
    var next = gpsStart + (gps.isEmpty ? 0 : length(gps.count))
    var values: [UInt8] = []
    func written(_ entries: [Entry]) -> [UInt8] {
      var directory = bytes(entries.count, 2)
      for entry in entries {
        directory += bytes(entry.tag, 2) + bytes(entry.type, 2) + bytes(entry.count, 4)
        if let offset = entry.offset {
          directory += bytes(offset, 4)
        } else if entry.value.count <= 4 {
          directory += entry.value + [UInt8](repeating: 0, count: 4 - entry.value.count)
        } else {
          directory += bytes(next, 4)
          values += entry.value
          next += entry.value.count
        }
      }
      return directory + [0, 0, 0, 0]
    }
    var first = image
    func point(_ tag: Int, _ start: Int) {
      first.append(Entry(tag: tag, type: 4, count: 1, value: bytes(start, 4), offset: nil))
    }
    if !exif.isEmpty { point(0x8769, exifStart) }
    if !gps.isEmpty { point(0x8825, gpsStart) }
    let head = Array((isLittle ? "II" : "MM").utf8) + bytes(mark, 2) + bytes(8, 4)
    let directories =
      written(first) + (exif.isEmpty ? [] : written(exif)) + (gps.isEmpty ? [] : written(gps))
    return head + directories + values
  }

  /// Data with every tag that is read.
  static func full(isLittle: Bool = false) -> TIFFBuilder {
    var tiff = TIFFBuilder(isLittle: isLittle)
    tiff.text(0x010F, "Maker")
    tiff.text(0x0110, "Camera 1")
    tiff.short(0x0112, 6)
    tiff.text(0x9003, "2024:03:15 14:22:33", to: .exif)
    tiff.text(0x9011, "+05:45", to: .exif)
    // Maker notes are skipped, regardless of their contents.
    tiff.add(0x927C, 7, count: 8, Array("Apple iO".utf8), to: .exif)
    tiff.text(0x9291, "25", to: .exif)
    tiff.place("N", "W")
    return tiff
  }
}
