/// Finnish syllables: each begins with the last consonant before a vowel.
///
/// Rule 1 of the Institute for the Languages of Finland (Kotus, "Tavutus"). Words are not divided
/// between vowels, because some vowel pairs form one syllable and typesetters avoid it. Compounds
/// with other boundaries (`kevät-aamu`) would need a dictionary.
enum FinnishSyllables {
  private static let vowels = Set("aeiouyäöå".unicodeScalars)

  /// The starts of the syllables of a lowercase word, without the first.
  static func beginnings(in letters: [Unicode.Scalar]) -> [Int] {
    guard let first = letters.firstIndex(where: vowels.contains) else { return [] }
    return letters.indices.dropLast().filter { place in
      // A syllable contains a vowel, so no syllable ends before the first vowel.
      place > first && !vowels.contains(letters[place]) && vowels.contains(letters[place + 1])
    }
  }
}
