/// What comparing one picture with its reference found.
public enum Verdict: String, Sendable, Hashable, CaseIterable {
  /// The layout differs, or the pixels do visibly.
  case changed
  /// There is no reference.
  case missing
  /// It could not be rendered, or its reference could not be read.
  case failed
  /// Pixels differ, and nobody can see it.
  case unseen
  /// Pixel for pixel what it was.
  case same

  /// Whether a comparison that found this is no success.
  public var isTrouble: Bool { self == .changed || self == .missing || self == .failed }
}

/// Why a picture is another one than its reference, as far as the digests in it tell.
public struct ChangeCause: Sendable, Hashable {
  /// One word for badges and filters.
  public enum Label: String, Sendable, Hashable {
    case template, theme, device, settings, notes, photos, motion
    /// Several of the above, or one of them and the toolchain.
    case inputs
    /// Other libraries, fonts or another version of the program: not a regression.
    case toolchain
    /// All that went in is the same: the code of the program or of a plugin is another.
    case code
    case missing, failed
  }

  /// The word.
  public let label: Label
  /// The sentence.
  public let sentence: String

  init(_ label: Label, _ sentence: String) { (self.label, self.sentence) = (label, sentence) }

  /// Compares what made a picture with what made its reference.
  init(of actual: Reference, since expected: Reference) {
    let tools = actual.toolchain.differences(from: expected.toolchain)
    let inputs = (Reference.inputNames + [Reference.filmName]).filter {
      actual.inputs[$0] != expected.inputs[$0]
    }
    let words = inputs.map { ChangeCause.words[$0] ?? $0 }
    switch (inputs.count, tools.isEmpty) {
    case (0, true):
      let version = actual.toolchain.otherProgram(than: expected.toolchain)
      self.init(
        .code,
        version.map { "another version of the program draws otherwise: \($0)" }
          ?? "what went in is the same, so the program or a plugin draws otherwise")
    case (0, false):
      self.init(
        .toolchain,
        "another toolchain, so most likely no regression: " + tools.joined(separator: "; "))
    case (1, true):
      self.init(Label(rawValue: inputs[0]) ?? .inputs, "the \(words[0]) changed")
    default:
      let others = tools.isEmpty ? [] : ["toolchain (\(tools.joined(separator: "; ")))"]
      let all = words + others
      self.init(
        .inputs,
        "the " + all.dropLast().joined(separator: ", ") + " and the \(all[all.count - 1]) changed")
    }
  }

  private static let words = ["device": "facts of the device", "photos": "photo"]
}
