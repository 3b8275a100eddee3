import WallfarmPluginKit
internal import Work

/// A cache of text measurements, encoded as messages for external plugins.
final class KeptMessages: MessageMemory {
  private struct Question: Hashable {
    let measuring: String
    let bytes: [UInt8]

    /// Hash all bytes in one call, because hashing an array hashes each byte separately.
    func hash(into hasher: inout Hasher) {
      bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
  }

  /// The measuring context, which applies to all subsequent requests.
  var measuring = ""
  private var known = BoundedCache<Question, [UInt8]>(mostBytes: 4 << 20)

  func answer(to question: [UInt8]) -> [UInt8]? {
    known.value(for: Question(measuring: measuring, bytes: question))
  }

  func keep(_ answer: [UInt8], to question: [UInt8]) {
    known.insert(
      answer, for: Question(measuring: measuring, bytes: question),
      bytes: question.count + answer.count)
  }
}
