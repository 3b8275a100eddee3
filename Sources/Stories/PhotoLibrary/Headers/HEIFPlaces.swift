import PhotoFormats

/// Where the data of one item is, as the box `iloc` says it, and whether all data is within the file.
enum HEIFPlaces {
  /// Much more than EXIF data has, even with the maker note of a camera.
  private static let mostBytes = 1 << 20

  /// Looks at the places of all items, and gives the data of one; `data` is the body of the box `idat`.
  static func read(
    _ wanted: Int?, in box: ISOBox, of bytes: PhotoBytes, data: Range<Int>?
  ) throws(PhotoFlaw) -> ExifBlock? {
    guard try bytes.contents(of: box).version <= 2 else {
      throw box.wrong("has numbers of an unknown size")
    }
    var places = try ItemPlaces(bytes, box)
    var block: ExifBlock?
    while let place = try places.next() {
      // The third method builds on the data of other items, and other files are not looked at.
      guard place.method < 2, place.file == 0 else { continue }
      let ranges = try place.ranges(data: data, size: bytes.size)
      if place.id == wanted, block == nil { block = joined(ranges, bytes) }
    }
    return block
  }

  /// The data in one piece: almost always it is, and otherwise it is put together.
  private static func joined(_ ranges: [Range<Int>], _ bytes: PhotoBytes) -> ExifBlock? {
    guard ranges.count > 1 else { return ranges.first.map { ExifBlock(bytes, $0) } }
    guard ranges.reduce(0, { $0 + min($1.count, mostBytes + 1) }) <= mostBytes else { return nil }
    var whole: [UInt8] = []
    for range in ranges {
      guard let part = bytes.copy(range) else { return nil }
      whole += part
    }
    return ExifBlock(whole)
  }
}
