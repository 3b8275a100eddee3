import WallfarmPluginKit
internal import Work

/// A cache of text measurements for external plugins, stored as encoded messages.
final class KeptMessages: MessageMemory {
  private struct Question: Hashable {
    let measuring: String
    let bytes: [UInt8]

    /// Hashes all bytes in one call, because the hash function of an array hashes each byte
    /// separately.
    func hash(into hasher: inout Hasher) {
      bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
  }

  /// A digest of the settings that affect measurements; it applies to all subsequent requests.
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
