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
  /// Whether the command is internal, so that it can be called but is not listed.
  public let isPlumbing: Bool
  /// Returns a hint for an unexpected word, or `nil` if there is no suggestion.
  public let wordHint: (@Sendable (String) -> String?)?

  /// Declares a command; traps on duplicate names and unreachable operands.
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
    checkNames()
    checkOperands()
  }
}

extension Command {
  /// The subcommands that are not internal.
  var listed: [Command] { subcommands.filter { !$0.isPlumbing } }

  var operands: [Operand] {
    accepts.compactMap { if case .operand(let operand) = $0 { operand } else { nil } }
  }

  private func checkNames() {
    precondition(isValidName(name), "a command cannot be named '\(name)'")
    var taken = Set(Flag.help.names)
    for spelling in accepts.flatMap({ $0.names + $0.aliases }) {
      precondition(taken.insert(spelling).inserted, "'\(name)' declares '\(spelling)' twice")
    }
    var verbs: Set = ["help"]
    for verb in subcommands.flatMap({ [$0.name] + $0.aliases }) {
      precondition(verbs.insert(verb).inserted, "'\(name)' has two subcommands '\(verb)'")
    }
    precondition(
      standard.map { standard in
        subcommands.contains { $0.name == standard && $0.subcommands.isEmpty }
      } ?? true, "'\(name)' has no runnable subcommand '\(standard ?? "")'")
  }

  private func checkOperands() {
    precondition(
      operands.isEmpty || subcommands.isEmpty,
      "'\(name)' has both operands and subcommands")
    precondition(
      Set(operands.map(\.name)).count == operands.count,
      "'\(name)' has two operands with the same name")
    for (operand, next) in zip(operands, operands.dropFirst()) {
      precondition(
        !operand.repeats,
        "an operand after the repeating '\(operand.name)' is unreachable")
      precondition(
        operand.required || !next.required,
        "the required operand '\(next.name)' follows an optional operand")
    }
  }
}
