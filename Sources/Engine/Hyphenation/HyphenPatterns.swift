/// The patterns of a language, as they lie in their file.
///
/// The format is that of libhyphen (its README.hyphen): a character set, some settings, and a pattern in each line. A
/// line `NEXTLEVEL` parts those for compounds, which come first, from those for syllables within their parts.
///
/// The file is looked through for each word and never made into a table: libhyphen takes 2.5 s to make one of the
/// German file, with its 69,000 compounds, and a picture takes 0.15 s. Looking through it takes 10 to 30 ms for a long
/// compound, whose parts are looked for in turn, and 1 ms for an English word.
struct HyphenPatterns: Sendable {
  private let bytes: [UInt8]
  private let set: String
  /// One or two.
  private let levels: [Range<Int>]
  private let settings: [String: Int]

  /// Nil where the file has no patterns.
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
      // Patterns have no capitals, and settings begin with one.
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

  /// The places in a word where a hyphen may stand.
  ///
  /// - Parameter word: in lower case.
  /// - Returns: how many characters stand before each.
  func places(in word: [Unicode.Scalar]) -> [Int] {
    PatternFile.encoded(word, in: set).map { places(in: $0[...], of: $0.count) } ?? []
  }

  /// The places in a part of a word of a length, counted from the beginning of the word.
  ///
  /// As libhyphen does it: parts of compounds are compounds in turn, as long as they can be parted.
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
