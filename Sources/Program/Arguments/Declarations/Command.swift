/// The declaration of a command with its arguments and subcommands.
///
/// A command has either operands or subcommands. If it has subcommands, its options and flags are
/// accepted before and after the subcommand name.
public struct Command: Sendable {
  /// The command name; for the root, the program name.
  public let name: String
  /// Alternative names.
  public let aliases: [String]
  /// A one-line summary for help.
  public let summary: String
  /// A longer description for help.
  ///
  /// Consecutive lines form a paragraph, a blank line separates paragraphs, and indented lines are
  /// kept as they are.
  public let discussion: String
  /// The options, flags and operands in help order.
  public let accepts: [Declaration]
  /// The subcommands in help order.
  public let subcommands: [Command]
  /// The subcommand that runs by default, or `nil` if a subcommand is required.
  public let standard: String?
  /// Whether the command is internal: it can be called, but help and completions do not list it.
  public let isPlumbing: Bool
  /// Returns a hint for an unexpected word, or `nil` if there is no suggestion.
  public let wordHint: (@Sendable (String) -> String?)?

  /// Declares a command without checking it; ``mistakes`` lists errors such as duplicate names.
  public init(
    _ name: String, aliases: [String] = [], summary: String, discussion: String = "",
    accepts: [Declaration] = [], subcommands: [Command] = [], standard: String? = nil,
    isPlumbing: Bool = false, wordHint: (@Sendable (String) -> String?)? = nil
  ) {
    self.name = name
    self.aliases = aliases
    self.summary = summary
    self.discussion = discussion
    self.accepts = accepts
    self.subcommands = subcommands
    self.standard = standard
    self.isPlumbing = isPlumbing
    self.wordHint = wordHint
  }
}

extension Command {
  /// The subcommands that are not internal.
  var listed: [Command] { subcommands.filter { !$0.isPlumbing } }

  var operands: [Operand] {
    accepts.compactMap { if case .operand(let operand) = $0 { operand } else { nil } }
  }
}
