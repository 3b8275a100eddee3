import WallfarmPluginKit
internal import Work

/// Measurements as messages of the contract with plugins from outside.
final class KeptMessages: MessageMemory {
  private struct Question: Hashable {
    let measuring: String
    let bytes: [UInt8]

    /// As a whole: an array of bytes hashes each of them alone.
    func hash(into hasher: inout Hasher) {
      bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
  }

  /// Of every question that is asked or answered from now on.
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
