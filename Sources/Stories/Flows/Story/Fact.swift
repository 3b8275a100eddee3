package import WallfarmPluginKit

/// Something that a flow knows, with where it comes from and what it can be.
package struct Fact: Sendable {
  /// Who says so.
  package enum Source: String, Sendable, CaseIterable {
    /// The person, by answering.
    case user
    /// Who plays the flow: whether a browser is there, how many photos were found.
    case host
    /// The flow itself, by the actions that were taken.
    case flow
  }

  /// What values it can have.
  package enum Kind: Sendable, Hashable {
    case yesNo
    /// One of some words.
    case choice([String])
    /// A whole number.
    case number(ClosedRange<Int>)
    /// A text of so many characters at most.
    case text(Int)
    /// So many texts at most, of 500 characters each.
    case texts(Int)
  }

  package let name: String
  package let source: Source
  package let kind: Kind
  /// Its value before anybody says one.
  package let standard: FactValue
  /// Places of facts whose change makes this one unknown again.
  package var clearedBy: [Int] = []
  /// Whether linked flows know it too.
  package let isShared: Bool
  /// What it is, for those who read the flow; empty where it says so itself.
  package var summary = ""
  package let origin: Origin

  package init(
    name: String, source: Source, kind: Kind, standard: FactValue, isShared: Bool, origin: Origin
  ) {
    self.name = name
    self.source = source
    self.kind = kind
    self.standard = standard
    self.isShared = isShared
    self.origin = origin
  }

  /// Most characters of one of several texts.
  package static let longestEntry = 500

  /// Whether it can have a value.
  package func accepts(_ value: FactValue) -> Bool {
    switch (kind, value) {
    case (_, .unknown), (.yesNo, .flag): true
    case (.choice(let words), .word(let word)): words.contains(word)
    case (.number(let range), .number(let number)): range.contains(number)
    case (.text(let most), .word(let text)): text.count <= most
    case (.texts(let most), .texts(let texts)):
      texts.count <= most
        && texts.allSatisfy { $0.count <= Self.longestEntry && !$0.allSatisfy(\.isWhitespace) }
    default: false
    }
  }

  /// What it accepts, as messages say it.
  package var accepted: String {
    switch kind {
    case .yesNo: "true or false"
    case .choice(let words): "one of " + words.joined(separator: ", ")
    case .number(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .text(let most): "a text of at most \(most) characters"
    case .texts(let most):
      "at most \(most) texts of at most \(Self.longestEntry) characters, none blank"
    }
  }
}

/// What a fact says.
package enum FactValue: Sendable, Hashable {
  case unknown
  case flag(Bool)
  case number(Int)
  /// A choice, or a text.
  case word(String)
  case texts([String])

  /// The number itself, or how many texts there are; nil for what is not counted.
  package var count: Int? {
    switch self {
    case .number(let number): number
    case .texts(let texts): texts.count
    case .unknown, .flag, .word: nil
    }
  }
}
