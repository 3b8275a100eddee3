/// Syllables of Finnish: each begins with the last consonant before a vowel.
///
/// Rule 1 of the Institute for the Languages of Finland (Kotus, "Tavutus"). Between vowels no hyphen is put: some of them
/// are one syllable, and typesetters avoid it. Where a compound parts elsewhere (`kevät-aamu`), one has to know the
/// words.
enum FinnishSyllables {
  private static let vowels = Set("aeiouyäöå".unicodeScalars)

  /// Where syllables of a word in lower case begin, but the first.
  static func beginnings(in letters: [Unicode.Scalar]) -> [Int] {
    guard let first = letters.firstIndex(where: vowels.contains) else { return [] }
    return letters.indices.dropLast().filter { place in
      // A syllable has a vowel, so none can end before the first.
      place > first && !vowels.contains(letters[place]) && vowels.contains(letters[place + 1])
    }
  }
}
