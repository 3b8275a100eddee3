internal import Synchronization
internal import WallfarmPluginKit

/// Measurements that outlive a picture: of two in a row mostly one note is different.
///
/// A host says in a word what they depend on besides the text. Pictures on several threads share them.
final class KeptMeasurements: Sendable {
  /// Some 2 MB, and what thirty pictures ask for; then it begins anew.
  static let most = 2000

  private struct Question: Hashable {
    let measuring: String
    let text: MeasuredText

    /// By words and size alone: what else is different is found by comparing.
    func hash(into hasher: inout Hasher) {
      hasher.combine(text.block.spans.last?.text)
      hasher.combine(text.block.style.size)
    }
  }

  private let known = Mutex<[Question: TextMeasurement]>([:])

  func measurement(of text: MeasuredText, _ measuring: String) -> TextMeasurement? {
    known.withLock { $0[Question(measuring: measuring, text: text)] }
  }

  func keep(_ measurement: TextMeasurement, of text: MeasuredText, _ measuring: String) {
    known.withLock { known in
      if known.count == Self.most { known = [:] }
      known[Question(measuring: measuring, text: text)] = measurement
    }
  }
}
