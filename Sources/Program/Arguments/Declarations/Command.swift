/// A verb of the command line, what it accepts, and the verbs below it.
///
/// A command either takes operands or has subcommands. The options and flags of a command that has
/// subcommands are accepted before the subcommand's name and after it.
public struct Command: Sendable {
  /// The word that selects it; for the root, the name of the program.
  public let name: String
  /// Other words that select it.
  public let aliases: [String]
  /// One line of help.
  public let summary: String
  /// More help: lines flow into paragraphs, a blank line ends one, an indented line stays as it is.
  public let discussion: String
  /// Its options, flags and operands, in the order help lists them.
  public let accepts: [Declaration]
  /// The verbs below it, in the order help lists them.
  public let subcommands: [Command]
  /// The verb below it that runs where options are given and no verb; nil where one has to be named.
  public let standard: String?
  /// Whether it is for programs alone: it can be called and is not listed.
  public let isPlumbing: Bool
  /// A hint for an unexpected word: its most likely meaning, or nil if there is no guess.
  public let wordHint: (@Sendable (String) -> String?)?

  /// Declares a command; traps when two things share a name or an operand could never be reached.
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
  /// The verbs below it that people are told of.
  var listed: [Command] { subcommands.filter { !$0.isPlumbing } }

  var operands: [Operand] {
    accepts.compactMap { if case .operand(let operand) = $0 { operand } else { nil } }
  }

  private func checkNames() {
    precondition(isSpeltAsName(name), "a command cannot be named '\(name)'")
    var taken = Set(Flag.help.names)
    for spelling in accepts.flatMap({ $0.names + $0.aliases }) {
      precondition(taken.insert(spelling).inserted, "'\(name)' declares '\(spelling)' twice")
    }
    var verbs: Set = ["help"]
    for verb in subcommands.flatMap({ [$0.name] + $0.aliases }) {
      precondition(verbs.insert(verb).inserted, "'\(name)' has two verbs '\(verb)'")
    }
    precondition(
      standard.map { standard in
        subcommands.contains { $0.name == standard && $0.subcommands.isEmpty }
      } ?? true, "'\(name)' has no verb '\(standard ?? "")' that can run")
  }

  private func checkOperands() {
    precondition(operands.isEmpty || subcommands.isEmpty, "'\(name)' has operands and subcommands")
    precondition(
      Set(operands.map(\.name)).count == operands.count, "'\(name)' names two operands alike")
    for (operand, next) in zip(operands, operands.dropFirst()) {
      precondition(!operand.repeats, "nothing is left for an operand after '\(operand.name)'")
      precondition(operand.required || !next.required, "'\(next.name)' follows an optional operand")
    }
  }
}
