package import WallfarmPluginKit

extension ParameterKind {
  /// Whether a token of another kind can provide the value, ignoring ranges.
  package func canBe(_ other: ParameterKind) -> Bool { other.isAlike(self) || isAlike(other) }

  /// The name of the kind in messages.
  var noun: String {
    switch self {
    case .integer, .number: "a number"
    case .boolean: "true or false"
    case .text: "a string"
    case .texts: "a list of strings"
    case .words: "a list of words"
    case .choice: "a word"
    case .color: "a color"
    case .stops: "a list of colors"
    case .font: "a font"
    case .file: "a path"
    }
  }

  /// Whether all values of this kind are valid for the other kind, ignoring ranges.
  package func isAlike(_ other: ParameterKind) -> Bool {
    switch (self, other) {
    case (.color, .color), (.font, .font), (.text, .text), (.texts, .texts),
      (.stops, .stops), (.boolean, .boolean), (.file, .file), (.integer, .integer),
      (.number, .number),
      (.integer, .number):
      true
    // A plugin can accept more words than a theme.
    case (.choice(let own), .choice(let known)): Set(own).isSubset(of: known)
    case (.words, .words): self == other
    default: false
    }
  }
}
