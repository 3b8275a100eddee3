internal import Hyphenation
internal import WallfarmPluginKit

/// The words of a block that may be too wide for a line, and can be divided.
struct DivisibleWords {
  private let words: [Word]
  private let language: String
  private let hyphenator: Hyphenator

  private struct Word {
    let text: String
    /// Where it stands, in bytes.
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

  /// The bytes before which a hyphen may stand, in the words of some stretches.
  ///
  /// - Throws: `fonts-missing` where the patterns cannot be read.
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

  /// Runs of letters, and no part of an address, a file's name or a code.
  private static func words(of text: String) -> [Word] {
    text.unicodeScalars.split { $0.properties.isWhitespace }.flatMap { stretch -> [Word] in
      // Punctuation before and after, as in (Wort), is no part of it.
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
