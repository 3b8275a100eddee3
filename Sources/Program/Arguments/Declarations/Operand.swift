/// A value known by its place, without a name before it: `<job-file>`.
public struct Operand: Sendable, Hashable {
  /// What stands for the value in help, without the angle brackets.
  public let name: String
  /// Whether the command cannot run without it.
  public let required: Bool
  /// Whether it takes every word that is left.
  public let repeats: Bool
  /// The only values accepted; any value when empty.
  public let allowed: [String]
  /// What a shell offers for the value.
  public let completion: Completion
  /// One line of help.
  public let summary: String

  /// Declares an operand; allowed values are completed unless `completion` says otherwise.
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
