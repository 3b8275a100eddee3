import PhotoFormats

/// Overwrites the metadata of a HEIF file with zeros in place.
///
/// No data is moved, because the file contains many byte offsets. Metadata boxes become `free`
/// boxes, and item data that does not belong to a picture is overwritten with zeros.
struct HEIFMetadata {
  static func removed(from bytes: [UInt8]) throws(PhotoFlaw) -> [UInt8] {
    do throws(PhotoFlaw) {
      let items = try HEIFItems(PhotoBytes(bytes, mostParts: PhotoLimits.parts))
      if items.isFilm { return try HEIFStill(items: items).file() }
      return try HEIFMetadata(PhotoBytes(bytes, mostParts: PhotoLimits.parts)).file(from: bytes)
    } catch {
      guard case .tooManyParts(let most) = error else { throw error }
      throw .other("it has more than \(most) boxes")
    }
  }

  private func file(from bytes: [UInt8]) throws(PhotoFlaw) -> [UInt8] {
    let erased = try erased()
    var result = bytes
    result.withUnsafeMutableBufferPointer { target in
      for range in erased.ranges { target[range].update(repeating: 0) }
    }
    for box in freed {
      result.replaceSubrange(box.offset + 4..<box.offset + 8, with: Array("free".utf8))
    }
    for place in emptied { result.replaceSubrange(place..<place + 8, with: Self.emptyEXIF) }
    return result
  }

  /// A TIFF header; the zeros after it form an empty directory.
  private static let emptyEXIF = Array("MM\0*".utf8) + [0, 0, 0, 8]

  private let bytes: PhotoBytes
  private var types: [Int: FourCC] = [:]
  /// The IDs of the items that `iinf` lists.
  private var listed: Set<Int> = []
  /// The boxes that become `free` boxes.
  private var freed: [ISOBox] = []
  /// The ranges of text inside boxes; the boxes themselves are kept.
  private var texts: [Range<Int>] = []
  /// The contents of the boxes `mdat` and `idat`.
  private var stores: [Range<Int>] = []
  /// The data ranges of picture items; `told` contains the data ranges of metadata items.
  private var pictures: [Range<Int>] = []
  private var told: [Range<Int>] = []
  /// The offsets of the TIFF headers in EXIF items.
  ///
  /// The items remain in the list of items, but their EXIF data becomes empty.
  private var emptied: [Int] = []

  private init(_ bytes: PhotoBytes) throws(PhotoFlaw) {
    self.bytes = bytes
    var meta: ISOBox?
    for box in try bytes.boxes(in: 0..<bytes.size) {
      switch box.name {
      case "ftyp": break
      case "mdat": stores.append(box.body)
      case "meta" where meta == nil: meta = box
      default: freed.append(box)
      }
    }
    guard let meta else { throw .other("it has no box 'meta'") }
    try read(meta)
  }

  private mutating func read(_ meta: ISOBox) throws(PhotoFlaw) {
    var inner: [FourCC: ISOBox] = [:]
    for box in try bytes.boxes(in: try bytes.contents(of: meta).cursor.rest) {
      switch box.name {
      case "hdlr", "pitm", "iinf", "iloc", "iref", "iprp", "idat", "dinf", "grpl", "ipro":
        // Reject a box that occurs twice, because readers differ in which of the two they use.
        guard inner.updateValue(box, forKey: box.name) == nil else {
          throw box.wrong("occurs twice")
        }
      default: freed.append(box)
      }
    }
    guard let items = inner["iinf"], let first = inner["pitm"], let places = inner["iloc"] else {
      throw meta.wrong("does not give the location of its pictures")
    }
    try readTypes(items)
    if tells(try bytes.primaryItem(in: first)) {
      throw first.wrong("refers to an item that is not a picture")
    }
    try readPlaces(places, data: inner["idat"]?.body)
    if let references = inner["iref"] { try checkReferences(references) }
    if let properties = inner["iprp"] { try readProperties(properties) }
    if let data = inner["idat"] { stores.append(data.body) }
    // The handler's name follows its type and reserved fields.
    if let body = inner["hdlr"]?.body, body.count > 24 {
      texts.append(body.lowerBound + 24..<body.upperBound)
    }
  }

  /// Whether an item is metadata.
  ///
  /// Entries of versions 0 and 1 have a content type but no item type, so their items count as
  /// metadata.
  private func tells(_ id: Int) -> Bool {
    types[id].map { ["Exif", "mime", "uri "].contains($0) } ?? true
  }

  private mutating func readTypes(_ box: ISOBox) throws(PhotoFlaw) {
    for entry in try bytes.itemEntries(in: box, hasOld: true) {
      listed.insert(entry.id)
      if let type = entry.type, types.updateValue(type, forKey: entry.id) != nil {
        throw entry.box.wrong("lists item \(entry.id) twice")
      }
      texts.append(entry.texts)
    }
  }

  private mutating func readPlaces(_ box: ISOBox, data: Range<Int>?) throws(PhotoFlaw) {
    var places = try ItemPlaces(bytes, box)
    while let place = try places.next() {
      let id = place.id
      // Construction method 2 takes data from other items, each of which is checked separately.
      guard place.method < 2 && place.file == 0 || !tells(id) else {
        throw box.wrong("does not give the location of item \(id)")
      }
      guard place.method < 2 else { continue }
      for (part, extent) in try place.ranges(data: data, size: bytes.size).enumerated() {
        if tells(id) { told.append(extent) } else { pictures.append(extent) }
        // EXIF data starts with a 4-byte offset to the TIFF header. The 14 bytes after it become
        // the header, the entry count and the offset of the next directory.
        if part == 0, types[id] == "Exif", extent.count >= 18 {
          emptied.append(extent.lowerBound + 4)
        }
      }
    }
  }

  /// Rejects pictures that are derived from metadata items.
  private func checkReferences(_ box: ISOBox) throws(PhotoFlaw) {
    try bytes.forEachReference(in: box) { (references) throws(PhotoFlaw) in
      let (kind, from) = (references.box.name, references.from)
      // References from items that are not listed have no effect.
      guard listed.contains(from) else { return }
      let sources = references.to.filter(listed.contains)
      if kind == "auxl" && tells(from)
        || (kind == "dimg" || kind == "iloc") && !tells(from) && sources.contains(where: tells)
      {
        throw references.box.wrong("derives a picture from an item that is not a picture")
      }
    }
  }

  /// Marks properties that contain descriptions or times as free (ISO/IEC 23008-12, section 6.5).
  ///
  /// The indices of the other properties do not change.
  private mutating func readProperties(_ box: ISOBox) throws(PhotoFlaw) {
    for list in try bytes.boxes(in: box.body) where list.name == "ipco" {
      freed += try bytes.boxes(in: list.body)
        .filter { ["udes", "altt", "crtt", "mdft", "free", "skip"].contains($0.name) }
    }
  }

  /// Returns the ranges to overwrite with zeros.
  ///
  /// - Throws: a flaw if a range overlaps a picture.
  private func erased() throws(PhotoFlaw) -> ByteRanges {
    let pictures = ByteRanges(pictures)
    let boxes = freed.map { $0.offset..<$0.body.upperBound }
    for range in boxes + texts where pictures.overlaps(range) {
      throw .other("the data of a picture overlaps a box at byte \(range.lowerBound)")
    }
    let unused = stores.flatMap { pictures.gaps(in: $0) }
    let erased = ByteRanges(freed.map(\.body) + texts + unused)
    for range in told where !erased.contains(range) {
      throw .other(
        "its metadata at byte \(range.lowerBound) overlaps a picture or a box")
    }
    return erased
  }
}
