/// What a warning of a decoding library says about the picture.
enum WarningMeaning: String, Sendable {
  /// Every decoder sees the same pixels; the file is only untidy.
  case harmless
  /// Something that colours or transparency depend on was left out or guessed.
  case pixelsMayDiffer = "pixels may differ"
  /// Pixels are missing or were guessed.
  case damage
}

/// One kind of warning of a library, with what it means and why.
struct WarningRule: Sendable {
  /// As the library has it: its sentence, or the name of its number.
  let warning: String
  /// Parts of a file that the row is about; empty where it is about all.
  var parts: Set<String> = []
  let meaning: WarningMeaning
  let reason: String

  init(
    _ warning: String, in parts: Set<String> = [], _ meaning: WarningMeaning, _ reason: String
  ) {
    (self.warning, self.parts, self.meaning, self.reason) = (warning, parts, meaning, reason)
  }
}

/// Hears the warnings of one decoder while it works, and keeps those that may be passed over.
///
/// A decoder is ended at the first warning that may not.
final class WarningJudge {
  private var harmless: [String] = []
  private var others = 0
  /// The one that ended the decoder.
  private(set) var refused: String?
  /// Different sentences that are kept; more say nothing new.
  private static let most = 3

  /// Whether the decoder may go on.
  func allows(_ sentence: String, meaning: WarningMeaning) -> Bool {
    guard meaning == .harmless else {
      refused = sentence
      return false
    }
    if harmless.contains(sentence) { return true }
    if harmless.count < WarningJudge.most { harmless.append(sentence) } else { others += 1 }
    return true
  }

  /// All that was kept, as one text; nil where there was nothing.
  var text: String? {
    guard !harmless.isEmpty else { return nil }
    return harmless.joined(separator: ", ") + (others > 0 ? " and \(others) more" : "")
  }
}
