import WallfarmPluginKit

/// The first pictures of the tracks of a sequence (ISO/IEC 14496-12, 8; ISO/IEC 23008-12, 7), as if they were items.
extension HEIFItems {
  /// Takes the first picture track, and the track with its transparency.
  mutating func readTracks(_ film: Boxes.Box, _ boxes: inout Boxes) throws(FileFlaw) {
    var tracks: [Track] = []
    for box in try boxes.list(in: film.body) where box.name == "trak" {
      if let track = try track(box, &boxes) { tracks.append(track) }
    }
    guard let shown = tracks.first(where: { !$0.isAuxiliary }) else { return }
    primary = shown.id
    items[shown.id] = shown.item
    if var alpha = tracks.first(where: { $0.isAuxiliary && $0.describes.contains(shown.id) }) {
      alpha.item.auxiliaryOf = [shown.id]
      items[alpha.id] = alpha.item
      if shown.premultipliedBy.contains(alpha.id) {
        items[shown.id]?.premultipliedBy = [alpha.id]
      }
    }
  }

  private struct Track {
    let id: Int
    let isAuxiliary: Bool
    /// Tracks that it is auxiliary to, and those that its colors are multiplied with.
    let describes: [Int]
    let premultipliedBy: [Int]
    var item: Item
  }

  private mutating func track(_ box: Boxes.Box, _ boxes: inout Boxes) throws(FileFlaw) -> Track? {
    let parts = try boxes.list(in: box.body)
    guard let header = parts.first(where: { $0.name == "tkhd" }),
      let media = parts.first(where: { $0.name == "mdia" })
    else { return nil }
    let mediaParts = try boxes.list(in: media.body)
    guard let handler = mediaParts.first(where: { $0.name == "hdlr" }), handler.body.count >= 12,
      let info = mediaParts.first(where: { $0.name == "minf" }),
      let table = try boxes.list(in: info.body).first(where: { $0.name == "stbl" })
    else { return nil }
    let kind = handler.body.lowerBound + 8
    let name = boxes.bytes[kind..<kind + 4].partName
    guard ["pict", "vide", "auxv"].contains(name) else { return nil }
    guard let item = try firstSample(try boxes.list(in: table.body), &boxes) else { return nil }
    let (version, _, body) = try boxes.version(of: header)
    var cursor = boxes.cursor(body, in: header)
    // Times of creation and change stand before it.
    for _ in 0..<2 { _ = try cursor.next(version == 1 ? 8 : 4) }
    let id = try cursor.next(4)
    let references = try references(parts, boxes: &boxes)
    return Track(
      id: id, isAuxiliary: name == "auxv", describes: references["auxl"] ?? [],
      premultipliedBy: references["prem"] ?? [], item: item)
  }

  private func references(
    _ parts: [Boxes.Box], boxes: inout Boxes
  ) throws(FileFlaw) -> [String: [Int]] {
    var found: [String: [Int]] = [:]
    guard let box = parts.first(where: { $0.name == "tref" }) else { return found }
    for kind in try boxes.list(in: box.body) {
      var cursor = boxes.cursor(kind.body, in: kind)
      for _ in 0..<min(kind.body.count / 4, 64) {
        found[kind.name, default: []].append(try cursor.next(4))
      }
    }
    return found
  }

  /// The coded data and the properties of the first sample.
  private mutating func firstSample(
    _ table: [Boxes.Box], _ boxes: inout Boxes
  ) throws(FileFlaw) -> Item? {
    guard let description = table.first(where: { $0.name == "stsd" }),
      let place = try firstPlace(table, boxes), let size = try firstSize(table, boxes)
    else { return nil }
    guard size > 0, place <= boxes.bytes.count, size <= boxes.bytes.count - place else {
      throw .wrong(
        "its box 'stbl'", at: description.offset, "puts its first picture outside of the file")
    }
    let (_, _, body) = try boxes.version(of: description)
    guard body.count > 4,
      let entry = try boxes.list(in: body.lowerBound + 4..<body.upperBound).first,
      // A visual sample entry: ISO/IEC 14496-12, 12.1.3.
      entry.body.count >= 78
    else { return nil }
    let start = entry.body.lowerBound
    var item = Item()
    item.type = entry.name == "hev1" ? "hvc1" : entry.name
    item.extents = [place..<place + size]
    if let width = boxes.bytes.number(at: start + 24, 2),
      let height = boxes.bytes.number(at: start + 26, 2)
    {
      item.trackSize = PixelSize(width: width, height: height)
    }
    for property in try boxes.list(in: start + 78..<entry.body.upperBound) {
      // What an auxiliary track is, is called otherwise than in a picture.
      properties.append(
        Property(name: property.name == "auxi" ? "auxC" : property.name, body: property.body))
      item.properties.append(properties.count)
    }
    return item
  }

  private func firstPlace(_ table: [Boxes.Box], _ boxes: Boxes) throws(FileFlaw) -> Int? {
    for box in table where box.name == "stco" || box.name == "co64" {
      var cursor = boxes.cursor(try boxes.version(of: box).body, in: box)
      guard try cursor.next(4) > 0 else { return nil }
      return try cursor.next(box.name == "stco" ? 4 : 8)
    }
    return nil
  }

  private func firstSize(_ table: [Boxes.Box], _ boxes: Boxes) throws(FileFlaw) -> Int? {
    guard let box = table.first(where: { $0.name == "stsz" }) else { return nil }
    var cursor = boxes.cursor(try boxes.version(of: box).body, in: box)
    let common = try cursor.next(4)
    guard try cursor.next(4) > 0 else { return nil }
    return common > 0 ? common : try cursor.next(4)
  }
}
