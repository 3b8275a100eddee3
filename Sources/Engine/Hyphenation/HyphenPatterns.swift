/// The hyphenation patterns of one language, kept in their file format.
///
/// The file has the format of libhyphen (see its README.hyphen): a character set, settings, and one
/// pattern per line. The line `NEXTLEVEL` separates the patterns for compounds, which come first,
/// from the patterns for syllables within the parts of a compound. The file is scanned for each
/// word instead of being converted to a table, because libhyphen takes 2.5 s to build the table for
/// the German file with its 69,000 compounds, whereas a whole render takes only 0.15 s. A scan
/// takes 1 ms for an English word. It takes 10 to 30 ms for a long compound, because the parts of
/// the compound are looked up recursively.
struct HyphenPatterns: Sendable {
  private let bytes: [UInt8]
  private let set: String
  /// The byte range of each level of patterns; a file has one or two levels.
  private let levels: [Range<Int>]
  private let settings: [String: Int]

  /// Parses a file; returns `nil` if the file has no line break and therefore no patterns.
  init?(_ bytes: [UInt8]) {
    let newline = UInt8(ascii: "\n")
    guard let end = bytes.firstIndex(of: newline) else { return nil }
    set = String(decoding: bytes[..<end].filter { $0 > 0x20 }, as: UTF8.self)
    var settings: [String: Int] = [:]
    var starts = [end + 1]
    var ends: [Int] = []
    var start = end + 1
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: newline) ?? bytes.count
      // Settings begin with a capital letter, which patterns never contain.
      if (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(bytes[start]) {
        let words = String(decoding: bytes[start..<end], as: UTF8.self).split { $0.isWhitespace }
        if words.first == "NEXTLEVEL" {
          ends.append(start)
          starts.append(end + 1)
        } else if words.count == 2, let value = Int(words[1]) {
          settings[String(words[0])] = value
        }
      }
      start = end + 1
    }
    levels = zip(starts, ends + [bytes.count]).map { min($0, $1)..<$1 }
    self.bytes = bytes
    self.settings = settings
  }

  /// Returns the positions at which a word can be hyphenated.
  ///
  /// - Parameter word: The word in lowercase.
  /// - Returns: The number of scalars before each position.
  func places(in word: [Unicode.Scalar]) -> [Int] {
    PatternFile.encoded(word, in: set).map { places(in: $0[...], of: $0.count) } ?? []
  }

  /// Returns the hyphenation positions within a part of a word, counted from the start of the word.
  ///
  /// As in libhyphen, a part of a compound can itself be divided as a compound.
  private func places(in part: ArraySlice<[UInt8]>, of length: Int) -> [Int] {
    let compounds = levels.count > 1 ? places(in: part, level: levels[0]) : []
    guard compounds.isEmpty else {
      let bounds = [part.startIndex] + compounds + [part.endIndex]
      return zip(bounds, bounds.dropFirst()).flatMap { start, end in
        places(in: part[start..<end], of: length) + (end < part.endIndex ? [end] : [])
      }
    }
    let left = part.startIndex == 0 ? "LEFTHYPHENMIN" : "COMPOUNDLEFTHYPHENMIN"
    let right = part.endIndex == length ? "RIGHTHYPHENMIN" : "COMPOUNDRIGHTHYPHENMIN"
    let (first, last) = (
      part.startIndex + (settings[left] ?? 2), part.endIndex - (settings[right] ?? 2)
    )
    return places(in: part, level: levels[levels.count - 1]).filter { $0 >= first && $0 <= last }
  }

  private func places(in characters: ArraySlice<[UInt8]>, level: Range<Int>) -> [Int] {
    let weights = LiangWeights(of: characters.joined(), patterns: bytes[level]).weights
    var places: [Int] = []
    var byte = 0
    for (index, character) in zip(characters.indices, characters) {
      if index > characters.startIndex, weights[byte] % 2 == 1 { places.append(index) }
      byte += character.count
    }
    return places
  }
}
