/// A series of characters that look consistent only in a single font, such as ① to ㊿.
struct Series: Hashable, Sendable {
  let members: [ClosedRange<UInt32>]
  /// Whether the series is used to number the entries of a list.
  ///
  /// If it is, other notes use other members, so the font must contain all members.
  let counts: Bool
  /// Whether the members are full-width even without adjacent Han characters.
  let isFullWidth: Bool

  var scalars: [UInt32] { members.flatMap { Array($0) } }

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    members.contains { $0.contains(scalar.value) }
  }

  /// The ranges of a string that belong to one series.
  struct Stretches {
    let series: Series
    let ranges: [Range<UInt32>]
    /// The members of the series that the string contains.
    let scalars: Set<UInt32>
  }

  private init(_ members: ClosedRange<UInt32>..., counts: Bool = true, isFullWidth: Bool = false) {
    (self.members, self.counts, self.isFullWidth) = (members, counts, isFullWidth)
  }

  /// The series in the Unicode Standard that fonts often cover only partly.
  static let all: [Series] = [
    // Circled numbers 0 to 50.
    Series(0x2460...0x2473, 0x3251...0x325F, 0x32B1...0x32BF, 0x24EA...0x24EA, isFullWidth: true),
    // White numbers on black circles: 1 to 10 are in Dingbats, 11 to 20 in Enclosed Alphanumerics.
    Series(0x2776...0x277F, 0x24EB...0x24F4, isFullWidth: true),
    // Numbers in parentheses, with a period, and in double circles; sans-serif numbers in white
    // circles and in black circles.
    Series(0x2474...0x2487), Series(0x2488...0x249B), Series(0x24F5...0x24FE),
    Series(0x2780...0x2789), Series(0x278A...0x2793),
    // Letters in parentheses, in circles and in squares.
    Series(0x249C...0x24B5), Series(0x24B6...0x24CF), Series(0x24D0...0x24E9),
    Series(0x1F110...0x1F129), Series(0x1F130...0x1F149), Series(0x1F150...0x1F169),
    Series(0x1F170...0x1F189),
    // Han, Hangul and kana in parentheses and in circles; telegraph symbols for months.
    Series(0x3220...0x3243, isFullWidth: true), Series(0x3280...0x32B0, isFullWidth: true),
    Series(0x3200...0x321C, isFullWidth: true), Series(0x3260...0x327B, isFullWidth: true),
    Series(0x32D0...0x32FE, isFullWidth: true), Series(0x32C0...0x32CB, isFullWidth: true),
    // Roman numerals.
    Series(0x2160...0x216F), Series(0x2170...0x217F),
    // Fractions, superscript digits and subscript digits; the most common ones are in Latin-1.
    Series(0xBC...0xBE, 0x2150...0x215E, counts: false),
    Series(0xB2...0xB3, 0xB9...0xB9, 0x2070...0x2070, 0x2074...0x2079, counts: false),
    Series(0x2080...0x2089, counts: false),
    // Arrows, geometric shapes, stars, check boxes, and symbols for cards, dice and chess.
    Series(0x2190...0x2199, counts: false), Series(0x21D0...0x21D9, counts: false),
    Series(
      0x25A0...0x25A1, 0x25B2...0x25B3, 0x25BC...0x25BD, 0x25CB...0x25CB, 0x25CF...0x25CF,
      counts: false),
    Series(0x2605...0x2606, counts: false), Series(0x2610...0x2612, counts: false),
    Series(0x2660...0x2667, counts: false), Series(0x2680...0x2685),
    Series(0x2654...0x265F, counts: false),
  ]

  /// Whether a code point may belong to a series; this fast test excludes most letters and
  /// punctuation.
  private static func mayHold(_ value: UInt32) -> Bool {
    switch value {
    case 0xB2...0xBE, 0x2070...0x2089, 0x2150...0x21D9, 0x2460...0x2793, 0x3200...0x32FE,
      0x1F110...0x1F189:
      true
    default: false
    }
  }

  /// Returns each series that occurs in a string, with its byte ranges and the members in them.
  static func stretches(of text: String) -> [Stretches] {
    guard text.utf8.contains(where: { $0 == 0xC2 || (0xE2...0xE3).contains($0) || $0 == 0xF0 })
    else { return [] }
    var found: [Series: (ranges: [Range<UInt32>], scalars: Set<UInt32>)] = [:]
    var offset: UInt32 = 0
    for character in text {
      let length = UInt32(character.utf8.count)
      defer { offset += length }
      // A character with a variation selector is an emoji or a different sign, so it is not a
      // member.
      let scalars = character.unicodeScalars
      guard let first = scalars.first, mayHold(first.value), scalars.count == 1,
        let series = all.first(where: { $0.contains(first) })
      else { continue }
      found[series, default: ([], [])].scalars.insert(first.value)
      let ranges = found[series]?.ranges ?? []
      if let last = ranges.last, last.upperBound == offset {
        found[series]?.ranges[ranges.count - 1] = last.lowerBound..<offset + length
      } else {
        found[series]?.ranges.append(offset..<offset + length)
      }
    }
    return all.compactMap { series in
      found[series].map { Stretches(series: series, ranges: $0.ranges, scalars: $0.scalars) }
    }
  }
}
