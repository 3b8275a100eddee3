import PhotoFormats
import WallfarmPluginKit

/// Reads the first sample of each track in an image sequence as an item.
///
/// Source: ISO/IEC 14496-12, section 8; ISO/IEC 23008-12, section 7.
extension HEIFItems {
  /// Reads the first picture track and its alpha track.
  mutating func readTracks(_ film: ISOBox) throws(PhotoFlaw) {
    var tracks: [Track] = []
    for box in try bytes.boxes(in: film.body) where box.name == "trak" {
      if let track = try track(box) { tracks.append(track) }
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
    /// The IDs of the tracks that this track supplements.
    let describes: [Int]
    let premultipliedBy: [Int]
    var item: Item
  }

  private mutating func track(_ box: ISOBox) throws(PhotoFlaw) -> Track? {
    let parts = try bytes.boxes(in: box.body)
    guard let header = parts.first(where: { $0.name == "tkhd" }),
      let media = parts.first(where: { $0.name == "mdia" })
    else { return nil }
    let mediaParts = try bytes.boxes(in: media.body)
    guard let handler = mediaParts.first(where: { $0.name == "hdlr" }), handler.body.count >= 12,
      let info = mediaParts.first(where: { $0.name == "minf" }),
      let table = try bytes.boxes(in: info.body).first(where: { $0.name == "stbl" })
    else { return nil }
    let kind = handler.body.lowerBound + 8
    guard let name = bytes.name(at: kind), ["pict", "vide", "auxv"].contains(name),
      let item = try firstSample(try bytes.boxes(in: table.body))
    else { return nil }
    var (version, _, cursor) = try bytes.contents(of: header)
    // The creation and modification times precede the ID.
    for _ in 0..<2 { _ = try cursor.next(version == 1 ? 8 : 4) }
    let id = try cursor.next(4)
    let references = try references(parts)
    return Track(
      id: id, isAuxiliary: name == "auxv", describes: references["auxl"] ?? [],
      premultipliedBy: references["prem"] ?? [], item: item)
  }

  private func references(_ parts: [ISOBox]) throws(PhotoFlaw) -> [FourCC: [Int]] {
    var found: [FourCC: [Int]] = [:]
    guard let box = parts.first(where: { $0.name == "tref" }) else { return found }
    for kind in try bytes.boxes(in: box.body) {
      var cursor = BoxCursor(bytes, kind.body, of: kind)
      for _ in 0..<min(kind.body.count / 4, 64) {
        found[kind.name, default: []].append(try cursor.next(4))
      }
    }
    return found
  }

  /// Reads the coded data and the properties of the first sample.
  private mutating func firstSample(_ table: [ISOBox]) throws(PhotoFlaw) -> Item? {
    guard let description = table.first(where: { $0.name == "stsd" }),
      let place = try firstPlace(table), let size = try firstSize(table)
    else { return nil }
    guard size > 0, place <= bytes.size, size <= bytes.size - place else {
      throw .wrong(
        .box("stbl"), at: description.offset, "places its first picture outside the file")
    }
    let entries = try bytes.contents(of: description).cursor.rest.dropFirst(4)
    guard let entry = try bytes.boxes(in: entries).first, entry.body.count >= 78 else {
      return nil
    }
    var item = Item()
    item.type = entry.name == "hev1" ? "hvc1" : entry.name.description
    item.extents = [place..<place + size]
    item.trackSize = bytes.sampleSize(in: entry.body)
    for property in try bytes.boxes(in: entry.body.dropFirst(78)) {
      // The property with the auxiliary type has a different name in tracks than in items.
      properties.append(
        Property(name: property.name == "auxi" ? "auxC" : property.name, body: property.body))
      item.properties.append(properties.count)
    }
    return item
  }

  private func firstPlace(_ table: [ISOBox]) throws(PhotoFlaw) -> Int? {
    for box in table where box.name == "stco" || box.name == "co64" {
      var cursor = try bytes.contents(of: box).cursor
      guard try cursor.next(4) > 0 else { return nil }
      return try cursor.next(box.name == "stco" ? 4 : 8)
    }
    return nil
  }

  private func firstSize(_ table: [ISOBox]) throws(PhotoFlaw) -> Int? {
    guard let box = table.first(where: { $0.name == "stsz" }) else { return nil }
    var cursor = try bytes.contents(of: box).cursor
    let common = try cursor.next(4)
    guard try cursor.next(4) > 0 else { return nil }
    return common > 0 ? common : try cursor.next(4)
  }
}
