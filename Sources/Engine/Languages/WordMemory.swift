import Synchronization
import WallfarmPluginKit
import Work

/// A cache of ICU results, which layouts request again at each type size.
///
/// ICU parses the patterns of a language for each date, which took a quarter of the CPU time of a
/// month picture.
enum WordMemory {
  private struct Question: Hashable {
    let language: String
    let form: String
    /// The bit pattern, because NaN is not equal to itself.
    let value: UInt64
  }

  private static let known = Mutex(BoundedCache<Question, String>(mostBytes: 1 << 20))

  /// The cached words for a value and a form, or the words that `ask` returns.
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
