/// Finds break opportunities in addresses, paths and compound names.
///
/// As style manuals recommend, a line breaks before a separator or between a lowercase and an
/// uppercase letter. A separator at the end of a line would look like punctuation. The characters
/// `://` after a URL scheme stay together.
struct AddressBreaks {
  /// Characters before which a line can break.
  fileprivate static let marks: Set<Unicode.Scalar> = [
    ".", "@", "&", "=", "#", "?", "/", "\\", "-", "_", ":", ";", "%", "~", "+", "|", ",", "$", "!",
  ]
  /// Characters that make a word an address if they are inside it and a letter, digit or another
  /// mark follows.
  ///
  /// Hyphens are not included.
  fileprivate static let telling: Set<Unicode.Scalar> = [
    ".", "@", "&", "=", "#", "?", "/", "\\", "_", ":", "%", "~", "+", "|",
  ]
  /// The minimum number of characters on each side of a break.
  fileprivate static let least = 2

  private let words: [Word]

  fileprivate struct Word {
    let scalars: [Unicode.Scalar]
    /// The byte offset of each scalar.
    let offsets: [Int]
  }

  init(in text: String) {
    var words: [Word] = []
    var (scalars, offsets, offset): ([Unicode.Scalar], [Int], Int) = ([], [], 0)
    for scalar in text.unicodeScalars {
      if scalar.properties.isWhitespace {
        if !scalars.isEmpty { words.append(Word(scalars: scalars, offsets: offsets)) }
        (scalars, offsets) = ([], [])
      } else {
        scalars.append(scalar)
        offsets.append(offset)
      }
      offset += UTF8.width(scalar)
    }
    if !scalars.isEmpty { words.append(Word(scalars: scalars, offsets: offsets)) }
    self.words = words
  }

  /// Whether a UTF-8 byte is a character before which a line can break.
  static func isMark(_ byte: CChar) -> Bool {
    byte > 0 && marks.contains(Unicode.Scalar(UInt8(bitPattern: byte)))
  }

  /// Whether a break is between main parts of an address: before `/`, `@`, `?` or a similar mark,
  /// or after `://`.
  ///
  /// - Parameters:
  ///   - place: The byte offset after an added break.
  ///   - bytes: The text with its added breaks in UTF-8.
  /// - Returns: Whether the break is between main parts.
  static func isBetweenParts(_ place: Int, _ bytes: [UInt8]) -> Bool {
    let mark = TextEdit.lineBreak(at: 0).text.utf8.count
    let isAfterScheme = place > mark && bytes[place - mark - 1] == UInt8(ascii: "/")
    return isAfterScheme || "/@?#&\\".utf8.contains(bytes[place])
  }

  /// Finds the addresses that overlap the given ranges, with their byte ranges and break offsets.
  ///
  /// - Parameters:
  ///   - stretches: Byte ranges that are wider than a line.
  ///   - ends: Byte ranges of line ends that Unicode permits at marks, for example after a slash.
  ///     They select only words with at least two marks; a path qualifies, but `and/or` does not.
  /// - Returns: The addresses in text order.
  func places(
    where stretches: [Range<Int>], orBrokenAt ends: [Range<Int>] = []
  ) -> [(address: Range<Int>, places: [Int])] {
    words.compactMap { word in
      guard word.scalars.count > 2 * AddressBreaks.least,
        stretches.contains(where: { $0.overlaps(word.range) })
          || (ends.contains { $0.overlaps(word.range) } && word.isPath)
      else { return nil }
      let places = word.breaks.map { word.offsets[$0] }
      return places.isEmpty ? nil : (word.range, places)
    }
  }

  /// Returns the pieces into which added breaks divide words; lines must not break inside a piece.
  ///
  /// - Parameters:
  ///   - text: The text with the added breaks.
  ///   - breaks: The byte offsets after the breaks.
  /// - Returns: The byte ranges of the pieces.
  static func pieces(of text: String, breaks: [Int]) -> [Range<UInt32>] {
    guard !breaks.isEmpty else { return [] }
    let mark = TextEdit.lineBreak(at: 0).text.utf8.count
    let breaks = Set(breaks)
    var pieces: [Range<UInt32>] = []
    var (start, offset, isBroken): (Int, Int, Bool) = (0, 0, false)
    func end(at end: Int) {
      if end > start { pieces.append(UInt32(start)..<UInt32(end)) }
    }
    var word: [Range<UInt32>] = []
    for scalar in text.unicodeScalars {
      let next = offset + UTF8.width(scalar)
      if breaks.contains(next) {
        end(at: next - mark)
        (start, isBroken) = (next, true)
      } else if scalar.properties.isWhitespace {
        end(at: offset)
        if isBroken { word += pieces }
        (pieces, start, isBroken) = ([], next, false)
      }
      offset = next
    }
    end(at: offset)
    return isBroken ? word + pieces : word
  }
}

extension AddressBreaks.Word {
  fileprivate var range: Range<Int> {
    (offsets.first ?? 0)..<((offsets.last ?? 0) + (scalars.last.map { UTF8.width($0) } ?? 0))
  }

  /// The indices of the scalars before which a line can break.
  fileprivate var breaks: [Int] {
    let least = AddressBreaks.least
    let found = (least..<max(least, scalars.count - least + 1)).filter { isBreak($0) }
    // A hyphen alone does not make a word an address. A capital letter inside a word makes the word
    // a compound name.
    let isAddress = isTold || found.contains { scalars[$0].properties.isUppercase }
    return isAddress ? found : []
  }

  /// Whether the word contains at least two address marks.
  fileprivate var isPath: Bool { scalars.count { AddressBreaks.telling.contains($0) } > 1 }

  private var isTold: Bool {
    scalars.indices.dropFirst().dropLast().contains { index in
      AddressBreaks.telling.contains(scalars[index])
        && (isInner(scalars[index + 1]) || AddressBreaks.marks.contains(scalars[index + 1]))
    }
  }

  private func isInner(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }

  private func isBreak(_ index: Int) -> Bool {
    let (last, next) = (scalars[index - 1], scalars[index])
    if isAfterScheme(index) { return true }
    if isInScheme(index) { return false }
    if AddressBreaks.marks.contains(next) { return !AddressBreaks.marks.contains(last) }
    return last.properties.isLowercase && next.properties.isUppercase
  }

  /// Whether `://` immediately precedes the index.
  private func isAfterScheme(_ index: Int) -> Bool {
    index > 3 && Array(scalars[index - 3..<index]) == [":", "/", "/"]
  }

  /// Whether the index is that of a character in `://`.
  private func isInScheme(_ index: Int) -> Bool {
    (0...2).contains { offset in
      let start = index - offset
      return start + 3 <= scalars.count && Array(scalars[start..<start + 3]) == [":", "/", "/"]
    }
  }
}
