/// A named setting that takes a value: `--output <path>`, `-o <path>`.
public struct Option: Sendable, Hashable {
  /// The name after the two dashes.
  public let long: String
  /// The letter after one dash.
  public let short: Character?
  /// Other spellings that select it, with their dashes; help and completions do not show them.
  public let aliases: [String]
  /// What stands for the value in help, without the angle brackets.
  public let valueName: String
  /// What help says happens when the option is absent; the caller applies it.
  public let defaultText: String?
  /// Whether it may be given more than once.
  public let repeats: Bool
  /// The only values accepted; any value when empty.
  public let allowed: [String]
  /// What a shell offers for the value.
  public let completion: Completion
  /// One line of help.
  public let summary: String

  /// Declares an option; allowed values are completed unless `completion` says otherwise.
  public init(
    _ long: String, short: Character? = nil, aliases: [String] = [], value valueName: String,
    default defaultText: String? = nil, repeats: Bool = false, allowed: [String] = [],
    completion: Completion = .none, summary: String
  ) {
    precondition(isSpeltAsName(long), "write the name of an option without dashes: '\(long)'")
    self.long = long
    self.short = short
    self.aliases = aliases
    self.valueName = valueName
    self.defaultText = defaultText
    self.repeats = repeats
    self.allowed = allowed
    self.completion = completion == .none && !allowed.isEmpty ? .values(allowed) : completion
    self.summary = summary
  }
}

extension Option {
  var names: [String] { (short.map { ["-\($0)"] } ?? []) + ["--\(long)"] }
  var placeholder: String { "<\(valueName)>" }
}

/// Names are typed in shells and used in scripts, so they keep to what needs no quoting.
func isSpeltAsName(_ name: String) -> Bool {
  guard let first = name.first, !"-_.".contains(first) else { return false }
  return name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
}
