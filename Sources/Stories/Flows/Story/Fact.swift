package import WallfarmPluginKit

/// A typed variable of a flow.
package struct Fact: Sendable {
  /// The party that sets the fact.
  package enum Source: String, Sendable, CaseIterable {
    /// The user, by answering.
    case user
    /// The host, which reports for example the number of photos found or whether a browser is
    /// available.
    case host
    /// The flow itself, by its actions.
    case flow
  }

  /// The type of a fact's value.
  package enum Kind: Sendable, Hashable {
    case yesNo
    /// One of the given words.
    case choice([String])
    /// An integer in a range.
    case number(ClosedRange<Int>)
    /// Text with a maximum number of characters.
    case text(Int)
    /// A list with a maximum number of texts, each of at most `longestEntry` characters.
    case texts(Int)
  }

  package let name: String
  package let source: Source
  package let kind: Kind
  /// The default value.
  package let standard: FactValue
  /// Indices of the facts whose change resets this fact.
  package var clearedBy: [Int] = []
  /// Whether linked flows share the fact.
  package let isShared: Bool
  /// A description for readers of the flow file; empty if the name is sufficient.
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

  /// The maximum number of characters of an entry in a text list.
  package static let longestEntry = 500

  /// Whether the fact accepts a value.
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

  /// A description of the accepted values, for messages.
  package var accepted: String {
    switch kind {
    case .yesNo: "true or false"
    case .choice(let words): "one of " + words.joined(separator: ", ")
    case .number(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .text(let most): "text of at most \(most) characters"
    case .texts(let most):
      "at most \(most) nonblank texts of at most \(Self.longestEntry) characters each"
    }
  }
}

/// A fact's value.
package enum FactValue: Sendable, Hashable {
  case unknown
  case flag(Bool)
  case number(Int)
  /// The selected word of a choice, or any text.
  case word(String)
  case texts([String])

  /// The number, or the number of texts in a list; nil for other values.
  package var count: Int? {
    switch self {
    case .number(let number): number
    case .texts(let texts): texts.count
    case .unknown, .flag, .word: nil
    }
  }
}
