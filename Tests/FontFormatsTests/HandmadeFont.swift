/// A small TrueType font with the characters A and B, whose tables a test can change.
struct HandmadeFont {
  /// The tables in the order of the file.
  private(set) var tables: [(tag: String, bytes: [UInt8])] = []
  var signature: [UInt8] = [0, 1, 0, 0]

  init() {
    self["OS/2"] = HandmadeFont.styles()
    self["cmap"] = HandmadeFont.map([(3, 1, HandmadeFont.segments([(0x41, 0x42, 1)]))])
    self["glyf"] = [UInt8](repeating: 0, count: 36)
    self["head"] =
      four(0x1_0000) + four(0) + four(0) + four(0x5F0F_3CF5) + two(0) + two(1000)
      + zeros(24) + two(0) + two(8) + two(2) + two(0) + two(0)
    self["hhea"] = four(0x1_0000) + zeros(30) + two(1)
    self["hmtx"] = two(500) + two(0) + zeros(4)
    self["loca"] = [0, 6, 12, 18].flatMap(two)
    self["maxp"] = four(0x1_0000) + two(3) + zeros(26)
    self["name"] = HandmadeFont.names([(3, 1, 0x409, 1, "Handmade"), (3, 1, 0x409, 2, "Regular")])
  }

  /// The bytes of a table; nil if it does not exist.
  subscript(tag: String) -> [UInt8]? {
    get { tables.first { $0.tag == tag }?.bytes }
    set {
      let index = tables.firstIndex { $0.tag == tag }
      switch (index, newValue) {
      case (let index?, let bytes?): tables[index].bytes = bytes
      case (let index?, nil): tables.remove(at: index)
      case (nil, let bytes?): tables.append((tag, bytes))
      case (nil, nil): break
      }
    }
  }

  /// Replaces bytes of a table.
  mutating func set(_ tag: String, at offset: Int, _ bytes: [UInt8]) {
    self[tag]?.replaceSubrange(offset..<offset + bytes.count, with: bytes)
  }

  /// The file.
  var bytes: [UInt8] { HandmadeFont.directory(self, at: 0) + tables.flatMap { padded($0.bytes) } }

  /// The file with a different position or size of a table in the table directory.
  func bytes(placing tag: String, at offset: Int? = nil, count: Int? = nil) -> [UInt8] {
    var bytes = bytes
    guard let index = tables.firstIndex(where: { $0.tag == tag }) else { return bytes }
    let entry = 12 + 16 * index
    if let offset { bytes.replaceSubrange(entry + 8..<entry + 12, with: four(offset)) }
    if let count { bytes.replaceSubrange(entry + 12..<entry + 16, with: four(count)) }
    return bytes
  }

  /// Returns a collection; each face has its own tables.
  static func collection(_ faces: [HandmadeFont]) -> [UInt8] {
    var (offsets, body): ([Int], [UInt8]) = ([], [])
    let start = 12 + 4 * faces.count
    for face in faces {
      offsets.append(start + body.count)
      body += directory(face, at: start + body.count) + face.tables.flatMap { padded($0.bytes) }
    }
    return Array("ttcf".utf8) + four(0x1_0000) + four(faces.count) + offsets.flatMap(four) + body
  }

  private static func directory(_ font: HandmadeFont, at offset: Int) -> [UInt8] {
    var directory = font.signature + two(font.tables.count) + zeros(6)
    var place = offset + 12 + 16 * font.tables.count
    for (tag, bytes) in font.tables {
      directory += Array(tag.utf8) + zeros(4) + four(place) + four(bytes.count)
      place += padded(bytes).count
    }
    return directory
  }
}

// MARK: - Tables

extension HandmadeFont {
  /// Returns a table `OS/2`.
  static func styles(
    version: Int = 4, weight: Int = 400, fsType: Int = 0, family: Int = 0, selection: Int = 0x40
  ) -> [UInt8] {
    two(version) + two(500) + two(weight) + two(5) + two(fsType) + zeros(20) + two(family)
      + zeros(30) + two(selection) + zeros(32)
  }

  /// Returns a table `name`; the parts of a record are the platform, the encoding, the language,
  /// the ID and the text.
  static func names(_ records: [(Int, Int, Int, Int, String)]) -> [UInt8] {
    var (list, storage): ([UInt8], [UInt8]) = ([], [])
    for (platform, encoding, language, name, text) in records {
      let bytes =
        platform == 1 ? Array(text.utf8) : text.utf16.flatMap { two(Int($0)) }
      list += [platform, encoding, language, name, bytes.count, storage.count].flatMap(two)
      storage += bytes
    }
    return two(0) + two(records.count) + two(6 + list.count) + list + storage
  }

  /// Returns a table `cmap` with subtables for platforms and encodings.
  static func map(_ subtables: [(platform: Int, encoding: Int, bytes: [UInt8])]) -> [UInt8] {
    var (list, body): ([UInt8], [UInt8]) = ([], [])
    for (platform, encoding, bytes) in subtables {
      list += two(platform) + two(encoding) + four(4 + 8 * subtables.count + body.count)
      body += bytes
    }
    return two(0) + two(subtables.count) + list + body
  }

  /// Returns a subtable of format 4, with the first glyph of each segment.
  static func segments(_ segments: [(first: Int, last: Int, glyph: Int)]) -> [UInt8] {
    let all = segments + [(0xFFFF, 0xFFFF, 0)]
    let body =
      all.flatMap { two($0.last) } + two(0) + all.flatMap { two($0.first) }
      + all.flatMap { two(($0.glyph - $0.first) & 0xFFFF) } + all.flatMap { _ in two(0) }
    return two(4) + two(14 + body.count) + two(0) + two(2 * all.count) + zeros(6) + body
  }

  /// Returns a subtable of format 12 or 13.
  static func groups(
    _ groups: [(first: Int, last: Int, glyph: Int)], format: Int = 12
  ) -> [UInt8] {
    two(format) + two(0) + four(16 + 12 * groups.count) + four(0) + four(groups.count)
      + groups.flatMap { four($0.first) + four($0.last) + four($0.glyph) }
  }

  /// Returns a table `fvar`; the values of an axis are the minimum, the default and the maximum.
  static func axes(_ axes: [(tag: String, minimum: Double, standard: Double, maximum: Double)])
    -> [UInt8]
  {
    var list: [UInt8] = []
    for axis in axes {
      list += Array(axis.tag.utf8)
      for value in [axis.minimum, axis.standard, axis.maximum] {
        list += four(Int(value * 65_536))
      }
      list += zeros(4)
    }
    let header = [1, 0, 16, 2, axes.count, 20, 0, 4 + 4 * axes.count]
    return header.flatMap(two) + list
  }
}

/// Returns a number as two big-endian bytes.
func two(_ number: Int) -> [UInt8] {
  [UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)]
}

/// Returns a number as four big-endian bytes.
func four(_ number: Int) -> [UInt8] { two(number >> 16) + two(number) }

func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

private func padded(_ bytes: [UInt8]) -> [UInt8] { bytes + zeros(-bytes.count & 3) }
