/// A named argument with a value: `--output <path>`, `-o <path>`.
public struct Option: Sendable, Hashable {
  /// The long name without dashes.
  public let long: String
  /// The letter of the short form.
  public let short: Character?
  /// Alternative spellings with dashes, not shown in help or completions.
  public let aliases: [String]
  /// The value placeholder in help, without angle brackets.
  public let valueName: String
  /// The default value that help shows; the caller applies it.
  public let defaultText: String?
  /// Whether the option may occur more than once.
  public let repeats: Bool
  /// The valid values, or an empty array if any value is valid.
  public let allowed: [String]
  /// The completions of the value.
  public let completion: Completion
  /// A one-line summary for help.
  public let summary: String

  /// Declares an option; by default, its completions are the allowed values.
  public init(
    _ long: String, short: Character? = nil, aliases: [String] = [], value valueName: String,
    default defaultText: String? = nil, repeats: Bool = false, allowed: [String] = [],
    completion: Completion = .none, summary: String
  ) {
    precondition(isValidName(long), "write the name of an option without leading dashes: '\(long)'")
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

/// Returns whether a name contains only characters that need no quotes in a shell.
///
/// These characters are ASCII letters, digits and, except at the start, `-`, `_` and `.`.
func isValidName(_ name: String) -> Bool {
  guard let first = name.first, !"-_.".contains(first) else { return false }
  return name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
}
