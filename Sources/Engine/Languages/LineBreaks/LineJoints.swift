/// The positions in text at which a line break is undesirable, although UAX 14 allows it.
///
/// UAX 14 considers only the classes of characters. It has no rules for numbers with units, titles
/// with names, or Japanese phrases.
package struct LineJoints: Sendable, Hashable {
  /// The kind of joint; the kinds are in ascending order of how undesirable a line break is.
  package enum Kind: Int, Sendable, Hashable, Comparable {
    /// A short word that belongs to the next word, such as `a`, `I` or `в`, or a preposition before
    /// a time.
    case article
    /// A name, or a number and the noun that it counts.
    case name
    /// A word or phrase in a script without spaces.
    case phrase
    /// A number and its unit, a time, or a title and its name.
    case number

    package static func < (one: Kind, other: Kind) -> Bool { one.rawValue < other.rawValue }
  }

  /// A position at which a line should not break.
  package struct Joint: Sendable, Hashable {
    /// The byte offset at which the next line would start.
    package let place: Int
    /// The kind of the joint.
    package let kind: Kind
  }

  /// A position at which a sentence or clause ends.
  package struct ClauseEnd: Sendable, Hashable {
    /// The kind of text that ends at a position: a clause or a sentence.
    package enum Kind: Sendable, Hashable { case clause, sentence }

    /// The byte offset at which the next line would start.
    package let place: Int
    /// Whether a clause or a sentence ends at the position.
    package let kind: Kind

    package init(place: Int, kind: Kind) {
      (self.place, self.kind) = (place, kind)
    }
  }

  /// The joints in ascending order, without duplicates.
  package let joints: [Joint]
  /// The ends of sentences and clauses in ascending order, excluding those that are also joints.
  package let clauseEnds: [ClauseEnd]

  /// Finds the joints in text.
  ///
  /// - Parameters:
  ///   - text: one or more paragraphs.
  ///   - language: a BCP 47 tag; nil to detect the language from the script.
  package init(of text: String, language: String?) {
    var kinds: [Int: Kind] = [:]
    func add(_ joint: Joint) {
      kinds[joint.place] = max(kinds[joint.place] ?? joint.kind, joint.kind)
    }
    WordJoints(text, language: language).joints.forEach(add)
    let scalars = PlacedScalars(text)
    DashJoints(scalars).joints.forEach(add)
    // Most text contains neither Hangul nor a script without spaces, so the next two searches, one
    // of which needs a dictionary, are usually skipped.
    if scalars.hasHangul { HangulJoints(scalars).joints.forEach(add) }
    if scalars.isPhrased { PhraseJoints(scalars, text, language: language).joints.forEach(add) }
    clauseEnds = ClauseEnds(scalars).ends.filter { kinds[$0.place] == nil }
    joints = kinds.map { Joint(place: $0.key, kind: $0.value) }.sorted { $0.place < $1.place }
  }
}

/// The scalars of a string with their byte offsets.
struct PlacedScalars {
  let scalars: [Unicode.Scalar]
  let places: [Int]
  let hasHangul: Bool
  /// Whether the text contains a script that is written without spaces between words.
  let isPhrased: Bool

  init(_ text: String) {
    var scalars: [Unicode.Scalar] = []
    var places: [Int] = []
    var place = 0
    for scalar in text.unicodeScalars {
      scalars.append(scalar)
      places.append(place)
      place += UTF8.width(scalar)
    }
    (self.scalars, self.places) = (scalars, places)
    // Hangul and the scripts without spaces start at U+0E00, whose first UTF-8 byte is 0xE0.
    let mayBePhrased = text.utf8.contains { $0 >= 0xE0 }
    hasHangul = mayBePhrased && scalars.contains(where: \.isHangul)
    isPhrased = mayBePhrased && scalars.contains { $0.isHan || $0.isKana || $0.isSouthEastAsian }
  }
}

/// Classifies scalars by the blocks of the Unicode Standard, version 15.
extension Unicode.Scalar {
  var isHan: Bool {
    switch value {
    case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF, 0x3005, 0x3007: true
    default: false
    }
  }
  var isHiragana: Bool { (0x3041...0x309F).contains(value) }
  var isKatakana: Bool {
    (0x30A1...0x30FA).contains(value) || (0x30FC...0x30FF).contains(value)
      || (0x31F0...0x31FF).contains(value) || (0xFF66...0xFF9F).contains(value)
  }
  var isKana: Bool { isHiragana || isKatakana }
  package var isHangul: Bool {
    (0xAC00...0xD7A3).contains(value) || (0x1100...0x11FF).contains(value)
  }
  /// Whether the scalar is Thai, Lao, Burmese or Khmer.
  var isSouthEastAsian: Bool {
    (0x0E00...0x0EFF).contains(value) || (0x1000...0x109F).contains(value)
      || (0x1780...0x17FF).contains(value)
  }
  /// Whether the scalar is a decimal digit in any script, including full-width digits.
  package var isDigit: Bool { properties.numericType == .decimal }
}
