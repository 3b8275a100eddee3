internal import Synchronization
internal import WallfarmPluginKit

/// Caches measurements across renders, because usually only one note changes between renders.
///
/// The host's measuring key identifies all other inputs of a measurement. Renders on several
/// threads can share the cache.
final class KeptMeasurements: Sendable {
  /// Maximum number of entries, about 2 MB or 30 renders; a full cache is cleared.
  static let most = 2000

  private struct Question: Hashable {
    let measuring: String
    let text: MeasuredText

    /// Hashes text and size only; equality compares the remaining members.
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
