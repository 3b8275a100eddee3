/// Splits Finnish words into syllables; a syllable begins with the last consonant before a vowel.
///
/// Source: rule 1 of the Institute for the Languages of Finland (Kotus, "Tavutus"). Words are not
/// divided between vowels, because some vowel pairs form a single syllable, and typesetters avoid
/// such breaks. Compounds whose parts do not follow the rule (`kevät-aamu`) would need a
/// dictionary.
enum FinnishSyllables {
  private static let vowels = Set("aeiouyäöå".unicodeScalars)

  /// Returns the indices at which the syllables of a lowercase word start, except the first.
  static func beginnings(in letters: [Unicode.Scalar]) -> [Int] {
    guard let first = letters.firstIndex(where: vowels.contains) else { return [] }
    return letters.indices.dropLast().filter { place in
      // Every syllable contains a vowel, so no syllable ends before the first vowel.
      place > first && !vowels.contains(letters[place]) && vowels.contains(letters[place + 1])
    }
  }
}
