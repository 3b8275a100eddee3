internal import Synchronization
internal import Work

/// Says where the words of a language may be divided.
///
/// The patterns are those of a folder, as LibreOffice has them; Finnish, which none exist for in Debian, is divided by
/// its rules.
public final class Hyphenator: Sendable {
  /// Words with fewer letters are left whole.
  public static let shortestWord = 7
  /// Letters that stay together at both ends of a word.
  ///
  /// Typesetters allow two; at the size of a lock screen so few look lost.
  static let shortestPart = 3
  /// Longer runs of letters are no words, and the time to divide one grows with the square of its length.
  static let longestWord = 100

  private let folder: String
  private let names: [String]
  /// Files that were read, by name.
  private let read = Mutex<[String: HyphenPatterns]>([:])
  /// Words that were divided: a list is measured at many sizes, and looking through a file takes a millisecond and more.
  private let divided = Mutex(BoundedCache<Question, [Int]>(mostBytes: 1 << 20))

  private struct Question: Hashable {
    let word: String
    let language: String
  }

  /// Divides by the patterns in a folder.
  ///
  /// - Parameters:
  ///   - folder: where they lie.
  ///   - names: files in it, such as `hyph_de_DE.dic`.
  public init(folder: String, names: [String]) {
    self.folder = folder
    self.names = names.sorted()
  }

  /// Whether words of a language, named by a BCP 47 tag, can be divided.
  public func knows(_ language: String) -> Bool {
    HyphenLanguage(language).isFinnish || file(for: language) != nil
  }

  /// The places in a word where a hyphen may stand.
  ///
  /// - Parameters:
  ///   - word: letters and nothing else.
  ///   - language: a BCP 47 tag.
  /// - Returns: how many scalars stand before each, in ascending order.
  /// - Throws: where the patterns cannot be read.
  public func places(in word: String, language: String) throws(UnreadablePatterns) -> [Int] {
    let scalars = Array(word.lowercased().unicodeScalars)
    guard scalars.count == word.unicodeScalars.count,
      (Hyphenator.shortestWord...Hyphenator.longestWord).contains(scalars.count)
    else { return [] }
    let inner = Hyphenator.shortestPart...scalars.count - Hyphenator.shortestPart
    if HyphenLanguage(language).isFinnish {
      return FinnishSyllables.beginnings(in: scalars).filter(inner.contains)
    }
    let question = Question(word: word, language: language)
    if let known = divided.withLock({ $0.value(for: question) }) { return known }
    guard let name = file(for: language) else { return [] }
    let places = try patterns(name).places(in: scalars).filter(inner.contains)
    divided.withLock { divided in
      divided.insert(
        places, for: question, bytes: word.utf8.count + places.count * MemoryLayout<Int>.stride)
    }
    return places
  }

  private func file(for language: String) -> String? {
    HyphenLanguage(language).fileNames.lazy.compactMap { wanted in
      self.names.first { $0.hasPrefix(wanted) }
    }.first
  }

  private func patterns(_ name: String) throws(UnreadablePatterns) -> HyphenPatterns {
    if let known = read.withLock({ $0[name] }) { return known }
    let path = "\(folder)/\(name)"
    guard let bytes = PatternFile.bytes(of: path), let patterns = HyphenPatterns(bytes) else {
      throw UnreadablePatterns(path: path)
    }
    read.withLock { $0[name] = patterns }
    return patterns
  }
}

/// A file of patterns that is there and cannot be used.
public struct UnreadablePatterns: Error, Hashable {
  /// Where it lies.
  public let path: String
}
