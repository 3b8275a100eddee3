internal import Synchronization
internal import WallfarmPluginKit

/// Caches measurements across renders, because usually only one note changes between renders.
///
/// A measurement depends only on the text and on inputs that the host's measuring key identifies.
/// Renders on several threads can share the cache.
final class KeptMeasurements: Sendable {
  /// The maximum number of entries; a full cache is cleared.
  ///
  /// The entries take about 2 MB and are enough for about 30 renders.
  static let most = 2000

  private struct Question: Hashable {
    let measuring: String
    let text: MeasuredText

    /// Hashes only the text of the last span and the type size; equality compares all members.
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
