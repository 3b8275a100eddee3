import PhotoFormats
import WallfarmPluginKit

/// Reads the head of a HEIF or AVIF file from its `meta` box (ISO/IEC 23008-12, 6).
///
/// The reader finds the primary picture, its size and orientation, and its EXIF data.
struct HEIFHead: HeadReader {
  private let bytes: PhotoBytes
  private(set) var parts = HeadParts()
  /// The first box of each type within `meta`.
  private var boxes: [FourCC: ISOBox] = [:]

  init(_ bytes: PhotoBytes) { self.bytes = bytes }

  mutating func read() throws(PhotoFlaw) {
    guard let meta = try first("meta") else { return try readSequence(first("moov")) }
    for box in try bytes.boxes(in: try bytes.contents(of: meta).cursor.rest)
    where boxes[box.name] == nil {
      boxes[box.name] = box
    }
    // An image sequence may have a `meta` box without a picture.
    guard let box = boxes["pitm"] else { return try readSequence(first("moov")) }
    let named = try bytes.primaryItem(in: box)
    let primary = try shown(named)
    if let box = boxes["iprp"] { try readProperties(of: primary, box) }
    let exif = try exifItem(of: [primary, named])
    if let box = boxes["iloc"] {
      let data = boxes["idat"]?.body
      parts.exif = try HEIFPlaces.read(exif, in: box, of: bytes, data: data).flatMap(HEIFHead.tiff)
    }
  }

  /// The first top-level box of a type.
  private func first(_ name: FourCC) throws(PhotoFlaw) -> ISOBox? {
    try bytes.firstBox(name, in: 0..<bytes.size)
  }

  /// Resolves a gain-mapped picture (ISO 21496-1) to its base picture.
  private func shown(_ picture: Int) throws(PhotoFlaw) -> Int {
    let mapped = try items(of: "tmap")
    guard mapped.contains(picture) else { return picture }
    let sources = try references("dimg").first { $0.from == picture }?.to ?? []
    return sources.first { !mapped.contains($0) } ?? picture
  }

  /// The IDs of all items of a type, in file order.
  private func items(of type: FourCC) throws(PhotoFlaw) -> [Int] {
    guard let box = boxes["iinf"] else { return [] }
    return try bytes.itemEntries(in: box).filter { $0.type == type }.map(\.id)
  }

  /// The EXIF item that describes one of the pictures, or the first EXIF item if none refers to
  /// them.
  private func exifItem(of pictures: Set<Int>) throws(PhotoFlaw) -> Int? {
    let items = try items(of: "Exif")
    guard items.count > 1 else { return items.first }
    let describing = Set(
      try references("cdsc").filter { !pictures.isDisjoint(with: $0.to) }.map(\.from))
    return items.first { describing.contains($0) } ?? items.first
  }

  private func references(_ kind: FourCC) throws(PhotoFlaw) -> [PhotoBytes.ItemReferences] {
    guard let box = boxes["iref"] else { return [] }
    var found: [PhotoBytes.ItemReferences] = []
    try bytes.forEachReference(in: box, of: kind) { found.append($0) }
    return found
  }

  /// The TIFF data of an EXIF item, which starts with a 4-byte offset to the TIFF header (ISO/IEC
  /// 23008-12, A.2.1).
  private static func tiff(_ block: ExifBlock) -> ExifBlock? {
    guard let skipped = block.bytes.number(at: block.range.lowerBound, 4), block.range.count > 4,
      skipped < block.range.count - 4
    else { return nil }
    let start = block.range.lowerBound + 4 + skipped
    return ExifBlock(block.bytes, start..<block.range.upperBound).withoutMark
  }
}

// MARK: - Size and orientation

extension HEIFHead {
  private mutating func readProperties(of picture: Int, _ box: ISOBox) throws(PhotoFlaw) {
    var list: ISOBox?
    var indices: [Int] = []
    var inner = ISOBoxes(bytes, in: box.body)
    while let box = try inner.next() {
      if box.name == "ipco", list == nil { list = box }
      // A picture occurs only once in all association lists, so the first match is sufficient.
      if box.name == "ipma", indices.isEmpty {
        try bytes.forEachAssociation(in: box, of: picture) { indices = $1 }
      }
    }
    guard let list else { return }
    let properties = try bytes.boxes(in: list.body)
    var turn = PictureTurn()
    // Transformations apply in the order of association (ISO/IEC 23008-12, 6.3).
    for index in indices where properties.indices.contains(index - 1) {
      read(properties[index - 1], &turn)
    }
    parts.orientation = turn.orientation
  }

  private mutating func read(_ property: ISOBox, _ turn: inout PictureTurn) {
    turn.read(property.name, property.body, bytes)
    if property.name == "ispe", parts.pixels == nil {
      parts.pixels = bytes.itemSize(in: property.body).flatMap(HEIFHead.seen)
    }
  }

  /// The size, or nil if the width or height is zero.
  private static func seen(_ size: PixelSize) -> PixelSize? {
    size.width > 0 && size.height > 0 ? size : nil
  }
}

// MARK: - Sequences

extension HEIFHead {
  /// Reads the size and orientation from the first picture track of a sequence (ISO/IEC 23008-12,
  /// 7).
  private mutating func readSequence(_ film: ISOBox?) throws(PhotoFlaw) {
    guard let film else { throw .noPicture }
    var tracks = ISOBoxes(bytes, in: film.body)
    while parts.pixels == nil, let track = try tracks.next() {
      if track.name == "trak" { try readTrack(track.body) }
    }
    if parts.pixels == nil { throw .noPicture }
  }

  private mutating func readTrack(_ track: Range<Int>) throws(PhotoFlaw) {
    guard let media = try bytes.firstBox("mdia", in: track)?.body,
      let handler = try bytes.firstBox("hdlr", in: media)?.body,
      ["pict", "vide"].contains(bytes.name(at: handler.lowerBound + 8)),
      let info = try bytes.firstBox("minf", in: media)?.body,
      let table = try bytes.firstBox("stbl", in: info)?.body,
      let description = try bytes.firstBox("stsd", in: table)?.body
    else { return }
    try readEntry(description)
  }

  /// Reads a visual sample entry (ISO/IEC 14496-12, section 12.1.3).
  private mutating func readEntry(_ description: Range<Int>) throws(PhotoFlaw) {
    guard description.count > 16 else { return }
    let entry = try bytes.box(
      at: description.lowerBound + 8, before: description.upperBound)
    guard entry.body.count >= 78,
      let size = bytes.sampleSize(in: entry.body).flatMap(HEIFHead.seen)
    else { return }
    parts.pixels = size
    var turn = PictureTurn()
    for property in try bytes.boxes(in: entry.body.dropFirst(78)) { read(property, &turn) }
    parts.orientation = turn.orientation
  }
}
