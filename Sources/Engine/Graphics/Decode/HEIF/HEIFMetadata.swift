/// Overwrites with zeros what is no picture in a HEIF file.
///
/// Nothing moves: places in the file are written all over it. Boxes that only tell something become
/// free space, and of the data all goes that belongs to no picture.
struct HEIFMetadata {
  static func removed(from bytes: [UInt8]) throws(FileFlaw) -> [UInt8] {
    let still = try bytes.withUnsafeBufferPointer { (buffer) throws(FileFlaw) -> [UInt8]? in
      let items = try HEIFItems(buffer)
      guard items.boxCount <= PhotoLimits.parts else {
        throw FileFlaw(reason: "it has more than \(PhotoLimits.parts) boxes", offset: 0)
      }
      return try items.isFilm ? HEIFStill(items: items, bytes: buffer).file() : nil
    }
    if let still { return still }
    let (erased, freed, emptied) = try bytes.withUnsafeBufferPointer { (buffer) throws(FileFlaw) in
      let survey = try HEIFMetadata(buffer)
      return (try survey.erased(), survey.freed, survey.emptied)
    }
    var result = bytes
    result.withUnsafeMutableBufferPointer { target in
      for range in erased.ranges { target[range].update(repeating: 0) }
    }
    for box in freed {
      result.replaceSubrange(box.offset + 4..<box.offset + 8, with: Array("free".utf8))
    }
    for place in emptied { result.replaceSubrange(place..<place + 8, with: emptyEXIF) }
    return result
  }

  /// A TIFF header; the zeros behind it are a directory of no entries.
  private static let emptyEXIF = Array("MM\0*".utf8) + [0, 0, 0, 8]

  private let bytes: UnsafeBufferPointer<UInt8>
  private var boxes: Boxes
  private var types: [Int: String] = [:]
  /// Items that the list of items has.
  private var listed: Set<Int> = []
  /// Boxes that become free space.
  private var freed: [Boxes.Box] = []
  /// Texts within boxes that stay.
  private var texts: [Range<Int>] = []
  /// What holds the data of items: boxes 'mdat' and 'idat'.
  private var stores: [Range<Int>] = []
  /// The data of items that are pictures, or belong to one, and of those that tell something.
  private var pictures: [Range<Int>] = []
  private var told: [Range<Int>] = []
  /// Where EXIF data begins that is still announced, so that readers shall find some.
  private var emptied: [Int] = []

  private init(_ bytes: UnsafeBufferPointer<UInt8>) throws(FileFlaw) {
    self.bytes = bytes
    boxes = Boxes(bytes)
    var meta: Boxes.Box?
    for box in try boxes.list(in: 0..<bytes.count) {
      switch box.name {
      case "ftyp": break
      case "mdat": stores.append(box.body)
      case "meta" where meta == nil: meta = box
      default: freed.append(box)
      }
    }
    guard let meta else { throw FileFlaw(reason: "it has no box 'meta'", offset: bytes.count) }
    try read(meta)
    guard boxes.count <= PhotoLimits.parts else {
      throw FileFlaw(reason: "it has more than \(PhotoLimits.parts) boxes", offset: 0)
    }
  }

  private mutating func read(_ meta: Boxes.Box) throws(FileFlaw) {
    var inner: [String: Boxes.Box] = [:]
    for box in try boxes.list(in: try boxes.version(of: meta).body) {
      switch box.name {
      case "hdlr", "pitm", "iinf", "iloc", "iref", "iprp", "idat", "dinf", "grpl", "ipro":
        // Which of two counts is not the same for every reader.
        guard inner.updateValue(box, forKey: box.name) == nil else {
          throw .wrong("its box '\(box.name)'", at: box.offset, "is there twice")
        }
      default: freed.append(box)
      }
    }
    guard let items = inner["iinf"], let first = inner["pitm"], let places = inner["iloc"] else {
      throw .wrong("its box 'meta'", at: meta.offset, "does not say where its pictures are")
    }
    try readTypes(items)
    try readPrimary(first)
    try readPlaces(places, idat: inner["idat"]?.body)
    if let references = inner["iref"] { try readReferences(references) }
    if let properties = inner["iprp"] { try readProperties(properties) }
    if let data = inner["idat"] { stores.append(data.body) }
    // Behind the kind of handler and what is reserved stands its name.
    if let body = inner["hdlr"]?.body, body.count > 24 {
      texts.append(body.lowerBound + 24..<body.upperBound)
    }
  }

  /// Whether an item tells something; entries of the first two versions have no type, but say what
  /// kind of text they are.
  private func tells(_ id: Int) -> Bool {
    types[id].map { ["Exif", "mime", "uri "].contains($0) } ?? true
  }

  private mutating func readTypes(_ box: Boxes.Box) throws(FileFlaw) {
    let (version, _, body) = try boxes.version(of: box)
    let header = version == 0 ? 2 : 4
    guard body.count >= header else {
      throw .wrong("its box 'iinf'", at: box.offset, "is too short")
    }
    for entry in try boxes.list(in: body.lowerBound + header..<body.upperBound)
    where entry.name == "infe" {
      let (version, _, body) = try boxes.version(of: entry)
      var cursor = boxes.cursor(body, in: entry)
      let id = try cursor.next(version == 3 ? 4 : 2)
      _ = try cursor.next(2)
      listed.insert(id)
      if version >= 2 {
        let start = cursor.offset
        _ = try cursor.next(4)
        let type = bytes[start..<start + 4].partName
        guard types.updateValue(type, forKey: id) == nil else {
          throw .wrong("its box 'infe'", at: entry.offset, "names item \(id) again")
        }
      }
      // The name of the item, and what kind of text it holds.
      texts.append(cursor.offset..<body.upperBound)
    }
  }

  private mutating func readPrimary(_ box: Boxes.Box) throws(FileFlaw) {
    let (version, _, body) = try boxes.version(of: box)
    var cursor = boxes.cursor(body, in: box)
    let id = try cursor.next(version == 0 ? 2 : 4)
    if tells(id) { throw .wrong("its box 'pitm'", at: box.offset, "names no picture") }
  }

  private mutating func readPlaces(_ box: Boxes.Box, idat: Range<Int>?) throws(FileFlaw) {
    try ItemPlace.forEach(in: box, of: boxes) { (place) throws(FileFlaw) in
      let id = place.id
      // The third method builds on the data of other items, which are looked at themselves.
      guard place.method < 2 && place.file == 0 || !tells(id) else {
        throw .wrong("its box 'iloc'", at: box.offset, "does not give the place of item \(id)")
      }
      guard place.method < 2 else { return }
      for (part, range) in try place.ranges(idat: idat, count: bytes.count).enumerated() {
        // No length means all there is.
        let extent =
          range.start..<(range.length == 0 ? range.room.upperBound : range.start + range.length)
        if tells(id) { told.append(extent) } else { pictures.append(extent) }
        // Four bytes say how far away the header is; it, a number and a place have 14.
        if part == 0, types[id] == "Exif", extent.count >= 18 {
          emptied.append(extent.lowerBound + 4)
        }
      }
    }
  }

  /// A picture that is made of something to be erased would not stay as it is.
  private mutating func readReferences(_ box: Boxes.Box) throws(FileFlaw) {
    let (version, _, body) = try boxes.version(of: box)
    let width = version == 0 ? 2 : 4
    for entry in try boxes.list(in: body) {
      var cursor = boxes.cursor(entry.body, in: entry)
      let from = try cursor.next(width)
      // What is not there is part of no picture.
      var made = entry.name == "auxl" && listed.contains(from) && tells(from)
      for _ in 0..<(try cursor.next(2)) {
        let to = try cursor.next(width)
        guard listed.contains(from), listed.contains(to) else { continue }
        if entry.name == "dimg" || entry.name == "iloc", tells(to), !tells(from) { made = true }
      }
      if made {
        throw .wrong("its box '\(entry.name)'", at: entry.offset, "makes a picture of other data")
      }
    }
  }

  /// Descriptions and times of a picture (ISO/IEC 23008-12, section 6.5); their numbers stay taken.
  private mutating func readProperties(_ box: Boxes.Box) throws(FileFlaw) {
    for list in try boxes.list(in: box.body) where list.name == "ipco" {
      freed += try boxes.list(in: list.body)
        .filter { ["udes", "altt", "crtt", "mdft", "free", "skip"].contains($0.name) }
    }
  }

  /// What to overwrite, once it is sure that no picture is part of it.
  private func erased() throws(FileFlaw) -> ByteRanges {
    let pictures = ByteRanges(pictures)
    let boxes = freed.map { $0.offset..<$0.body.upperBound }
    for range in boxes + texts where pictures.overlaps(range) {
      throw FileFlaw(
        reason: "a picture has its data at byte \(range.lowerBound), where a box is",
        offset: range.lowerBound)
    }
    let unused = stores.flatMap { pictures.gaps(in: $0) }
    let erased = ByteRanges(freed.map(\.body) + texts + unused)
    for range in told where !erased.contains(range) {
      throw FileFlaw(
        reason:
          "what it tells at byte \(range.lowerBound) shares its place with a picture or a box",
        offset: range.lowerBound)
    }
    return erased
  }
}
