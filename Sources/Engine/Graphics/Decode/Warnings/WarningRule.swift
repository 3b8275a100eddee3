/// The effect of a decoder warning on the picture.
package enum WarningMeaning: String, Sendable {
  /// The pixels are the same in every decoder.
  case harmless
  /// Data that affects color or transparency was ignored or guessed.
  case pixelsMayDiffer = "pixels may differ"
  /// Pixels are missing or were guessed.
  case damage
}

/// Assigns a meaning to a library warning and states the reason.
package struct WarningRule: Sendable {
  /// The library's message, or the name of its warning code.
  package let warning: String
  /// The chunks or markers to which the rule applies; if the set is empty, the rule applies to all.
  package var parts: Set<String> = []
  package let meaning: WarningMeaning
  package let reason: String

  init(
    _ warning: String, in parts: Set<String> = [], _ meaning: WarningMeaning, _ reason: String
  ) {
    (self.warning, self.parts, self.meaning, self.reason) = (warning, parts, meaning, reason)
  }
}

/// Classifies the warnings of one decoder and collects the harmless ones.
///
/// The first warning that is not harmless stops the decoder.
final class WarningJudge {
  private var harmless: [String] = []
  private var others = 0
  /// The warning that stopped the decoder.
  private(set) var refused: String?
  /// The maximum number of different messages that are kept; further messages are only counted.
  private static let most = 3

  /// Records a warning and returns whether the decoder may continue.
  func allows(_ sentence: String, meaning: WarningMeaning) -> Bool {
    guard meaning == .harmless else {
      refused = sentence
      return false
    }
    if harmless.contains(sentence) { return true }
    if harmless.count < WarningJudge.most { harmless.append(sentence) } else { others += 1 }
    return true
  }

  /// The collected messages as one string; nil if there are none.
  var text: String? {
    guard !harmless.isEmpty else { return nil }
    return harmless.joined(separator: ", ") + (others > 0 ? " and \(others) more" : "")
  }
}
