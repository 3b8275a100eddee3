import Synchronization
import WallfarmPluginKit
import Work

/// Caches ICU results, because layouts request the same text again at each type size.
///
/// For each date, ICU parses the date patterns of the language again. Without the cache, this took
/// a quarter of the CPU time for a picture with a month calendar.
enum WordMemory {
  private struct Question: Hashable {
    let language: String
    let form: String
    /// The key stores the bit pattern of a number, because NaN is not equal to itself.
    let value: UInt64
  }

  private static let known = Mutex(BoundedCache<Question, String>(mostBytes: 1 << 20))

  /// Returns the cached text for a value in a language and form; if there is none, calls `ask` and
  /// caches the result.
  ///
  /// - Throws: the errors of `ask`, which are not cached.
  static func words(
    _ language: String, _ form: String, _ value: Double, ask: () throws(RenderError) -> String
  ) throws(RenderError) -> String {
    let question = Question(language: language, form: form, value: value.bitPattern)
    if let words = known.withLock({ $0.value(for: question) }) { return words }
    let words = try ask()
    known.withLock { $0.insert(words, for: question, bytes: words.utf8.count) }
    return words
  }
}
