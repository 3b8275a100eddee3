package import WallfarmPluginKit

extension ParameterKind {
  /// Whether a token of another kind can provide a value of this kind, ignoring ranges.
  package func canBe(_ other: ParameterKind) -> Bool { other.isAlike(self) || isAlike(other) }

  /// The phrase that describes the kind in messages.
  var noun: String {
    switch self {
    case .integer, .number: "a number"
    case .boolean: "a Boolean value"
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

  /// Whether every value of this kind is valid for the other kind, ignoring ranges.
  package func isAlike(_ other: ParameterKind) -> Bool {
    switch (self, other) {
    case (.color, .color), (.font, .font), (.text, .text), (.texts, .texts),
      (.stops, .stops), (.boolean, .boolean), (.file, .file), (.integer, .integer),
      (.number, .number),
      (.integer, .number):
      true
    // A plugin parameter can accept words that the theme token does not.
    case (.choice(let own), .choice(let known)): Set(own).isSubset(of: known)
    case (.words, .words): self == other
    default: false
    }
  }
}
