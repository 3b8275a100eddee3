/// A positional argument, such as `<job-file>`.
public struct Operand: Sendable, Hashable {
  /// The placeholder in help, without angle brackets.
  public let name: String
  /// Whether the operand is required.
  public let required: Bool
  /// Whether the operand takes all remaining words.
  public let repeats: Bool
  /// The valid values, or an empty array if any value is valid.
  public let allowed: [String]
  /// The completions of the value.
  public let completion: Completion
  /// A one-line summary for help.
  public let summary: String

  /// Declares an operand; by default, its completions are the allowed values.
  public init(
    _ name: String, required: Bool = true, repeats: Bool = false, allowed: [String] = [],
    completion: Completion = .none, summary: String
  ) {
    self.name = name
    self.required = required
    self.repeats = repeats
    self.allowed = allowed
    self.completion = completion == .none && !allowed.isEmpty ? .values(allowed) : completion
    self.summary = summary
  }
}

extension Operand {
  var placeholder: String { "<\(name)>" }
}
