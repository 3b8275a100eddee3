/// The result of comparing a picture with its reference.
public enum Verdict: String, Sendable, Hashable, CaseIterable {
  /// The layout or the pixels differ visibly.
  case changed
  /// There is no reference.
  case missing
  /// The picture could not be rendered, or its reference could not be read.
  case failed
  /// Pixels differ invisibly.
  case unseen
  /// The pixels are identical.
  case same

  /// Whether the verdict is a failure.
  public var isTrouble: Bool { self == .changed || self == .missing || self == .failed }
}

/// The cause of a change, determined from the digests of the inputs.
public struct ChangeCause: Sendable, Hashable {
  /// A one-word label for badges and filters.
  public enum Label: String, Sendable, Hashable {
    case template, theme, device, settings, notes, photos, motion
    /// Several inputs changed, or both an input and the toolchain.
    case inputs
    /// Libraries or fonts changed but the inputs did not, so the change is probably not a
    /// regression.
    case toolchain
    /// The inputs, libraries and fonts are unchanged, so the code of the program or of a plugin
    /// must have changed.
    case code
    case missing, failed
  }

  /// The label.
  public let label: Label
  /// The description.
  public let sentence: String

  init(_ label: Label, _ sentence: String) { (self.label, self.sentence) = (label, sentence) }

  /// Compares the inputs of a picture with the inputs of its reference.
  init(of actual: Reference, since expected: Reference) {
    let tools = actual.toolchain.differences(from: expected.toolchain)
    let inputs = (Reference.inputNames + [Reference.filmName, Reference.fontsName]).filter {
      actual.inputs[$0] != expected.inputs[$0]
    }
    let words = inputs.map { ChangeCause.words[$0] ?? $0 }
    switch (inputs.count, tools.isEmpty) {
    case (0, true):
      let version = actual.toolchain.otherProgram(than: expected.toolchain)
      self.init(
        .code,
        version.map { "another version of the program draws the picture differently: \($0)" }
          ?? "the inputs are unchanged, so the program or a plugin draws the picture differently")
    case (0, false):
      self.init(
        .toolchain,
        "the toolchain changed, so this is probably not a regression: "
          + tools.joined(separator: "; "))
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

  private static let words = ["device": "device data", "photos": "photo"]
}
