internal import Hyphenation
internal import WallfarmPluginKit

/// Finds the words of a block that can be hyphenated.
struct DivisibleWords {
  private let words: [Word]
  private let language: String
  private let hyphenator: Hyphenator

  private struct Word {
    let text: String
    /// The byte range of the word.
    let range: Range<Int>
  }

  init(in block: TextBlock, of language: String, _ hyphenator: Hyphenator) {
    self.language = language
    self.hyphenator = hyphenator
    let text = block.text
    guard text.utf8.count >= Hyphenator.shortestWord, hyphenator.knows(language) else {
      words = []
      return
    }
    words = DivisibleWords.words(of: text)
  }

  /// Returns the byte offsets of hyphenation points in words that overlap the given ranges.
  ///
  /// - Throws: `fonts-missing` if the patterns cannot be read.
  func hyphens(where stretches: [Range<Int>]) throws(RenderError) -> [Int] {
    var places: [Int] = []
    for word in words {
      let isTorn = stretches.contains {
        $0.lowerBound < word.range.upperBound && word.range.lowerBound < $0.upperBound
      }
      guard isTorn else { continue }
      let own = try placesForHyphens(in: word.text)
      let scalars = Array(word.text.unicodeScalars)
      places += own.map { count in
        word.range.lowerBound + scalars[..<count].reduce(0) { $0 + UTF8.width($1) }
      }
    }
    return places
  }

  private func placesForHyphens(in word: String) throws(RenderError) -> [Int] {
    do throws(UnreadablePatterns) {
      return try hyphenator.places(in: word, language: language)
    } catch {
      throw .fontsMissing("the hyphenation patterns cannot be read", in: error.path)
    }
  }

  /// Returns the runs of letters that are not part of an address, file name or code.
  private static func words(of text: String) -> [Word] {
    text.unicodeScalars.split { $0.properties.isWhitespace }.flatMap { stretch -> [Word] in
      // Punctuation around a word is not part of the word, for example the parentheses in (Wort).
      let letters = stretch.drop { !$0.isLetter }
      guard let last = letters.lastIndex(where: \.isLetter) else { return [] }
      let parts = letters[...last].split(separator: "-", omittingEmptySubsequences: false)
      guard parts.allSatisfy({ $0.allSatisfy(\.isLetter) }) else { return [] }
      return parts.filter { $0.count >= Hyphenator.shortestWord }.map { part in
        let start = text.utf8.distance(from: text.startIndex, to: part.startIndex)
        let word = String(part)
        return Word(text: word, range: start..<start + word.utf8.count)
      }
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isLetter: Bool { properties.isAlphabetic }
}
