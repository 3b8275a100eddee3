internal import Synchronization
internal import Work

/// Finds hyphenation positions in words.
///
/// The hyphenator uses the LibreOffice pattern files in a folder. Finnish, for which Debian has no
/// patterns, is hyphenated by rules.
public final class Hyphenator: Sendable {
  /// The minimum number of letters in a word that is hyphenated.
  public static let shortestWord = 7
  /// The minimum number of letters before and after a hyphen.
  ///
  /// Typesetters allow 2 letters, but that is too few at the type sizes of a lock screen.
  static let shortestPart = 3
  /// The maximum number of letters in a word that is hyphenated.
  ///
  /// A limit is needed because the time grows with the square of the length.
  static let longestWord = 100

  private let folder: String
  private let names: [String]
  /// The parsed pattern files, keyed by file name.
  private let read = Mutex<[String: HyphenPatterns]>([:])
  /// A cache of results, which is needed because a list is measured at many sizes and a scan takes
  /// 1 ms or more.
  private let divided = Mutex(BoundedCache<Question, [Int]>(mostBytes: 1 << 20))

  private struct Question: Hashable {
    let word: String
    let language: String
  }

  /// Creates a hyphenator for the pattern files in a folder.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder.
  ///   - names: The file names, such as `hyph_de_DE.dic`.
  public init(folder: String, names: [String]) {
    self.folder = folder
    self.names = names.sorted()
  }

  /// Whether words in a language can be hyphenated; the language is a BCP 47 tag.
  public func knows(_ language: String) -> Bool {
    HyphenLanguage(language).isFinnish || file(for: language) != nil
  }

  /// Returns the positions at which a word can be hyphenated.
  ///
  /// - Parameters:
  ///   - word: A word that contains only letters.
  ///   - language: A BCP 47 tag.
  /// - Returns: The number of scalars before each position, in ascending order.
  /// - Throws: `UnreadablePatterns` if the pattern file cannot be read.
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

/// An error for a pattern file that exists but cannot be used.
public struct UnreadablePatterns: Error, Hashable {
  /// The path of the file.
  public let path: String
}
