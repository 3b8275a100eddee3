/// One record of the table `name`: the purpose and language of a string.
struct NameRecord {
  /// The name ID, such as 1 for the family.
  let name: Int
  let string: NameString
  private let platform: Int
  private let language: Int

  /// Reads a record, and checks that its string is inside the table.
  init(_ table: FontTable, at place: Int, storage: Int) throws(FontFlaw) {
    platform = try table.uint16(at: place)
    language = try table.uint16(at: place + 4)
    name = try table.uint16(at: place + 6)
    string = NameString(
      offset: storage + (try table.uint16(at: place + 10)), count: try table.uint16(at: place + 8),
      encoding: NameEncoding(platform: platform, encoding: try table.uint16(at: place + 2)))
    guard string.count == 0 || string.offset <= table.count - string.count else {
      throw table.flaw(at: place, "places the name \(name) after the end of the table")
    }
  }

  /// The rank of the record among those with the same ID, from 0 for the best; nil if its encoding
  /// is not supported for names that are shown.
  var rank: Int? {
    switch string.encoding {
    case .utf16:
      if platform == 0 { return 2 }
      // The lower ten bits are the language, and the others are the region.
      return language == 0x409 ? 0 : language & 0x3FF == 9 ? 1 : 4
    case .macRoman: return language == 0 ? 3 : 5
    case .latin: return 6
    case .other: return nil
    }
  }
}

/// The encoding of a string in the table `name`.
enum NameEncoding: Hashable {
  case utf16
  case macRoman
  case latin
  /// An encoding for one language, such as Shift-JIS.
  case other

  init(platform: Int, encoding: Int) {
    self =
      switch (platform, encoding) {
      case (0, _), (2, 1), (3, 0), (3, 1), (3, 10): .utf16
      case (1, 0): .macRoman
      case (2, 0), (2, 2): .latin
      default: .other
      }
  }
}

/// A string in the table `name`.
struct NameString: Hashable {
  /// The offset in the table.
  let offset: Int
  /// The size in bytes.
  let count: Int
  let encoding: NameEncoding

  /// Returns the string up to the first NUL character.
  ///
  /// Long strings are shortened. From a string in an encoding that is not supported, only ASCII is
  /// returned, because ASCII is the same in all encodings of fonts.
  func text(in table: FontTable) throws(FontFlaw) -> String {
    let bytes = try table.slice(at: offset, count: min(count, Self.mostBytes))
    switch encoding {
    case .utf16:
      let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2)
        .lazy.map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }.prefix { $0 != 0 }
      return String(decoding: Array(units), as: UTF16.self)
    case .macRoman:
      return String(String.UnicodeScalarView(bytes.prefix { $0 != 0 }.map(MacRoman.scalar)))
    case .latin:
      return String(String.UnicodeScalarView(bytes.prefix { $0 != 0 }.map { Unicode.Scalar($0) }))
    case .other:
      let letters = bytes.filter { $0 != 0 }
      return letters.allSatisfy { $0 < 0x80 } ? String(decoding: letters, as: UTF8.self) : ""
    }
  }

  /// The maximum number of bytes to decode, which is enough for a shown text of 300 characters.
  private static let mostBytes = 4096
}
