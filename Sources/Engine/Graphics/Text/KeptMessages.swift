import WallfarmPluginKit
internal import Work

/// A cache of measurements in the message form of external plugins.
final class KeptMessages: MessageMemory {
  private struct Question: Hashable {
    let measuring: String
    let bytes: [UInt8]

    /// Hashes all bytes together; an array would hash each byte.
    func hash(into hasher: inout Hasher) {
      bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
  }

  /// The measuring context that applies to all subsequent requests.
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
