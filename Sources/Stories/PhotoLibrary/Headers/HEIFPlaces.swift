import PhotoFormats

/// Finds the data of one item in the `iloc` box and checks that all items lie within the file.
enum HEIFPlaces {
  /// The maximum size in bytes of EXIF data that is split into several extents; much larger than
  /// any maker note.
  private static let mostBytes = 1 << 20

  /// Checks the locations of all items and returns the data of the item `wanted`.
  ///
  /// `data` is the body of the `idat` box.
  static func read(
    _ wanted: Int?, in box: ISOBox, of bytes: PhotoBytes, data: Range<Int>?
  ) throws(PhotoFlaw) -> ExifBlock? {
    guard try bytes.contents(of: box).version <= 2 else {
      throw box.wrong("has numbers of an unknown size")
    }
    var places = try ItemPlaces(bytes, box)
    var block: ExifBlock?
    while let place = try places.next() {
      // Skip items whose data is in other items (construction method 2) or in another file.
      guard place.method < 2, place.file == 0 else { continue }
      let ranges = try place.ranges(data: data, size: bytes.size)
      if place.id == wanted, block == nil { block = joined(ranges, bytes) }
    }
    return block
  }

  /// Joins the extents of an item; most items have only one extent.
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
