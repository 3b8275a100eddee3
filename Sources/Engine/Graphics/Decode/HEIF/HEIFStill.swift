import PhotoFormats
internal import WallfarmPluginKit

/// Builds a HEIF file from the first picture of an image sequence, without the track or metadata of
/// the sequence.
struct HEIFStill {
  let items: HEIFItems

  /// The picture properties that are kept; all others are metadata or belong to the track.
  private static let kept: Set<FourCC> = [
    "av1C", "hvcC", "colr", "pixi", "pasp", "clap", "irot", "imir", "auxC", "clli", "mdcv",
  ]

  /// Returns the new file, which has the brands of a still picture.
  ///
  /// - Throws: a flaw if there is no picture to keep.
  func file() throws(PhotoFlaw) -> [UInt8] {
    guard let picture = items.items[items.primary], items.size(of: picture) != nil else {
      throw .other("its image sequence has no picture")
    }
    var parts = [(id: 1, item: picture)]
    let alpha = items.alpha(of: items.primary)
    if let alpha, let item = items.items[alpha] { parts.append((id: 2, item: item)) }
    var references: [UInt8] = []
    if let alpha, parts.count > 1 {
      references += box("auxl", [0, 2, 0, 1, 0, 1])
      if picture.premultipliedBy.contains(alpha) { references += box("prem", [0, 1, 0, 1, 0, 2]) }
    }
    let brand: [UInt8] = Array((picture.type == "av01" ? "avif" : "heic").utf8)
    let start = box("ftyp", brand + [0, 0, 0, 0] + Array("mif1".utf8) + brand)
    let empty = meta(parts, references, first: 0)
    let first = start.count + empty.count + 8
    return start + meta(parts, references, first: first)
      + box("mdat", parts.flatMap { items.data(of: $0.item) })
  }

  private func meta(
    _ parts: [(id: Int, item: HEIFItems.Item)], _ references: [UInt8], first: Int
  ) -> [UInt8] {
    var (place, places, entries): (Int, [UInt8], [UInt8]) = (first, [], [])
    var (properties, maps, count): ([UInt8], [UInt8], Int) = ([], [], 0)
    for (id, item) in parts {
      let length = items.data(of: item).count
      places += number(id, 2) + [0, 0, 0, 1] + number(place, 4) + number(length, 4)
      place += length
      entries += box("infe", [2, 0, 0, 0] + number(id, 2) + [0, 0] + Array(item.type.utf8) + [0])
      let own = boxes(of: item)
      properties += own.flatMap { $0 }
      maps += number(id, 2) + [UInt8(own.count)] + own.indices.map { UInt8(count + $0 + 1) | 0x80 }
      count += own.count
    }
    let handler = number(0, 4) + Array("pict".utf8) + [UInt8](repeating: 0, count: 13)
    let map = full("ipma", number(parts.count, 4) + maps)
    return full(
      "meta",
      full("hdlr", handler) + full("pitm", [0, 1])
        + full("iloc", [0x44, 0] + number(parts.count, 2) + places)
        + full("iinf", number(parts.count, 2) + entries)
        + box("iprp", box("ipco", properties) + map)
        + (references.isEmpty ? [] : full("iref", references)))
  }

  /// Returns the property boxes of an item, at most 32, so that each index fits in one byte.
  private func boxes(of item: HEIFItems.Item) -> [[UInt8]] {
    let size = items.size(of: item)
    let extent = full("ispe", number(size?.width ?? 0, 4) + number(size?.height ?? 0, 4))
    let others = item.properties.prefix(64).compactMap { index -> [UInt8]? in
      guard items.properties.indices.contains(index - 1) else { return nil }
      let property = items.properties[index - 1]
      return Self.kept.contains(property.name)
        ? box(property.name.description, Array(items.bytes[property.body])) : nil
    }
    return [extent] + others.prefix(31)
  }

  private func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  private func box(_ name: String, _ data: [UInt8]) -> [UInt8] {
    number(data.count + 8, 4) + Array(name.utf8) + data
  }

  private func full(_ name: String, _ data: [UInt8]) -> [UInt8] { box(name, [0, 0, 0, 0] + data) }
}
