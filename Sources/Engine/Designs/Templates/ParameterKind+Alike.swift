package import WallfarmPluginKit

extension ParameterKind {
  /// Whether a token of another kind may give the value: it may be of the right range, or not.
  package func canBe(_ other: ParameterKind) -> Bool { other.isAlike(self) || isAlike(other) }

  /// What it is, in a word or two.
  var noun: String {
    switch self {
    case .integer, .number: "a number"
    case .boolean: "true or false"
    case .text: "a text"
    case .texts: "a list of texts"
    case .words: "a list of words"
    case .choice: "a word"
    case .color: "a colour"
    case .stops: "a list of colours"
    case .font: "a font"
    case .file: "a path"
    }
  }

  /// Whether values of the one may stand where the other is meant, but for their range.
  package func isAlike(_ other: ParameterKind) -> Bool {
    switch (self, other) {
    case (.color, .color), (.font, .font), (.text, .text), (.texts, .texts),
      (.stops, .stops), (.boolean, .boolean), (.file, .file), (.integer, .integer),
      (.number, .number),
      (.integer, .number):
      true
    // A plugin may know more words than a theme.
    case (.choice(let own), .choice(let known)): Set(own).isSubset(of: known)
    case (.words, .words): self == other
    default: false
    }
  }
}
