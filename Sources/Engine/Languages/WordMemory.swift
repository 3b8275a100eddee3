import Synchronization
import WallfarmPluginKit
import Work

/// What ICU has said before: the same for ever, and asked again at each size that a layout tries.
///
/// ICU reads the patterns of a language anew for each date: a quarter of the processor time of a month's picture.
enum WordMemory {
  private struct Question: Hashable {
    let language: String
    let form: String
    /// By its bits: a value that is not a number equals nothing, so its words would be kept and never found.
    let value: UInt64
  }

  private static let known = Mutex(BoundedCache<Question, String>(mostBytes: 1 << 20))

  /// The words for a value in a form of a language, as `ask` says them the first time.
  ///
  /// - Throws: what `ask` throws, which is not kept.
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
